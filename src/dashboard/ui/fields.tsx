/** Labelled inputs of forms, each with its hint or problem. On paper `data-value` replaces the input. */
import type { RefObject } from "preact";
import { useId } from "preact/hooks";

export interface FieldProps {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  value: string;
  onInput(value: string): void;
  type?: "text" | "url" | "date" | "search";
  /** Shown while the field is empty, never saved. */
  placeholder?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
  inputMode?: "decimal" | "numeric";
  /** Suggestions while typing. */
  suggestions?: readonly string[];
  inputRef?: RefObject<HTMLInputElement | null>;
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
    <label class="field" data-value={value}>
      <span>{label}</span>
      <input
        {...input}
        {...TYPES[type]}
        ref={props.inputRef ?? null}
        inputMode={props.inputMode}
        placeholder={props.placeholder}
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
      <Note id={id} hint={hint} problem={problem} />
    </label>
  );
}

interface NoteProps {
  id: string;
  hint: string | undefined;
  problem: string | undefined;
}

/** Hint of a field, or its problem, which takes the hint's space. */
export function Note({ id, hint, problem }: NoteProps) {
  return (
    <small class="reserved" data-longest={hint}>
      <span id={id} class={problem ? "problem" : undefined}>
        {problem ?? hint}
      </span>
    </small>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { key: string; label: string }[];
  onInput(key: string): void;
  isDisabled?: boolean;
  problem?: string | undefined;
}

export function Choice({ label, value, options, onInput, isDisabled, problem }: ChoiceProps) {
  const id = useId();
  return (
    <label class="field" data-value={options.find(({ key }) => key === value)?.label ?? ""}>
      <span>{label}</span>
      <select
        value={value}
        disabled={isDisabled}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && id}
        onChange={({ currentTarget }) => onInput(currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.key} value={option.key}>
            {option.label}
          </option>
        ))}
      </select>
      <Note id={id} hint={undefined} problem={problem} />
    </label>
  );
}

/** Binds a field to its value, problem and changes. */
export function bindFields<K extends string, V = string>(
  values: Readonly<Record<K, V>>,
  problems: Readonly<Record<string, string>>,
  set: (changes: Partial<Record<K, V>>) => void,
) {
  return (name: K) => ({
    value: values[name],
    problem: problems[name],
    onInput: (value: V) => {
      const changes: Partial<Record<K, V>> = {};
      changes[name] = value;
      set(changes);
    },
  });
}
