/** Sign-in form: user name and password, or API token. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { StatisticsError, type Wait } from "../../statistics/statistics.ts";
import icon from "../app/icon.svg";
import { type Account, type SignInWith, signIn } from "../app/session.ts";
import { explainError } from "../texts/errors.ts";
import { type Locale, useLocale } from "../texts/locale.ts";
import { Icon } from "../ui/Icon.tsx";
import { useFocus } from "../ui/useFocus.ts";

export interface SignInProps {
  /** Kind of session that ended; undefined before the first sign-in. */
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
  useFocus(() => form.current?.querySelector("input"), [isByToken]);

  const leads = { session: texts.ended, link: texts.linkEnded };
  const fieldProps = { isWrong: problem !== "", onEdit: clear };
  const change = () => {
    clear();
    setByToken(!isByToken);
  };
  return (
    <form class="sign-in-form" ref={form} onSubmit={submit}>
      <h1 class="wordmark">
        <img src={icon} width="28" height="28" alt="" /> zonetag
      </h1>
      <p class="lead">{ended ? leads[ended] : texts.lead}</p>
      {isByToken ? (
        <CredentialField
          key="apiToken"
          name="apiToken"
          label={texts.apiToken}
          complete="off"
          {...fieldProps}
        />
      ) : (
        <>
          <CredentialField name="username" label={texts.login} complete="username" {...fieldProps} />
          <CredentialField
            name="password"
            label={texts.password}
            complete="current-password"
            {...fieldProps}
          />
        </>
      )}
      <p class="problem" role="alert" id="sign-in-problem">
        {problem}
      </p>
      <button type="submit" class="button button-primary" disabled={isBusy}>
        {isBusy ? texts.busy : texts.submit}
      </button>
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
      setProblem(explainSignIn(error, isByToken, locale));
      setBusy(false);
      form.current?.querySelector<HTMLElement>("[name='password'], [name='apiToken']")?.focus();
    } finally {
      setWait("");
    }
  }
  return { isBusy, wait, problem, submit, clear: () => setProblem("") };
}

interface CredentialFieldProps {
  name: "username" | "password" | "apiToken";
  label: string;
  complete: "off" | "username" | "current-password";
  /** Whether the service refused the credentials. */
  isWrong: boolean;
  onEdit(): void;
}

/** Hides the typed text, except for the user name. */
function CredentialField({ name, label, complete, isWrong, onEdit }: CredentialFieldProps) {
  const { texts } = useLocale();
  const [isShown, setShown] = useState(name === "username");
  const type = isShown ? ({ type: "text" } as const) : ({ type: "password" } as const);
  return (
    <div class="field credential">
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
      {name !== "username" && (
        <button
          type="button"
          class="button button-plain button-icon credential-toggle"
          aria-label={texts.signIn.show}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? "hide" : "eye"} />
        </button>
      )}
    </div>
  );
}

function getCredentials(fields: FormData): SignInWith {
  const read = (name: string) => String(fields.get(name) ?? "");
  if (fields.has("apiToken")) return { apiToken: read("apiToken").trim() };
  return { username: read("username").trim(), password: read("password") };
}

function explainSignIn(error: unknown, isByToken: boolean, locale: Locale): string {
  const { signIn: words } = locale.texts;
  if (error instanceof StatisticsError && error.code === "unauthorized")
    return isByToken ? words.wrongToken : words.wrongPassword;
  return explainError(error, locale);
}
