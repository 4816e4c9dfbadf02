/** Accounts of the user, to switch to without signing in again. */
import { useState } from "preact/hooks";
import { mayLeave } from "../app/leaving.ts";
import type { Account } from "../app/session.ts";
import { explainError } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";
import { switchAccount } from "./switchAccount.ts";

interface AccountSwitchProps {
  account: Account;
  onEnter(account: Account): void;
  onClose(): void;
}

export function AccountSwitch({ account, onEnter, onClose }: AccountSwitchProps) {
  const locale = useLocale();
  const [problem, setProblem] = useState("");
  const { id: current, user } = account.details;
  const choose = async (id: number) => {
    if (id === current) return onClose();
    if (!mayLeave()) return;
    await switchAccount(account, id).then(onEnter, (error) => setProblem(explainError(error, locale)));
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
