/** Accounts of the user, to switch to without signing in again. */
import { useState } from "preact/hooks";
import { agreesToLeave } from "../app/leaving.ts";
import { type Account, switchTo } from "../app/session.ts";
import type { Switch } from "../app/useAccount.ts";
import { explainError } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";

interface AccountSwitchProps {
  account: Account;
  onSwitch: Switch;
  onClose(): void;
}

export function AccountSwitch({ account, onSwitch, onClose }: AccountSwitchProps) {
  const locale = useLocale();
  const [problem, setProblem] = useState("");
  const { id: current, user } = account.details;
  const choose = async (id: number) => {
    if (id === current) return onClose();
    if (!agreesToLeave()) return;
    await onSwitch(switchTo(id, account)).catch((error) => setProblem(explainError(error, locale)));
  };
  return (
    <div class="stack tight popover-content">
      {user?.accounts.map(({ id, name }) => (
        <button
          type="button"
          class="button button-plain"
          key={id}
          aria-current={id === current}
          onClick={() => void choose(id)}
        >
          {name}
        </button>
      ))}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
