/** Says that another tab switched the account while this one has entries that are not saved. */
import { useState } from "preact/hooks";
import { mayLeave } from "../app/leaving.ts";
import { type Account, nameAccount } from "../app/session.ts";
import { explainError } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";
import { switchAccount } from "./switchAccount.ts";

interface SwitchedElsewhereProps {
  account: Account;
  elsewhere: Account;
  onEnter(account: Account): void;
}

export function SwitchedElsewhere({ account, elsewhere, onEnter }: SwitchedElsewhereProps) {
  const locale = useLocale();
  const { header } = locale.texts;
  const [problem, setProblem] = useState("");
  const goBack = () =>
    switchAccount(elsewhere, account.details.id ?? 0).then(onEnter, (error) =>
      setProblem(explainError(error, locale)),
    );
  return (
    <div class="floating notice" role="alert">
      <p>{problem || header.switchedElsewhere(nameAccount(elsewhere))}</p>
      <button type="button" class="button" onClick={() => void goBack()}>
        {header.switchTo(nameAccount(account))}
      </button>
      <button type="button" class="button" onClick={() => mayLeave() && onEnter(elsewhere)}>
        {header.switchTo(nameAccount(elsewhere))}
      </button>
    </div>
  );
}
