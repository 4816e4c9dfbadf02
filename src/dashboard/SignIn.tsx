/** The way in: by user name and password, or by API token. */
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
  const locale = useLocale();
  const { texts } = locale;
  const [isByToken, setByToken] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [wait, setWait] = useState("");
  const [problem, setProblem] = useState("");
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    document.title = `${texts.signIn.submit} – zonetag`;
  }, [texts]);
  useEffect(() => form.current?.querySelector("input")?.focus(), [isByToken]);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (!form.current) return;
    const credentials = readCredentials(new FormData(form.current));
    const onWait = ({ milliseconds }: Wait) => setWait(texts.signIn.waiting(Math.ceil(milliseconds / 1000)));
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

  const { signIn: words } = texts;
  const leads = { session: words.ended, link: words.linkEnded };
  const lead = ended ? leads[ended] : words.lead;
  const fieldProps = { isWrong: problem !== "", onEdit: () => setProblem("") };
  return (
    <main class="sign-in">
      <form class="sign-in-form" ref={form} onSubmit={submit}>
        <h1 class="wordmark">
          <img src={icon} width="28" height="28" alt="" /> zonetag
        </h1>
        <p class="lead">{lead}</p>
        {isByToken ? (
          <SecretField
            key="token"
            name="apiToken"
            label={texts.signIn.apiToken}
            complete="off"
            {...fieldProps}
          />
        ) : (
          <PasswordFields key="password" {...fieldProps} />
        )}
        <p class="problem sign-in-problem" role="alert" id="sign-in-problem">
          {problem}
        </p>
        <button type="submit" class="button button-primary" disabled={isBusy}>
          {isBusy ? texts.signIn.busy : texts.signIn.submit}
        </button>
        <button
          type="button"
          class="button button-plain"
          onClick={() => {
            setProblem("");
            setByToken(!isByToken);
          }}
        >
          {isByToken ? texts.signIn.usePassword : texts.signIn.useToken}
        </button>
        <p class="hint sign-in-wait" role="status">
          {wait}
        </p>
      </form>
    </main>
  );
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
