/** Settings of the signed-in user: name, language, e-mail address, password. */
import { useState } from "preact/hooks";
import { useData } from "../app/managementData.ts";
import { readSession } from "../app/session.ts";
import { isLanguage, LANGUAGES, useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { Choice, Field } from "../ui/fields.tsx";
import { useSaving } from "../ui/useSaving.ts";
import { NotedPassword } from "./NotedPassword.tsx";
import { OwnAddress } from "./OwnAddress.tsx";
import { PersonForm, usePersonForm, useUnsaved } from "./PersonForm.tsx";
import { usePeopleTexts } from "./peopleTexts.ts";

export function OwnSettings() {
  const { settings: texts, users } = usePeopleTexts();
  const { client, account, onEnter, onSettings } = useData();
  const { details } = account;
  const { user } = details;
  const { language } = useLocale();
  const form = usePersonForm({ name: user?.name ?? "", language }, "user");
  const { values, edits, set, saving } = form;
  const save = () =>
    void form.save(async () => {
      const name = values.name.trim();
      // The name only where it was changed here: another browser may have changed it since.
      const body = { language: values.language, ...(edits.name !== undefined && { name }) };
      await client.request({ method: "PATCH", path: "/v2/user", body });
      onSettings({ language: values.language });
      if (user && edits.name !== undefined)
        onEnter({ ...account, details: { ...details, user: { ...user, name } } });
    });
  return (
    <PersonForm title={texts.person} {...form.card} onSubmit={save}>
      <Field
        label={users.name}
        value={values.name}
        problem={saving.problems.name}
        onInput={(name) => set({ name })}
        isRequired
      />
      <OwnAddress />
      <Choice
        label={texts.language}
        value={values.language}
        options={Object.entries(LANGUAGES).map(([key, label]) => ({ key, label }))}
        onInput={(key) => isLanguage(key) && set({ language: key })}
      />
    </PersonForm>
  );
}

const NONE = { current: "", next: "" };

/**
 * The other sessions and tokens of the user end; this one continues with a new cookie. Passwords have no draft: the tab's
 * storage would keep them.
 */
export function OwnPassword() {
  const { settings: texts } = usePeopleTexts();
  const { setPassword } = useTexts();
  const { client, account, onEnter } = useData();
  const saving = useSaving();
  const [values, setValues] = useState(NONE);
  useUnsaved(values.current !== "" || values.next !== "");
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
    <PersonForm
      title={texts.password}
      submit={texts.changePassword}
      saved={texts.passwordChanged}
      saving={saving}
      onSubmit={save}
    >
      {/* Password managers store the new password for this name. */}
      <input hidden autocomplete="username" readOnly value={account.details.username} />
      <NotedPassword
        label={texts.current}
        autocomplete="current-password"
        problem={saving.problems.currentPassword}
        {...field("current")}
      />
      <NotedPassword
        label={setPassword.password}
        autocomplete="new-password"
        hint={setPassword.rule}
        problem={saving.problems.password}
        {...field("next")}
      />
    </PersonForm>
  );
}
