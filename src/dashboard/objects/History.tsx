/** History of an object: who changed what, and when. */
import type { Change, ManagedKind } from "../../protocol/management.ts";
import { useChanges, useData } from "../app/managementData.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { listDifferences, nameField } from "../ui/useForm.ts";

/** An entry, or a campaign with its creatives. */
export type HistoryOf = { kind: ManagedKind; id: number } | { campaign: number };

/** Loads a history again after a change. */
export function useRefreshHistory(of: HistoryOf): () => void {
  const changes = useChanges(of);
  return () => changes.ask();
}

const NOTHING = "–";
/** Id of an author whom the account does not see. */
const HIDDEN = 0;

export function History(of: HistoryOf) {
  const { campaigns: texts, objects } = useTexts();
  const { tag } = useLocale();
  const changes = useChanges(of);
  const { timezone: timeZone, kind } = useData().account.details;
  const time = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short", timeZone });
  const nameAuthor = ({ account }: Change) =>
    account.id === HIDDEN && kind !== "network" ? objects.network : account.name;
  if (!changes.shown) return null;
  const { data } = changes.shown;
  return (
    <section class="card form broad" aria-label={texts.log}>
      <h2>{texts.log}</h2>
      {data.length === 0 && <p class="hint">{texts.noLog}</p>}
      <ul class="stack tight log">
        {data.map((change) => (
          <li key={`${change.sequence} ${change.time} ${change.kind} ${change.id}`}>
            <span class="hint">{time.format(new Date(change.time))}</span> <b>{nameAuthor(change)}</b>{" "}
            <What {...change} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const SWITCHES = ["active", "deleted"] as const;

/** Describes a change: an action such as "paused", or changed fields; the creative, and the number of entries. */
function What({ before, after, kind, campaign, ids }: Change) {
  const { campaigns: texts, objects } = useTexts();
  const name: unknown = Reflect.get(after, "name") ?? Reflect.get(after, "size");
  const subject = kind === "creatives" && campaign ? objects.creative(String(name), campaign.name) : texts.it;
  const others = ids && ids.length > 1 ? ` ${objects.others(ids.length - 1)}` : "";
  if (!before) return <>{texts.made(subject)}</>;
  const changed = listDifferences(before, after);
  const [only] = changed;
  const field = SWITCHES.find((each) => each === only);
  const state = field && Reflect.get(after, field) === true ? "true" : "false";
  if (field && changed.length === 1) return <>{texts.switched[field][state](subject) + others}</>;
  return (
    <>
      {texts.changed(subject) + others}:
      <Differences before={before} after={after} />
    </>
  );
}

function Differences({ before, after }: { before: object; after: object }) {
  const { fields } = useTexts();
  const write = (entry: object, field: string) => describeValue(Reflect.get(entry, field), fields);
  // Creatives have changes of their own.
  const changed = listDifferences(before, after).filter((field) => field !== "variations");
  return (
    <ul>
      {changed.map((field) => (
        <li key={field}>
          {nameField(field, fields)}: <del>{write(before, field)}</del> → <ins>{write(after, field)}</ins>
        </li>
      ))}
    </ul>
  );
}

/** Formats a value of the catalogue: the entries of lists, and the fields of objects that have a value. */
function describeValue(value: unknown, names: object): string {
  if (Array.isArray(value)) return value.map((each) => describeValue(each, names)).join(", ") || NOTHING;
  if (typeof value !== "object" || value === null) return value === undefined ? NOTHING : String(value);
  const parts = Object.entries(value).map(([field, part]) => [field, describeValue(part, names)] as const);
  const held = parts.filter(([, text]) => text !== NOTHING);
  return held.map(([field, text]) => `${nameField(field, names)} ${text}`).join("; ") || NOTHING;
}
