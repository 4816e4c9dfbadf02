/** Chips input: a comma, Enter, or the complete name of an option adds a value. */
import { useId, useState } from "preact/hooks";
import { useTexts } from "../texts/management.ts";
import { Icon } from "./Icon.tsx";
import { isWhole, type Option, readKeys } from "./typedKeys.ts";

export interface ChipsProps {
  label: string;
  hint?: string;
  problem?: string | undefined;
  /** Keys of the chosen values. */
  values: readonly string[];
  /** Options by label; without, any text. */
  options?: readonly Option[] | undefined;
  /** What no value means. Default: any. */
  empty?: string;
  onChange(values: string[]): void;
  isDisabled?: boolean;
}

export function Chips(props: ChipsProps) {
  const { campaigns: texts } = useTexts();
  const { label, hint, problem, values, options, empty = texts.anybody, onChange, isDisabled } = props;
  const { typed, isUnknown, type, add } = useTyping(props);
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      if (typed.trim()) add(typed);
    } else if (event.key === "Backspace" && typed === "" && values.length > 0) onChange(values.slice(0, -1));
  };
  return (
    <fieldset class="field chips" disabled={isDisabled}>
      <legend>{label}</legend>
      <div class="chips-box">
        {values.map((key) => (
          <Chip
            key={key}
            name={options?.find((option) => option.key === key)?.label ?? key}
            onRemove={() => onChange(values.filter((value) => value !== key))}
          />
        ))}
        <input
          value={typed}
          list={options && `${id}-list`}
          autocomplete="off"
          aria-label={texts.add1(label)}
          aria-describedby={id}
          aria-invalid={isUnknown || problem !== undefined}
          placeholder={options && values.length === 0 ? empty : undefined}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onBlur={() => typed.trim() && add(typed)}
          onKeyDown={onKeyDown}
        />
      </div>
      {options && (
        <datalist id={`${id}-list`}>
          {options
            .filter(({ key }) => !values.includes(key))
            .map((option) => (
              <option key={option.key} value={option.label} />
            ))}
        </datalist>
      )}
      <small id={id} class={isUnknown || problem ? "problem" : undefined}>
        {problem ?? (isUnknown ? texts.notInList : hint)}
      </small>
    </fieldset>
  );
}

function Chip({ name, onRemove }: { name: string; onRemove(): void }) {
  const { campaigns: texts } = useTexts();
  return (
    <span class="chip">
      <span class="chip-label">{name}</span>
      <button
        type="button"
        class="chip-remove"
        aria-label={texts.remove(name)}
        onClick={(event) => {
          event.currentTarget.closest("fieldset")?.querySelector("input")?.focus();
          onRemove();
        }}
      >
        <Icon name="close" />
      </button>
    </span>
  );
}

/** State of the text field, and whether no option matches it. */
function useTyping({ values, options, onChange }: ChipsProps) {
  const [typed, setTyped] = useState("");
  const [isUnknown, setUnknown] = useState(false);
  const add = (text: string) => {
    const keys = readKeys(text, options);
    const isAdded = keys.length > 0;
    if (isAdded) onChange([...new Set([...values, ...keys])]);
    setTyped(isAdded ? "" : text);
    setUnknown(!isAdded && text.trim() !== "");
  };
  const type = (text: string) => {
    setUnknown(false);
    if (isWhole(text, options)) add(text);
    else setTyped(text);
  };
  return { typed, isUnknown, type, add };
}
