/** A password, hidden unless the user shows it. */
import { useId, useState } from "preact/hooks";
import { Note } from "../ui/fields.tsx";
import { usePeopleTexts } from "./peopleTexts.ts";

interface PasswordFieldProps {
  label: string;
  autocomplete: "current-password" | "new-password";
  hint?: string;
  problem: string | undefined;
  value: string;
  onInput(value: string): void;
}

export function PasswordField({ label, autocomplete, hint, problem, value, onInput }: PasswordFieldProps) {
  const { settings: texts } = usePeopleTexts();
  const [isShown, setShown] = useState(false);
  const id = useId();
  return (
    <div class="field">
      <label for={`${id}-field`}>{label}</label>
      <input
        id={`${id}-field`}
        {...(isShown ? ({ type: "text" } as const) : ({ type: "password" } as const))}
        autocomplete={autocomplete}
        value={value}
        required
        aria-invalid={problem !== undefined}
        aria-describedby={id}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <Note id={id} hint={hint} problem={problem} />
      <label class="row">
        <input
          type="checkbox"
          aria-label={`${texts.show}: ${label}`}
          checked={isShown}
          onChange={({ currentTarget }) => setShown(currentTarget.checked)}
        />
        {texts.show}
      </label>
    </div>
  );
}
