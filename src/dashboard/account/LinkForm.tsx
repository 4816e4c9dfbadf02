/** Page of a single-use link: sends the entered values with the link's token, then signs in. */
import { useEffect, useId, useState } from "preact/hooks";
import { createRefusal, StatisticsError } from "../../statistics/errors.ts";
import icon from "../app/icon.svg";
import { type Account, baseUrl, signIn } from "../app/session.ts";
import { translate } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { PasswordField } from "../ui/PasswordField.tsx";

export interface LinkPageProps {
  token: string;
  onSignedIn(account: Account): void;
  /** Shows the sign-in form, which asks for the code of a second factor, with this sentence above its fields. */
  onCodeNeeded(lead: string): void;
}

interface LinkFormProps extends LinkPageProps {
  /** Path of the request that sends the link's token. */
  path: string;
  /** Path of the request for the user name of the link, for password managers; absent where the user chooses it. */
  namePath?: string;
  lead: string;
  submit: string;
  fields: readonly LinkField[];
}

interface LinkField {
  name: string;
  label: string;
  autocomplete: "organization" | "username" | "new-password";
}

export function LinkForm({ token, path, namePath, lead, submit: action, fields, ...next }: LinkFormProps) {
  const locale = useLocale();
  const { setPassword } = useTexts();
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [username, setUsername] = useState<string>();
  const explain = (error: StatisticsError) => {
    const [problem = { message: error.message, ...error.refusal, keys: [""] }] = error.problems;
    const label = fields.find(({ name }) => name === problem.keys[0])?.label;
    setProblem(`${label ? `${label}: ` : ""}${translate(problem, locale)}`);
  };
  useEffect(() => {
    if (!namePath) return;
    post(namePath, { token }).then(
      // A link that is no longer valid is refused before a password is entered.
      (answer) => (answer instanceof StatisticsError ? explain(answer) : setUsername(answer.username)),
      // The form works without the name.
      () => {},
    );
  }, [namePath, token]);
  const send = async (entered: Record<string, string>) => {
    const answer = await post(path, { token, ...entered });
    if (!(answer instanceof StatisticsError)) {
      const { password = "" } = entered;
      return signIn({ username: answer.username, password }, () => {}).then(
        next.onSignedIn,
        (error: unknown) => {
          if (!(error instanceof StatisticsError) || error.refusal?.code !== "second-factor-missing")
            throw error;
          // The link is used up.
          history.replaceState(null, "", location.pathname + location.search);
          next.onCodeNeeded(setPassword.needsCode);
        },
      );
    }
    explain(answer);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const entered = fields.map(({ name }) => [name, String(data.get(name) ?? "")]);
    await send(Object.fromEntries(entered)).catch(() => setProblem(locale.texts.errors.server));
    setBusy(false);
  };
  return (
    <form class="sign-in-form" onSubmit={submit}>
      <h1 class="wordmark">
        <img src={icon} width="28" height="28" alt="" /> zonetag
      </h1>
      <p class="lead">{lead}</p>
      {namePath && (
        <label class="field">
          <span>{locale.texts.signIn.login}</span>
          <input autocomplete="username" readOnly value={username} />
        </label>
      )}
      {fields.map((field) => (
        <LinkInput key={field.name} {...field} onEdit={() => setProblem("")} />
      ))}
      <p class="problem outcome" role="alert">
        {problem}
      </p>
      <button type="submit" class="button button-primary" disabled={isBusy}>
        {action}
      </button>
    </form>
  );
}

/** A password has its rule below the field. */
function LinkInput({ name, label, autocomplete, onEdit }: LinkField & { onEdit(): void }) {
  const { rule } = useTexts().setPassword;
  const id = useId();
  if (autocomplete === "new-password")
    return (
      <PasswordField name={name} label={label} autocomplete={autocomplete} describedBy={id} onInput={onEdit}>
        <p class="hint" id={id}>
          {rule}
        </p>
      </PasswordField>
    );
  return (
    <label class="field">
      <span>{label}</span>
      <input
        name={name}
        autocomplete={autocomplete}
        autocapitalize={autocomplete === "username" ? "none" : undefined}
        spellcheck={false}
        required
        onInput={onEdit}
      />
    </label>
  );
}

/** Resolves with the user name to sign in as, or with the refusal. */
async function post(
  path: string,
  body: Record<string, string>,
): Promise<{ username: string } | StatisticsError> {
  const response = await fetch(new URL(path, baseUrl), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  // Set-up links are answered without a body.
  const answer = response.status === 204 ? {} : await response.json();
  if (!response.ok) return createRefusal(response.status, answer);
  const { username = body.username ?? "" }: { username?: string } = answer;
  return { username };
}
