/** A link or token that is shown once, with a button to copy it. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { CopyButton } from "../ui/CopyButton.tsx";

interface SecretProps {
  label: string;
  hint: string;
  copyLabel: string;
  text: string;
}

export function Secret({ label, hint, copyLabel, text }: SecretProps) {
  const field = useRef<HTMLInputElement>(null);
  // The text replaces an earlier one, or follows the button that made it.
  useLayoutEffect(() => field.current?.focus(), [text]);
  return (
    <div class="stack tight secret">
      <label class="field">
        <span>{label}</span>
        <input ref={field} readOnly value={text} onFocus={({ currentTarget }) => currentTarget.select()} />
        <small>{hint}</small>
      </label>
      <div class="row">
        <CopyButton label={copyLabel} createText={() => text} />
      </div>
    </div>
  );
}
