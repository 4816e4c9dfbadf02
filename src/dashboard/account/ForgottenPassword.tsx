/** Form that has a link for a new password mailed. */
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { createPeople } from "../../statistics/people.ts";
import { StatisticsError } from "../../statistics/statistics.ts";
import icon from "../app/icon.svg";
import { createCookieClient } from "../app/session.ts";
import { explainError, explainRefusal } from "../texts/errors.ts";
import { type Locale, useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import type { ManagementTexts } from "../texts/managementEn.ts";
import { useFocus } from "../ui/useFocus.ts";

interface ForgottenPasswordProps {
  /** Name for signing in that was typed. */
  name: string;
  /** `entered`: the address that was entered here. */
  onBack(entered: string): void;
}

export function ForgottenPassword({ name, onBack }: ForgottenPasswordProps) {
  const { forgottenPassword: texts } = useTexts();
  const locale = useLocale();
  const [email, setEmail] = useState(name.includes("@") ? name.trim() : "");
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  useEffect(() => {
    document.title = `${texts.title} – zonetag`;
  }, [texts]);
  useFocus(() => form.current?.querySelector<HTMLElement>("input, [tabindex]"), [isSent]);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    // A disabled button would lose the focus.
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      await createPeople(createCookieClient({})).requestPassword(email.trim());
      setSent(true);
    } catch (error) {
      setProblem(explainForgotten(error, texts, locale));
      form.current?.querySelector("input")?.focus();
    }
    setBusy(false);
  };
  const back = (
    <button type="button" class="button button-plain" onClick={() => onBack(email.trim())}>
      {texts.back}
    </button>
  );
  const title = (
    <h1 class="wordmark">
      <img src={icon} width="28" height="28" alt="" /> zonetag
    </h1>
  );
  if (isSent)
    return (
      <form class="sign-in-form" ref={form} onSubmit={(event) => event.preventDefault()}>
        {title}
        {/* The focus has it read out. */}
        <p class="lead" tabIndex={-1}>
          {texts.sent}
        </p>
        <p class="hint">{texts.sentHint}</p>
        <button type="button" class="button button-primary" onClick={() => onBack(email.trim())}>
          {texts.back}
        </button>
        <button type="button" class="button button-plain" onClick={() => setSent(false)}>
          {texts.again}
        </button>
      </form>
    );
  return (
    <form class="sign-in-form" ref={form} onSubmit={submit}>
      {title}
      <p class="lead">{texts.lead}</p>
      <label class="field">
        <span>{texts.email}</span>
        <input
          // Not `email`, whose value has the domain in Punycode.
          type="text"
          inputMode="email"
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
          value={email}
          aria-invalid={problem !== ""}
          aria-describedby={`${id}-problem ${id}-hint`}
          onInput={({ currentTarget }) => {
            setEmail(currentTarget.value);
            setProblem("");
          }}
        />
        <small class="hint" id={`${id}-hint`}>
          {texts.hint}
        </small>
      </label>
      <p class="problem" role="alert" id={`${id}-problem`}>
        {problem}
      </p>
      <button type="submit" class="button button-primary" aria-disabled={isBusy}>
        {texts.submit}
      </button>
      {back}
    </form>
  );
}

/** Says what to do where the service sends no mails. */
export function explainForgotten(
  error: unknown,
  texts: ManagementTexts["forgottenPassword"],
  locale: Locale,
): string {
  if (!(error instanceof StatisticsError)) return explainError(error, locale);
  if (error.refusal?.code === "mail-off") return texts.mailOff;
  return error.problems.length > 0 ? explainRefusal(error, locale) : explainError(error, locale);
}
