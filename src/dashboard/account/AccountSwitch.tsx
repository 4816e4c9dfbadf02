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
    const next = switchTo(id, account).then(async (entered) => {
      await leaveSheet(onClose);
      return entered;
    });
    await onSwitch(next).catch((error) => setProblem(explainError(error, locale)));
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

/** Closes a sheet, whose entry in the browser's history would keep the former account's address below it. */
async function leaveSheet(close: () => void): Promise<void> {
  if (history.state?.isSheet !== true) return;
  const left = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
  close();
  await left;
}
