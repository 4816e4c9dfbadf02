/** A password or API token, hidden unless the user shows it. */
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { useLocale } from "../texts/locale.ts";
import { Icon } from "./Icon.tsx";

interface PasswordFieldProps {
  label: string;
  autocomplete: "off" | "current-password" | "new-password";
  /** Name in the data of the form; absent where the form reads `onInput`. */
  name?: string;
  /** Absent where the form reads the field by its name. */
  value?: string;
  isWrong?: boolean;
  /** Id of the text that describes the field. */
  describedBy?: string | undefined;
  onInput(value: string): void;
  /** Hint or problem below the field. */
  children?: ComponentChildren;
}

export function PasswordField(props: PasswordFieldProps) {
  const { label, autocomplete, name, value, isWrong = false, describedBy, onInput, children } = props;
  const { texts } = useLocale();
  const [isShown, setShown] = useState(false);
  const id = useId();
  return (
    <div class="field narrow">
      <div class="credential">
        <label>
          <span id={id}>{label}</span>
          <input
            {...(isShown ? ({ type: "text" } as const) : ({ type: "password" } as const))}
            {...(value !== undefined && { value })}
            name={name}
            autocomplete={autocomplete}
            autocapitalize="none"
            spellcheck={false}
            required
            aria-invalid={isWrong}
            aria-describedby={describedBy}
            onInput={({ currentTarget }) => onInput(currentTarget.value)}
          />
        </label>
        <button
          type="button"
          class="button button-plain button-icon credential-toggle"
          aria-label={texts.signIn.show}
          aria-describedby={id}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? "hide" : "eye"} />
        </button>
      </div>
      {children}
    </div>
  );
}
