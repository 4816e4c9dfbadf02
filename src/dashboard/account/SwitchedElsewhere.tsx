/** Says that another tab switched the account while this one has entries that are not saved. */
import { useState } from "preact/hooks";
import { agreesToLeave } from "../app/leaving.ts";
import { type Account, nameAccount, switchTo } from "../app/session.ts";
import type { Switch } from "../app/useAccount.ts";
import { explainError } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";

interface SwitchedElsewhereProps {
  account: Account;
  elsewhere: Account;
  onSwitch: Switch;
}

export function SwitchedElsewhere({ account, elsewhere, onSwitch }: SwitchedElsewhereProps) {
  const locale = useLocale();
  const { header } = locale.texts;
  const [problem, setProblem] = useState("");
  const goBack = () =>
    onSwitch(switchTo(account.details.id ?? 0, elsewhere)).catch((error) =>
      setProblem(explainError(error, locale)),
    );
  return (
    <div class="floating notice" role="alert">
      <p>{problem || header.switchedElsewhere(nameAccount(elsewhere))}</p>
      <button type="button" class="button" onClick={() => void goBack()}>
        {header.switchTo(nameAccount(account))}
      </button>
      <button
        type="button"
        class="button"
        onClick={() => agreesToLeave() && onSwitch(Promise.resolve(elsewhere))}
      >
        {header.switchTo(nameAccount(elsewhere))}
      </button>
    </div>
  );
}
