/** Says whether the user's e-mail address is confirmed, and mails a link for confirming it. */
import { useState } from "preact/hooks";
import type { SentMail } from "../../protocol/people.ts";
import { StatisticsError } from "../../statistics/statistics.ts";
import { onFirstClick } from "../ui/clicks.ts";
import { useSaving } from "../ui/useSaving.ts";
import { usePeopleTexts } from "./peopleTexts.ts";
import { useOwnUser } from "./useOwnUser.ts";
import { useExplainMail, usePeople } from "./usePeople.ts";

/** Empty for user names, and for addresses that the service cannot confirm because it sends no mails. */
export function OwnAddress() {
  const { settings: texts } = usePeopleTexts();
  const { user, ask } = useOwnUser();
  const people = usePeople();
  const saving = useSaving();
  const explainMail = useExplainMail();
  const [mail, setMail] = useState<SentMail>();
  const { email, emailConfirmed, canConfirmEmail } = user ?? {};
  if (email === undefined || !(emailConfirmed || canConfirmEmail)) return null;
  if (emailConfirmed) return <p class="hint">{texts.confirmed(email)}</p>;
  const send = async () => {
    setMail(undefined);
    try {
      setMail(await people.sendConfirmation());
    } catch (error) {
      if (!(error instanceof StatisticsError) || error.refusal?.code !== "email-confirmed") throw error;
      ask();
    }
  };
  const sent = mail && (mail.message ? explainMail(email, mail) : texts.confirmationSent(email));
  return (
    <div class="stack tight start">
      <p>{texts.unconfirmed(email)}</p>
      <button
        type="button"
        class="button"
        aria-disabled={saving.isBusy}
        onClick={onFirstClick(() => void saving.run(send))}
      >
        {texts.confirm}
      </button>
      <div class="reserved hint" data-longest={texts.confirmationSent(email)}>
        <p class="problem" role="alert">
          {saving.message || (mail?.state === "failed" && sent)}
        </p>
        <p role="status">{mail?.state !== "failed" && sent}</p>
      </div>
    </div>
  );
}
