/** Sign-in form: user name and password, or API token. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { StatisticsError, type Wait } from "../../statistics/statistics.ts";
import icon from "../app/icon.svg";
import { type Account, type SignInWith, signIn } from "../app/session.ts";
import { explainError, explainRefusal } from "../texts/errors.ts";
import { type Locale, useLocale } from "../texts/locale.ts";
import { PasswordField } from "../ui/PasswordField.tsx";
import { useFocus } from "../ui/useFocus.ts";
import { useForgotten } from "./useForgotten.tsx";

export interface SignInProps {
  /** Kind of session that ended; undefined before the first sign-in. */
  ended: "session" | "link" | undefined;
  /** Replaces the sentence above the fields. */
  lead?: string;
  onSignedIn(account: Account): void;
}

export function SignIn({ ended, lead, onSignedIn }: SignInProps) {
  const { signIn: texts } = useLocale().texts;
  const [isByToken, setByToken] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { isBusy, wait, problem, needsCode, submit, clear, forgetCode } = useSubmit(
    form,
    isByToken,
    onSignedIn,
  );
  const forgotten = useForgotten();
  useEffect(() => {
    if (!forgotten.isShown) document.title = `${texts.submit} – zonetag`;
  }, [texts, forgotten.isShown]);
  useFocus(() => form.current?.querySelector("input"), [isByToken, forgotten.isShown]);

  const leads = { session: texts.ended, link: texts.linkEnded };
  const isWrong = problem !== "";
  const credential = { isWrong, describedBy: isWrong ? "sign-in-problem" : undefined, onInput: clear };
  const change = () => {
    forgetCode();
    setByToken(!isByToken);
  };
  if (forgotten.isShown) return forgotten.form;
  return (
    <form class="sign-in-form" ref={form} onInput={forgotten.cancel} onSubmit={submit}>
      <h1 class="wordmark">
        <img src={icon} width="28" height="28" alt="" /> zonetag
      </h1>
      <p class="lead">{lead ?? (ended ? leads[ended] : texts.lead)}</p>
      {isByToken ? (
        <PasswordField
          key="apiToken"
          name="apiToken"
          label={texts.apiToken}
          autocomplete="off"
          {...credential}
        />
      ) : (
        <>
          <label class="field">
            <span>{texts.login}</span>
            <input
              name="username"
              defaultValue={forgotten.name}
              autocomplete="username"
              autocapitalize="none"
              spellcheck={false}
              required
              aria-invalid={credential.isWrong}
              aria-describedby={credential.describedBy}
              onInput={forgetCode}
            />
          </label>
          <PasswordField
            name="password"
            label={texts.password}
            autocomplete="current-password"
            {...credential}
          />
          {needsCode && <CodeField {...credential} />}
        </>
      )}
      <p class="problem" role="alert" id="sign-in-problem">
        {problem || forgotten.problem}
      </p>
      <button type="submit" class="button button-primary" disabled={isBusy}>
        {isBusy ? texts.busy : texts.submit}
      </button>
      {!isByToken && (
        <button type="button" class="button button-plain" onClick={() => forgotten.open(form.current)}>
          {texts.forgotten}
        </button>
      )}
      <button type="button" class="button button-plain" onClick={change}>
        {isByToken ? texts.usePassword : texts.useToken}
      </button>
      <p class="hint" role="status">
        {wait}
      </p>
    </form>
  );
}

/** Sign-in dialog over a page whose session ended; the page keeps its state. */
export function SignInOver({ onSignedIn }: Pick<SignInProps, "onSignedIn">) {
  const { signIn: texts } = useLocale().texts;
  const dialog = useRef<HTMLDialogElement>(null);
  const open = () => dialog.current?.showModal();
  useLayoutEffect(() => {
    const element = dialog.current;
    open();
    // Closing restores the focus.
    return () => element?.close();
  }, []);
  return (
    <dialog
      class="floating sign-in-over"
      ref={dialog}
      aria-label={texts.submit}
      // Only the first `cancel` can be prevented: https://html.spec.whatwg.org/multipage/interaction.html#close-requests
      onClose={open}
    >
      <SignIn ended="session" onSignedIn={onSignedIn} />
    </dialog>
  );
}

/** State of the sign-in form: pending request, rate-limit wait, error. */
function useSubmit(
  form: RefObject<HTMLFormElement | null>,
  isByToken: boolean,
  onSignedIn: (account: Account) => void,
) {
  const locale = useLocale();
  const { signIn: texts } = locale.texts;
  const [isBusy, setBusy] = useState(false);
  const [wait, setWait] = useState("");
  const [problem, setProblem] = useState("");
  /** Whether the user has a second factor. */
  const [needsCode, setNeedsCode] = useState(false);
  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (!form.current) return;
    const credentials = getCredentials(new FormData(form.current));
    const onWait = ({ milliseconds }: Wait) => setWait(texts.waiting(Math.ceil(milliseconds / 1000)));
    setBusy(true);
    setProblem("");
    try {
      onSignedIn(await signIn(credentials, onWait));
    } catch (error) {
      const isOfFactor = error instanceof StatisticsError && error.refusal?.code?.startsWith("second-factor");
      setBusy(false);
      if (isOfFactor && !needsCode) return setNeedsCode(true);
      setProblem(isOfFactor ? explainRefusal(error, locale) : explainSignIn(error, isByToken, locale));
      const wrong = isOfFactor ? "otp" : "password";
      form.current?.querySelector<HTMLElement>(`[name='${wrong}'], [name='apiToken']`)?.focus();
    } finally {
      setWait("");
    }
  }
  const clear = () => setProblem("");
  const forgetCode = () => {
    clear();
    setNeedsCode(false);
  };
  return { isBusy, wait, problem, needsCode, submit, clear, forgetCode };
}

interface CodeFieldProps {
  /** Whether the service refused the credentials. */
  isWrong: boolean;
  describedBy: string | undefined;
  onInput(): void;
}

/** Code of the second factor. Recovery codes have letters, which a numeric keyboard has not. */
function CodeField({ isWrong, describedBy, onInput }: CodeFieldProps) {
  const { signIn: texts } = useLocale().texts;
  const [isRecovery, setRecovery] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useFocus(() => input.current, [isRecovery]);
  return (
    <>
      <label class="field">
        <span>{isRecovery ? texts.recoveryCode : texts.code}</span>
        <input
          // Phones keep the keyboard of a focused field.
          key={String(isRecovery)}
          ref={input}
          name="otp"
          autocomplete="one-time-code"
          inputMode={isRecovery ? "text" : "numeric"}
          autocapitalize="none"
          spellcheck={false}
          required
          aria-invalid={isWrong}
          aria-describedby={describedBy}
          onInput={onInput}
        />
      </label>
      {!isRecovery && (
        <button type="button" class="button button-plain" onClick={() => setRecovery(true)}>
          {texts.useRecovery}
        </button>
      )}
    </>
  );
}

function getCredentials(fields: FormData): SignInWith {
  const read = (name: string) => String(fields.get(name) ?? "");
  if (fields.has("apiToken")) return { apiToken: read("apiToken").trim() };
  const credentials = { username: read("username").trim(), password: read("password") };
  return fields.has("otp") ? { ...credentials, otp: read("otp").trim() } : credentials;
}

function explainSignIn(error: unknown, isByToken: boolean, locale: Locale): string {
  const { signIn: words } = locale.texts;
  if (error instanceof StatisticsError && error.code === "unauthorized")
    return isByToken ? words.wrongToken : words.wrongPassword;
  return explainError(error, locale);
}
