/** A password with a hint or problem below it. */
import { useId } from "preact/hooks";
import { Note } from "../ui/fields.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";

interface NotedPasswordProps {
  label: string;
  autocomplete: "current-password" | "new-password";
  hint?: string;
  problem: string | undefined;
  value: string;
  onInput(value: string): void;
}

export function NotedPassword({ hint, problem, ...field }: NotedPasswordProps) {
  const id = useId();
  return (
    <PasswordField {...field} isWrong={problem !== undefined} describedBy={id}>
      <Note id={id} hint={hint} problem={problem} />
    </PasswordField>
  );
}
