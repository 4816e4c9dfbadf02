/** What the forms of the places are made of. */
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { Icon } from "../Icon.tsx";
import { followLink } from "../navigation.ts";
import { useTexts } from "./texts.ts";

export interface FieldProps {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  value: string;
  onInput(value: string): void;
  type?: "text" | "url" | "date" | "search";
  isRequired?: boolean;
  isDisabled?: boolean;
  inputMode?: "decimal" | "numeric";
  /** Offered while one types. */
  suggestions?: readonly string[];
}

const TYPES = {
  text: { type: "text" },
  url: { type: "url" },
  date: { type: "date" },
  search: { type: "search" },
} as const;

export function Field(props: FieldProps) {
  const { label, hint, problem, value, onInput, type = "text", isRequired, isDisabled, suggestions } = props;
  const id = useId();
  const input = { value, disabled: isDisabled, required: isRequired } as const;
  return (
    <label class="field">
      <span>{label}</span>
      <input
        {...input}
        {...TYPES[type]}
        inputMode={props.inputMode}
        autocomplete="off"
        list={suggestions && `${id}-list`}
        aria-invalid={problem !== undefined}
        aria-describedby={problem || hint ? id : undefined}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      <small id={id} class={problem ? "problem" : undefined}>
        {problem ?? hint}
      </small>
    </label>
  );
}

export interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { key: string; label: string }[];
  onInput(key: string): void;
  isDisabled?: boolean;
  problem?: string | undefined;
}

export function Choice({ label, value, options, onInput, isDisabled, problem }: ChoiceProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <select
        value={value}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onInput(currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.key} value={option.key}>
            {option.label}
          </option>
        ))}
      </select>
      {problem && <small class="problem">{problem}</small>}
    </label>
  );
}

export interface ChipsProps {
  label: string;
  hint?: string;
  problem?: string | undefined;
  /** Keys that are chosen. */
  values: readonly string[];
  /** What can be chosen, by its label; without, any text. */
  options?: readonly { key: string; label: string }[];
  onChange(values: string[]): void;
  isDisabled?: boolean;
}

/** Values as chips, added by typing: a comma or Enter, or the whole name of an option, adds one. */
export function Chips({ label, hint, problem, values, options, onChange, isDisabled }: ChipsProps) {
  const { campaigns: texts } = useTexts();
  const [typed, setTyped] = useState("");
  const [isUnknown, setUnknown] = useState(false);
  const id = useId();
  const name = (key: string) => options?.find((option) => option.key === key)?.label ?? key;
  const find = (text: string) =>
    options
      ? options.find((option) => option.label.toLowerCase() === text.trim().toLowerCase())?.key
      : text.trim() || undefined;
  const add = (text: string): boolean => {
    const keys = text.split(options ? "\n" : ",").flatMap((part) => find(part) ?? []);
    const isAdded = keys.length > 0;
    if (isAdded) onChange([...new Set([...values, ...keys])]);
    setTyped(isAdded ? "" : text);
    setUnknown(!isAdded && text.trim() !== "");
    return isAdded;
  };
  const type = (text: string) => {
    setUnknown(false);
    if (options ? find(text) !== undefined : text.includes(",")) add(text);
    else setTyped(text);
  };
  return (
    <fieldset class="field chips" disabled={isDisabled}>
      <legend>{label}</legend>
      <div class="chips-box">
        {values.map((key) => (
          <span class="chip" key={key}>
            <span class="chip-label">{name(key)}</span>
            <button
              type="button"
              class="chip-remove"
              aria-label={texts.remove(name(key))}
              onClick={(event) => {
                event.currentTarget.closest("fieldset")?.querySelector("input")?.focus();
                onChange(values.filter((value) => value !== key));
              }}
            >
              <Icon name="close" />
            </button>
          </span>
        ))}
        <input
          value={typed}
          list={options && `${id}-list`}
          autocomplete="off"
          aria-label={texts.add1(label)}
          aria-describedby={id}
          aria-invalid={isUnknown || problem !== undefined}
          placeholder={options && values.length === 0 ? texts.anybody : undefined}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onBlur={() => typed.trim() && add(typed)}
          onKeyDown={(event) => {
            if (event.key === "Enter") {
              event.preventDefault();
              if (typed.trim()) add(typed);
            } else if (event.key === "Backspace" && typed === "" && values.length > 0)
              onChange(values.slice(0, -1));
          }}
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

/** Gives a field its value, its problem, and what happens when somebody types. */
export function bindFields<K extends string>(
  values: Readonly<Record<K, string>>,
  problems: Readonly<Record<string, string>>,
  set: (changes: Partial<Record<K, string>>) => void,
) {
  return (name: K) => ({
    value: values[name],
    problem: problems[name],
    onInput: (value: string) => {
      const changes: Partial<Record<K, string>> = {};
      changes[name] = value;
      set(changes);
    },
  });
}

/** A link within the dashboard. */
export function PlaceLink(props: {
  to: string;
  go(search: string): void;
  class?: string;
  children: ComponentChildren;
}) {
  const { to, go, children } = props;
  return (
    <a href={to} class={props.class} onClick={(event) => followLink(event, () => go(to))}>
      {children}
    </a>
  );
}
