/** Custom keys that zones must send, with the accepted values of each. */
import { useRef } from "preact/hooks";
import { useTexts } from "../texts/management.ts";
import { Chips } from "../ui/Chips.tsx";
import { Field } from "../ui/fields.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { Problems } from "../ui/useSaving.ts";
import type { CustomKey } from "./draft.ts";

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
            isRequired
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
              // The button is removed with its row, and would lose the focus.
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
