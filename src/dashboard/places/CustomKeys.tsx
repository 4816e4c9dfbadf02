/** Keys that a page gives to its zones, each with the values that a campaign asks for. */
import { useRef } from "preact/hooks";
import { Icon } from "../Icon.tsx";
import { Chips } from "./Chips.tsx";
import type { CustomKey } from "./draft.ts";
import { Field } from "./parts.tsx";
import type { Problems } from "./save.ts";
import { useTexts } from "./texts.ts";

interface CustomKeysProps {
  keys: CustomKey[];
  onChange(keys: CustomKey[]): void;
  problems: Problems;
  isDisabled: boolean;
}

export function CustomKeys({ keys, onChange, problems, isDisabled }: CustomKeysProps) {
  const { campaigns: texts } = useTexts();
  const frame = useRef<HTMLFieldSetElement>(null);
  const change = (at: number, changes: Partial<CustomKey>) =>
    onChange(keys.map((each, index) => (index === at ? { ...each, ...changes } : each)));
  return (
    <fieldset class="custom-keys" disabled={isDisabled} ref={frame}>
      <legend>{texts.custom}</legend>
      <p class="hint">{texts.customHint}</p>
      {keys.map(({ key, values }, at) => (
        <div class="custom-key" key={at}>
          <Field
            label={texts.key}
            value={key}
            problem={problems[`custom.${at}.key`]}
            onInput={(next) => change(at, { key: next })}
          />
          <Chips
            label={texts.values}
            values={values}
            problem={problems[`custom.${at}.values`]}
            onChange={(next) => change(at, { values: next })}
          />
          <button
            type="button"
            class="button button-plain button-icon"
            aria-label={texts.remove(key || texts.key)}
            onClick={() => {
              // The button goes with its line, and would take the focus along.
              frame.current?.querySelector<HTMLElement>(".custom-add")?.focus();
              onChange(keys.filter((_, index) => index !== at));
            }}
          >
            <Icon name="trash" />
          </button>
        </div>
      ))}
      <button
        type="button"
        class="button custom-add"
        onClick={() => onChange([...keys, { key: "", values: [] }])}
      >
        <Icon name="plus" />
        {texts.addKey}
      </button>
    </fieldset>
  );
}
