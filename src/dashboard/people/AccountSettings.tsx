/** Settings of the signed-in account, for its owners: name and time zone of reports. */
import { useState } from "preact/hooks";
import { useData, useTimezones } from "../app/managementData.ts";
import { Field } from "../ui/fields.tsx";
import { useSaving } from "../ui/useSaving.ts";
import { PersonForm } from "./PersonForm.tsx";
import { usePeopleTexts } from "./peopleTexts.ts";
import { useRefreshAccount } from "./useRefreshAccount.ts";

export function AccountSettings() {
  const { settings: texts } = usePeopleTexts();
  const { client, account } = useData();
  const { name: savedName = "", timezone: savedZone, currency } = account.details;
  const saving = useSaving();
  const zones = useTimezones();
  const [name, setName] = useState(savedName);
  const [timezone, setTimezone] = useState(savedZone);
  const refresh = useRefreshAccount();
  const save = () =>
    void saving.run(async () => {
      // Only what was changed here: somebody else may have changed the rest.
      const body = {
        ...(name !== savedName && { name: name.trim() }),
        ...(timezone !== savedZone && { timezone: timezone.trim() }),
      };
      await client.request({ method: "PATCH", path: "/v2/account", body });
      await refresh();
    });
  return (
    <section class="card stack" aria-label={texts.account}>
      <h2>{texts.account}</h2>
      <PersonForm
        title={texts.account}
        submit={texts.save}
        done={texts.saved}
        isEdited={name !== savedName || timezone !== savedZone}
        saving={saving}
        onSubmit={save}
      >
        <Field
          label={texts.accountName}
          value={name}
          problem={saving.problems.name}
          onInput={setName}
          isRequired
        />
        <Field
          label={texts.timezone}
          hint={texts.timezoneHint}
          value={timezone}
          problem={saving.problems.timezone}
          suggestions={zones}
          onInput={setTimezone}
          isRequired
        />
      </PersonForm>
      <p class="hint">{texts.currency(currency)}</p>
    </section>
  );
}
