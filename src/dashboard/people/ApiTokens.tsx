/** API tokens of an account: made, shown once, listed with their last use, and ended. */
import { useState } from "preact/hooks";
import { type ApiToken, TOKEN_ROLES } from "../../protocol/people.ts";
import { useMoment } from "../texts/moment.ts";
import { Choice, Field } from "../ui/fields.tsx";
import { Loading } from "../ui/Loading.tsx";
import { Secret } from "../ui/Secret.tsx";
import { useSaving } from "../ui/useSaving.ts";
import { PersonForm, usePersonForm } from "./PersonForm.tsx";
import { usePeopleTexts } from "./peopleTexts.ts";
import { usePeople, useTokens } from "./usePeople.ts";

/** `account`: by default the signed-in one. */
export function ApiTokens({ account }: { account?: number }) {
  const { tokens: texts, users } = usePeopleTexts();
  const people = usePeople();
  const list = useTokens(account);
  const saving = useSaving(users.unsure);
  const [made, setMade] = useState<{ name: string; token: string }>();
  const [done, setDone] = useState("");
  if (!list.shown) return <Loading answers={[list]} />;
  const end = async ({ id, name }: ApiToken) => {
    if (!confirm(texts.endAsked(name))) return;
    setMade(undefined);
    setDone("");
    const isEnded = await saving.run(() => people.revokeToken(id, { account }));
    if (isEnded) setDone(texts.ended(name));
    list.ask();
  };
  return (
    <>
      <section class="card stack" aria-label={texts.title}>
        <h2>{texts.title}</h2>
        <p class="hint">{texts.hint}</p>
        {list.shown.data.length === 0 && <p>{texts.none}</p>}
        <ul class="stack log people">
          {list.shown.data.map((token) => (
            <li key={token.id} class="row loose">
              <TokenLine token={token} />
              {!token.declared && (
                <button
                  type="button"
                  class="button"
                  aria-label={`${texts.end}: ${token.name}`}
                  onClick={() => void end(token)}
                >
                  {texts.end}
                </button>
              )}
            </li>
          ))}
        </ul>
        <p class="problem" role="alert">
          {saving.message}
        </p>
        <p class="hint" role="status">
          {done}
        </p>
        {made && (
          <Secret
            label={texts.made(made.name)}
            hint={texts.madeHint}
            copyLabel={texts.copy}
            text={made.token}
          />
        )}
      </section>
      <NewToken
        account={account}
        onMade={(token) => {
          setDone("");
          setMade(token);
          list.ask();
        }}
      />
    </>
  );
}

function TokenLine({ token }: { token: ApiToken }) {
  const { tokens: texts, users } = usePeopleTexts();
  const formatMoment = useMoment();
  const { name, role, created_by, expires_at, last_use, declared } = token;
  const parts = [
    users.roles[role],
    declared ? users.declared : created_by ? texts.by(created_by.name) : texts.unknownMaker,
    last_use ? texts.lastUse(formatMoment(last_use)) : texts.unused,
    expires_at ? texts.until(formatMoment(expires_at)) : texts.forever,
  ];
  return (
    <span class="person">
      <b>{name}</b> <span class="hint">{parts.join(" · ")}</span>
    </span>
  );
}

const EMPTY: { name: string; days: string; role: ApiToken["role"] } = {
  name: "",
  days: "365",
  role: "viewer",
};
const MAX_DAYS = 3650;

interface NewTokenProps {
  account: number | undefined;
  onMade(token: { name: string; token: string }): void;
}

function NewToken({ account, onMade }: NewTokenProps) {
  const { tokens: texts, users } = usePeopleTexts();
  const people = usePeople();
  const form = usePersonForm(EMPTY, `tokens new ${account}`, users.unsure);
  const { values, set, saving } = form;
  const make = () => {
    const { name, days, role } = values;
    if (!areDays(days)) return saving.refuse({ days: texts.wrongDays });
    void form.save(async () => {
      const kept = days.trim() ? { days: Number(days) } : {};
      onMade(await people.createToken({ name: name.trim(), role, account, ...kept }));
    });
  };
  return (
    <PersonForm title={texts.make} submit={texts.make} saved="" {...form.card} onSubmit={make}>
      <Field
        label={texts.name}
        value={values.name}
        problem={saving.problems.name}
        onInput={(name) => set({ name })}
        isRequired
      />
      <Choice
        label={users.role}
        value={values.role}
        options={TOKEN_ROLES.map((key) => ({ key, label: users.roles[key] }))}
        onInput={(key) => set({ role: TOKEN_ROLES.find((each) => each === key) ?? values.role })}
      />
      <Field
        label={texts.days}
        hint={texts.daysHint}
        value={values.days}
        problem={saving.problems.days}
        inputMode="numeric"
        onInput={(days) => set({ days })}
      />
    </PersonForm>
  );
}

/** Whether a text is a number of days that a token can be valid, or empty. */
export function areDays(text: string): boolean {
  const days = text.trim();
  return days === "" || (/^\d{1,4}$/.test(days) && Number(days) >= 1 && Number(days) <= MAX_DAYS);
}
