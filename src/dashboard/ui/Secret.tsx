/** A link or token that is shown once, selected, with a button to copy it. */
import { useRef } from "preact/hooks";
import { CopyButton } from "./CopyButton.tsx";
import { useFocus } from "./useFocus.ts";

interface SecretProps {
  label: string;
  hint?: string;
  copyLabel: string;
  text: string;
}

export function Secret({ label, hint, copyLabel, text }: SecretProps) {
  const field = useRef<HTMLInputElement>(null);
  // The text replaces an earlier one, or follows the button that made it.
  useFocus(() => field.current, [text]);
  return (
    <div class="stack tight secret">
      <label class="field">
        <span>{label}</span>
        <input ref={field} readOnly value={text} onFocus={({ currentTarget }) => currentTarget.select()} />
        {hint && <small>{hint}</small>}
      </label>
      <div class="row">
        <CopyButton label={copyLabel} createText={() => text} />
      </div>
    </div>
  );
}
