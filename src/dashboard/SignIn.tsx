/** The way in: by user name and password, or by API token. */
import { useState } from "preact/hooks";
import icon from "./icon.svg";
import { type Account, type SignInWith, signIn } from "./session.ts";

export interface SignInProps {
  /** Why a person has to sign in again. */
  reason: string | undefined;
  onSignedIn(account: Account): void;
}

export function SignIn({ reason, onSignedIn }: SignInProps) {
  const [byToken, setByToken] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wait, setWait] = useState("");
  const [error, setError] = useState<string>();

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    setError(undefined);
    try {
      const onWait = ({ milliseconds }: { milliseconds: number }) =>
        setWait(`The service is busy; trying again in ${Math.ceil(milliseconds / 1000)} s.`);
      onSignedIn(await signIn(credentialsOf(fields), onWait));
    } catch (problem) {
      setError((problem as Error).message);
    } finally {
      setWait("");
      setBusy(false);
    }
  }

  return (
    <main class="sign-in">
      <form class="sign-in-form" onSubmit={submit}>
        <h1 class="wordmark">
          <img src={icon} width="28" height="28" alt="" /> zonetag
        </h1>
        <p class="lead">{reason ?? "Sign in to see your statistics."}</p>
        {byToken ? <TokenField key="token" /> : <PasswordFields key="password" />}
        <p class="problem" role="alert">
          {error}
        </p>
        <button type="submit" class="button button-primary" disabled={busy}>
          {busy ? "Signing in…" : "Sign in"}
        </button>
        <button type="button" class="button button-plain" onClick={() => setByToken(!byToken)}>
          {byToken ? "Use a user name and password" : "Use an API token"}
        </button>
        <p class="hint" role="status">
          {wait}
        </p>
      </form>
    </main>
  );
}

function PasswordFields() {
  return (
    <>
      <label class="field">
        <span>User name</span>
        <input name="username" autocomplete="username" autocapitalize="none" spellcheck={false} required />
      </label>
      <label class="field">
        <span>Password</span>
        <input name="password" type="password" autocomplete="current-password" required />
      </label>
    </>
  );
}

function TokenField() {
  return (
    <label class="field">
      <span>API token</span>
      <input name="apiToken" type="password" autocomplete="off" required />
    </label>
  );
}

function credentialsOf(fields: FormData): SignInWith {
  const text = (name: string) => String(fields.get(name) ?? "");
  if (fields.has("apiToken")) return { apiToken: text("apiToken").trim() };
  return { username: text("username"), password: text("password") };
}
