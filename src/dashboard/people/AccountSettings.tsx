/** Settings of the signed-in account, for its owners: name and time zone of reports. */
import { expectObject } from "../../statistics/body.ts";
import { useData, useTimezones } from "../app/managementData.ts";
import { openAccount } from "../app/session.ts";
import { bindFields, Field } from "../ui/fields.tsx";
import { PersonForm, usePersonForm } from "./PersonForm.tsx";
import { usePeopleTexts } from "./peopleTexts.ts";

export function AccountSettings() {
  const { settings: texts } = usePeopleTexts();
  const { client, account, onEnter } = useData();
  const { details } = account;
  const zones = useTimezones();
  const form = usePersonForm({ name: details.name ?? "", timezone: details.timezone }, "account");
  const save = () =>
    void form.save(async () => {
      // Only what was changed here: another owner may have changed the rest since.
      const body = Object.fromEntries(Object.entries(form.edits).map(([name, text]) => [name, text.trim()]));
      const answer = expectObject(await client.request({ method: "PATCH", path: "/v2/account", body }));
      const [name, timezone] = [String(answer.name), String(answer.timezone)];
      const user = details.user && {
        ...details.user,
        accounts: details.user.accounts.map((each) => (each.id === details.id ? { ...each, name } : each)),
      };
      onEnter(openAccount(account, { ...details, name, timezone, ...(user && { user }) }));
    });
  const input = bindFields(form.values, form.saving.problems, form.set);
  return (
    <PersonForm title={texts.account} {...form.card} onSubmit={save}>
      <Field label={texts.accountName} isRequired {...input("name")} />
      <Field
        label={texts.timezone}
        hint={texts.timezoneHint}
        suggestions={zones}
        isRequired
        {...input("timezone")}
      />
      {/* The accounts of a network may have several currencies. */}
      {details.currency !== "XXX" && <p class="hint">{texts.currency(details.currency)}</p>}
    </PersonForm>
  );
}
