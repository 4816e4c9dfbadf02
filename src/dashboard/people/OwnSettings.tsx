/** Settings of the signed-in user: name, language, password. */
import { useState } from "preact/hooks";
import { useData } from "../app/managementData.ts";
import { readSession } from "../app/session.ts";
import { isLanguage, LANGUAGES, useLocale } from "../texts/locale.ts";
import { Choice, Field } from "../ui/fields.tsx";
import { useSaving } from "../ui/useSaving.ts";
import { PasswordField } from "./PasswordField.tsx";
import { PersonForm } from "./PersonForm.tsx";
import { usePeopleTexts } from "./peopleTexts.ts";
import { useRefreshAccount } from "./useRefreshAccount.ts";

export function OwnSettings() {
  const { settings: texts, users } = usePeopleTexts();
  const { client, account, onSettings } = useData();
  const refresh = useRefreshAccount();
  const locale = useLocale();
  const { user } = account.details;
  const saving = useSaving();
  const [name, setName] = useState(user?.name ?? "");
  const [language, setLanguage] = useState(locale.language);
  const save = () =>
    void saving.run(async () => {
      const body = { name: name.trim(), language };
      await client.request({ method: "PATCH", path: "/v2/user", body });
      onSettings({ language });
      await refresh();
    });
  return (
    <section class="card stack" aria-label={texts.person}>
      <h2>{texts.person}</h2>
      <PersonForm
        title={texts.person}
        submit={texts.save}
        done={texts.saved}
        isEdited={name !== user?.name}
        saving={saving}
        onSubmit={save}
      >
        <Field label={users.name} value={name} problem={saving.problems.name} onInput={setName} isRequired />
        <Choice
          label={texts.language}
          value={language}
          options={Object.entries(LANGUAGES).map(([key, label]) => ({ key, label }))}
          onInput={(key) => isLanguage(key) && setLanguage(key)}
        />
      </PersonForm>
    </section>
  );
}

const NONE = { current: "", next: "" };

/** The other sessions and tokens of the user end; this one goes on with a new cookie. */
export function OwnPassword() {
  const { settings: texts } = usePeopleTexts();
  const { client, account, onEnter } = useData();
  const saving = useSaving();
  const [values, setValues] = useState(NONE);
  const save = () =>
    void saving.run(async () => {
      const body = { currentPassword: values.current, password: values.next };
      const started = await client.request({ method: "PATCH", path: "/v2/user", body });
      onEnter({ ...account, ...readSession(started) });
      setValues(NONE);
    });
  const field = (name: keyof typeof NONE) => ({
    value: values[name],
    onInput: (value: string) => setValues((last) => ({ ...last, [name]: value })),
  });
  return (
    <section class="card stack" aria-label={texts.password}>
      <h2>{texts.password}</h2>
      <PersonForm
        title={texts.password}
        submit={texts.changePassword}
        done={texts.passwordChanged}
        isEdited={values.current !== "" || values.next !== ""}
        saving={saving}
        onSubmit={save}
      >
        {/* Password managers store the new password for this name. */}
        <input hidden autocomplete="username" readOnly value={account.details.username} />
        <PasswordField
          label={texts.current}
          autocomplete="current-password"
          problem={saving.problems.currentPassword}
          {...field("current")}
        />
        <PasswordField
          label={texts.next}
          autocomplete="new-password"
          hint={texts.rule}
          problem={saving.problems.password}
          {...field("next")}
        />
      </PersonForm>
    </section>
  );
}
