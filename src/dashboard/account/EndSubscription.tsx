/** Page of the link in a report's mail that ends the mails: by a click, because programs open links to check them. */
import { useState } from "preact/hooks";
import { StatisticsError } from "../../statistics/statistics.ts";
import { createCookieClient } from "../app/session.ts";
import { explainError, explainRefusal } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";
import { useSubscriptionTexts } from "../texts/subscriptions.ts";
import { LinkOutcome, leaveForSettings, type MailedLinkProps } from "./LinkOutcome.tsx";

export function EndSubscription({ token, onLeave }: MailedLinkProps) {
  const { page: texts } = useSubscriptionTexts();
  const locale = useLocale();
  const [hasEnded, setEnded] = useState(false);
  const [error, setError] = useState<unknown>();
  const end = () => {
    // The token is from the address: it must not lead to another path.
    const path = `/v2/unsubscribe/${encodeURIComponent(token)}`;
    createCookieClient({})
      .request({ method: "POST", path })
      .then(() => {
        setError(undefined);
        setEnded(true);
      }, setError);
  };
  const isInvalid = error instanceof StatisticsError && error.code === "forbidden";
  const explain = () => {
    if (isInvalid) return explainRefusal(error, locale);
    if (error) return explainError(error, locale);
    return hasEnded ? texts.ended : texts.question;
  };
  const findButton = () => {
    if (isInvalid) return { label: texts.settings, onClick: () => leaveForSettings(onLeave) };
    if (error) return { label: texts.tryAgain, onClick: end };
    return hasEnded ? { label: texts.next, onClick: onLeave } : { label: texts.end, onClick: end };
  };
  return <LinkOutcome title={texts.title} text={explain()} isProblem={!!error} button={findButton()} />;
}
