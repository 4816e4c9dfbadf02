/** Page of the mailed link that confirms an e-mail address. */
import { useEffect, useRef, useState } from "preact/hooks";
import { createPeople } from "../../statistics/people.ts";
import { StatisticsError } from "../../statistics/statistics.ts";
import { replaceSearch } from "../app/addressBar.ts";
import icon from "../app/icon.svg";
import { SETTINGS } from "../app/router.ts";
import { createCookieClient } from "../app/session.ts";
import { explainError, explainRefusal } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { useFocus } from "../ui/useFocus.ts";

interface ConfirmAddressProps {
  token: string;
  /** Shows the dashboard, or the sign-in form. */
  onLeave(): void;
}

export function ConfirmAddress({ token, onLeave }: ConfirmAddressProps) {
  const { confirmation: texts } = useTexts();
  const locale = useLocale();
  const [email, setEmail] = useState<string>();
  const [error, setError] = useState<unknown>();
  const page = useRef<HTMLDivElement>(null);
  const confirm = () => {
    setError(undefined);
    createPeople(createCookieClient({})).confirmAddress(token).then(setEmail, setError);
  };
  useEffect(confirm, [token]);
  useEffect(() => {
    document.title = `${texts.title} – zonetag`;
  }, [texts]);
  useFocus(() => page.current?.querySelector("button"), [email, error]);
  const isInvalid =
    error instanceof StatisticsError && (error.code === "forbidden" || error.code === "validation");
  const isBusy = !error && email === undefined;
  const explain = () => {
    if (isInvalid) return explainRefusal(error, locale);
    if (error) return explainError(error, locale);
    return email === undefined ? texts.busy : texts.confirmed(email);
  };
  const openSettings = () => {
    replaceSearch(SETTINGS);
    onLeave();
  };
  return (
    <div class="sign-in-form" ref={page}>
      <h1 class="wordmark">
        <img src={icon} width="28" height="28" alt="" /> zonetag
      </h1>
      <p class={`outcome ${error ? "problem" : "lead"}`} role="status">
        {explain()}
      </p>
      {isBusy && <div class="button outcome-wait" />}
      {isInvalid && <Next label={texts.settings} onClick={openSettings} />}
      {error && !isInvalid && <Next label={texts.tryAgain} onClick={confirm} />}
      {email !== undefined && <Next label={texts.next} onClick={onLeave} />}
    </div>
  );
}

function Next({ label, onClick }: { label: string; onClick(): void }) {
  return (
    <button type="button" class="button button-primary" onClick={onClick}>
      {label}
    </button>
  );
}
