/** Page of the mailed link that confirms an e-mail address. */
import { useEffect, useState } from "preact/hooks";
import { createPeople } from "../../statistics/people.ts";
import { StatisticsError } from "../../statistics/statistics.ts";
import { createCookieClient } from "../app/session.ts";
import { explainError, explainRefusal } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { LinkOutcome, leaveForSettings, type MailedLinkProps } from "./LinkOutcome.tsx";

export function ConfirmAddress({ token, onLeave }: MailedLinkProps) {
  const { confirmation: texts } = useTexts();
  const locale = useLocale();
  const [email, setEmail] = useState<string>();
  const [error, setError] = useState<unknown>();
  const confirm = () => {
    setError(undefined);
    createPeople(createCookieClient({})).confirmAddress(token).then(setEmail, setError);
  };
  useEffect(confirm, [token]);
  const isInvalid =
    error instanceof StatisticsError && (error.code === "forbidden" || error.code === "validation");
  const explain = () => {
    if (isInvalid) return explainRefusal(error, locale);
    if (error) return explainError(error, locale);
    return email === undefined ? texts.busy : texts.confirmed(email);
  };
  const findButton = () => {
    if (isInvalid) return { label: texts.settings, onClick: () => leaveForSettings(onLeave) };
    if (error) return { label: texts.tryAgain, onClick: confirm };
    return email === undefined ? undefined : { label: texts.next, onClick: onLeave };
  };
  return <LinkOutcome title={texts.title} text={explain()} isProblem={!!error} button={findButton()} />;
}
