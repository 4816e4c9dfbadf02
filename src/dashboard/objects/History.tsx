/** History of an object: who changed what, and when. */
import type { ManagedKind } from "../../protocol/management.ts";
import { useChanges, useData } from "../app/managementData.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { useMoment } from "../texts/moment.ts";
import { Link } from "../ui/Link.tsx";
import { linkToChanges } from "./addresses.ts";
import { describeChange } from "./changeSentences.ts";

/** An entry, or a campaign with its creatives. */
export type HistoryOf = { kind: ManagedKind; id: number } | { campaign: number };

/** Loads a history again after a change. */
export function useRefreshHistory(of: HistoryOf): () => void {
  const changes = useChanges(of);
  return () => changes.ask();
}

export function History(of: HistoryOf) {
  const texts = useTexts();
  const { log, noLog } = texts.campaigns;
  const { tag } = useLocale();
  const changes = useChanges(of);
  const formatMoment = useMoment();
  const { kind, currency } = useData().account.details;
  if (!changes.shown) return null;
  const { data } = changes.shown;
  const formats = { texts, tag, currency, isNetwork: kind === "network" };
  return (
    <section class="card form broad" aria-label={log}>
      <h2>{log}</h2>
      {data.length === 0 && <p class="hint">{noLog}</p>}
      <ul class="stack tight log">
        {data.map((change) => (
          <li key={`${change.sequence} ${change.time} ${change.kind} ${change.id}`}>
            <span class="hint">{formatMoment(change.time)}</span> {describeChange(change, formats, true)}
          </li>
        ))}
      </ul>
      <p>
        <Link to={linkToChanges(of)}>{texts.objects.allChanges}</Link>
      </p>
    </section>
  );
}
