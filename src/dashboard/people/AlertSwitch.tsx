/** Switches the mail about what needs the user in the signed-in account on and off. */
import { useState } from "preact/hooks";
import { findAnswers } from "../app/answers.ts";
import { useDetails } from "../app/dataFrom.ts";
import { useData } from "../app/managementData.ts";
import { useAlertTexts } from "../texts/alerts.ts";
import { useSaving } from "../ui/useSaving.ts";

/** Empty for users to whom the service sends no mails. */
export function AlertSwitch() {
  const texts = useAlertTexts();
  const { client, account, onEnter } = useData();
  const details = useDetails(client);
  // The details stored since the sign-in do not know of a later change in another browser.
  const { id = 0, name = "", kind, user } = details.shown?.data ?? account.details;
  const saving = useSaving(texts.unsure);
  const [wanted, setWanted] = useState<boolean>();
  if (!user?.canReceiveAlerts) return null;
  const isOn = user.alerts?.includes(id) ?? false;
  const change = async (alerts: boolean) => {
    setWanted(alerts);
    await saving.run(async () => {
      await client.request({ method: "PATCH", path: "/v2/user", body: { alerts } });
      const others = user.alerts?.filter((one) => one !== id) ?? [];
      const changed = { ...user, alerts: alerts ? [...others, id] : others };
      const known = findAnswers(client).read("details");
      if (known.data) known.data = { ...known.data, user: changed };
      onEnter({ ...account, details: { ...account.details, user: changed } });
      details.ask();
    });
    setWanted(undefined);
  };
  return (
    <section class="card stack" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <label class="choice">
        <input
          type="checkbox"
          checked={wanted ?? isOn}
          aria-disabled={saving.isBusy}
          onChange={({ currentTarget }) => {
            const { checked } = currentTarget;
            if (saving.isBusy) currentTarget.checked = !checked;
            else void change(checked);
          }}
        />
        <span>{texts.label(name)}</span>
      </label>
      <p class="hint">
        {texts.about[kind]} {texts.hint}
      </p>
      <p class="problem" role="alert">
        {saving.message}
      </p>
      <p class="hint" role="status">
        {saving.isSaved && (isOn ? texts.on : texts.off)}
      </p>
    </section>
  );
}
