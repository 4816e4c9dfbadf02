/** A code of an authenticator app, or a recovery code. */
import type { RefObject } from "preact";
import { useId } from "preact/hooks";
import { Note } from "../ui/fields.tsx";

interface CodeFieldProps {
  label: string;
  hint?: string;
  value: string;
  problem: string | undefined;
  /** Whether recovery codes, which have letters, are not accepted. */
  isNumeric?: boolean;
  inputRef?: RefObject<HTMLInputElement | null>;
  onInput(value: string): void;
}

export function CodeField({ label, hint, value, problem, isNumeric, inputRef, onInput }: CodeFieldProps) {
  const id = useId();
  return (
    <label class="field">
      <span>{label}</span>
      <input
        ref={inputRef ?? null}
        autocomplete="one-time-code"
        inputMode={isNumeric ? "numeric" : undefined}
        autocapitalize="none"
        spellcheck={false}
        value={value}
        required
        aria-invalid={problem !== undefined}
        aria-describedby={problem || hint ? id : undefined}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <Note id={id} hint={hint} problem={problem} />
    </label>
  );
}
