/** The way in: by user name and password, or by API token. */
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { StatisticsError, type Wait } from "../statistics/statistics.ts";
import { explainError } from "./errors.ts";
import { Icon } from "./Icon.tsx";
import icon from "./icon.svg";
import { type Locale, useLocale } from "./locale.ts";
import { type Account, type SignInWith, signIn } from "./session.ts";

export interface SignInProps {
  /** What ended by itself. */
  ended: "session" | "link" | undefined;
  onSignedIn(account: Account): void;
}

export function SignIn({ ended, onSignedIn }: SignInProps) {
  const { signIn: texts } = useLocale().texts;
  const [isByToken, setByToken] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { isBusy, wait, problem, submit, clear } = useSubmit(form, isByToken, onSignedIn);
  useEffect(() => {
    document.title = `${texts.submit} – zonetag`;
  }, [texts]);
  useEffect(() => form.current?.querySelector("input")?.focus(), [isByToken]);

  const leads = { session: texts.ended, link: texts.linkEnded };
  const fieldProps = { isWrong: problem !== "", onEdit: clear };
  const change = () => {
    clear();
    setByToken(!isByToken);
  };
  return (
    <main class="sign-in">
      <form class="sign-in-form" ref={form} onSubmit={submit}>
        <h1 class="wordmark">
          <img src={icon} width="28" height="28" alt="" /> zonetag
        </h1>
        <p class="lead">{ended ? leads[ended] : texts.lead}</p>
        {isByToken ? (
          <SecretField key="token" name="apiToken" label={texts.apiToken} complete="off" {...fieldProps} />
        ) : (
          <PasswordFields key="password" {...fieldProps} />
        )}
        <p class="problem sign-in-problem" role="alert" id="sign-in-problem">
          {problem}
        </p>
        <button type="submit" class="button button-primary" disabled={isBusy}>
          {isBusy ? texts.busy : texts.submit}
        </button>
        <button type="button" class="button button-plain" onClick={change}>
          {isByToken ? texts.usePassword : texts.useToken}
        </button>
        <p class="hint sign-in-wait" role="status">
          {wait}
        </p>
      </form>
    </main>
  );
}

/** Signing in by what stands in the form: whether it is in flight, what it waits for, and what was wrong. */
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
  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (!form.current) return;
    const credentials = readCredentials(new FormData(form.current));
    const onWait = ({ milliseconds }: Wait) => setWait(texts.waiting(Math.ceil(milliseconds / 1000)));
    setBusy(true);
    setProblem("");
    try {
      onSignedIn(await signIn(credentials, onWait));
    } catch (error) {
      setProblem(explainSignIn(error, isByToken, locale));
      setBusy(false);
      form.current?.querySelector<HTMLElement>("[name='password'], [name='apiToken']")?.focus();
    } finally {
      setWait("");
    }
  }
  return { isBusy, wait, problem, submit, clear: () => setProblem("") };
}

interface FieldProps {
  isWrong: boolean;
  onEdit(): void;
}

function PasswordFields({ isWrong, onEdit }: FieldProps) {
  const { texts } = useLocale();
  return (
    <>
      <label class="field">
        <span>{texts.signIn.userName}</span>
        <input
          name="username"
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
          aria-invalid={isWrong}
          aria-describedby={isWrong ? "sign-in-problem" : undefined}
          onInput={onEdit}
        />
      </label>
      <SecretField
        {...{ isWrong, onEdit }}
        name="password"
        label={texts.signIn.password}
        complete="current-password"
      />
    </>
  );
}

interface SecretFieldProps extends FieldProps {
  name: string;
  label: string;
  complete: "off" | "current-password";
}

function SecretField({ name, label, complete, isWrong, onEdit }: SecretFieldProps) {
  const { texts } = useLocale();
  const [isShown, setShown] = useState(false);
  const type = isShown ? ({ type: "text" } as const) : ({ type: "password" } as const);
  return (
    <div class="field secret">
      <label>
        <span>{label}</span>
        <input
          name={name}
          {...type}
          autocomplete={complete}
          autocapitalize="none"
          spellcheck={false}
          required
          aria-invalid={isWrong}
          aria-describedby={isWrong ? "sign-in-problem" : undefined}
          onInput={onEdit}
        />
      </label>
      <button
        type="button"
        class="secret-toggle"
        aria-label={texts.signIn.show}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        <Icon name={isShown ? "hide" : "eye"} />
      </button>
    </div>
  );
}

function readCredentials(fields: FormData): SignInWith {
  const read = (name: string) => String(fields.get(name) ?? "");
  if (fields.has("apiToken")) return { apiToken: read("apiToken").trim() };
  return { username: read("username"), password: read("password") };
}

function explainSignIn(error: unknown, isByToken: boolean, locale: Locale): string {
  const { signIn: words } = locale.texts;
  if (error instanceof StatisticsError && error.code === "unauthorized")
    return isByToken ? words.wrongToken : words.wrongPassword;
  return explainError(error, locale);
}
