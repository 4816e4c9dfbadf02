/** Page of all changes that the account sees: who changed what, when and how, with filters in the address. Loaded on demand. */
import { useState } from "preact/hooks";
import { AUDIT_KINDS } from "../../protocol/people.ts";
import type { AccountKind } from "../../protocol/statistics.ts";
import { usePageAnswer } from "../app/answers.ts";
import { useIsEditable } from "../app/editing.tsx";
import { useCountries, useData } from "../app/managementData.ts";
import { useRouter } from "../app/router.ts";
import { useAddressPart } from "../app/useAddressPart.ts";
import { findPage } from "../objects/addresses.ts";
import { describeChange } from "../objects/changeSentences.ts";
import { Pages } from "../reports/table/Pager.tsx";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { useMoment } from "../texts/moment.ts";
import { Choice, Field } from "../ui/fields.tsx";
import { Link } from "../ui/Link.tsx";
import { Loading } from "../ui/Loading.tsx";
import { type AccessFormats, describeAccess } from "./accessSentences.ts";
import { type AnyChange, findGrouping, findWay, isCatalogueChange, parseFilter } from "./changeFilter.ts";
import { localizePeople } from "./localizePeople.tsx";
import { usePeopleTexts } from "./peopleTexts.ts";
import { UndoButton } from "./UndoButton.tsx";
import { isUndoable } from "./undoChange.ts";
import { useUsers } from "./usePeople.ts";

const PER_PAGE = 50;

export const ChangesPage = localizePeople(Changes);

function Changes() {
  const { changes: texts } = usePeopleTexts();
  const { client, management } = useData();
  const { search } = useRouter();
  const [page, setPage] = useAddressPart("page");
  const filter = parseFilter(search);
  const offset = (Math.max(1, Number(page) || 1) - 1) * PER_PAGE;
  const options = { ...filter, limit: PER_PAGE, offset };
  const question = JSON.stringify(options);
  const list = usePageAnswer(client, `all changes ${question}`, (signal) =>
    management.changes(options, { signal }),
  );
  const [last, setUndone] = useState<Undone>();
  const undone = last?.question === question ? last : undefined;
  const { count = 0, entries = [] } = list.shown?.data ?? {};
  const pages = Math.ceil(count / PER_PAGE);
  return (
    <section class="card stack" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <Filters />
      {!list.shown && <Loading answers={[list]} />}
      {list.shown && count === 0 && <p class="hint">{texts.none}</p>}
      {/* Undoing makes changes, too, which may move the undone one to the next page. */}
      <p class="hint" role="status">
        {undone?.outcome &&
          !entries.some((change) => writeKey(change) === undone.key) &&
          `${undone.sentence} ${undone.outcome}`}
      </p>
      <ul class="stack log people" aria-busy={list.isStale}>
        {entries.map((change) => (
          <ChangeLine
            key={writeKey(change)}
            change={change}
            outcome={undone?.key === writeKey(change) ? undone.outcome : ""}
            onUndone={(sentence, outcome) => {
              setUndone({ question, key: writeKey(change), sentence, outcome });
              list.ask();
            }}
          />
        ))}
      </ul>
      {pages > 1 && (
        <Pages
          page={offset / PER_PAGE + 1}
          last={pages}
          onTurn={(next) => setPage(next > 1 ? String(next) : "")}
        />
      )}
    </section>
  );
}

/** The change that was undone last. */
interface Undone {
  /** Filter and page of the list that it was undone in. */
  question: string;
  key: string;
  /** The change in words. */
  sentence: string;
  outcome: string;
}

function writeKey({ time, kind, id, action }: AnyChange): string {
  return `${time} ${kind} ${id} ${action}`;
}

/** Kinds of entries that each kind of account has. */
const OWN_KINDS = {
  network: ["accounts", "sites", "zones", "campaigns", "creatives"],
  publisher: ["accounts", "sites", "zones"],
  advertiser: ["accounts", "campaigns", "creatives"],
} as const satisfies Record<AccountKind, readonly string[]>;

function Filters() {
  const { changes: texts } = usePeopleTexts();
  const { access, kind: own, user: self } = useData().account.details;
  const [user, setUser] = useAddressPart("user", ["page"]);
  const [kind, setKind] = useAddressPart("kind", ["page", "id", "campaign"]);
  const [id, setId] = useAddressPart("id", ["page"]);
  const [campaign, setCampaign] = useAddressPart("campaign", ["page"]);
  const [from, setFrom] = useAddressPart("from", ["page"]);
  const [to, setTo] = useAddressPart("to", ["page"]);
  const object = id || campaign;
  const kinds = [...OWN_KINDS[own], ...AUDIT_KINDS];
  const shownKind = campaign ? "campaigns" : (kinds.find((each) => each === kind) ?? "");
  return (
    <div class="stack tight">
      <div class="grid filter-fields">
        {access === "owner" && self && <PersonChoice value={user} onInput={setUser} />}
        <Choice
          label={texts.kind}
          value={shownKind}
          options={[
            { key: "", label: texts.every },
            ...kinds.map((key) => ({ key, label: texts.kinds[key] })),
          ]}
          onInput={setKind}
        />
        <Field label={texts.from} type="date" value={from} onInput={setFrom} />
        <Field label={texts.to} type="date" value={to} onInput={setTo} />
      </div>
      {object && (
        <p class="row">
          <span>{texts.only(shownKind ? texts.kinds[shownKind] : "", object)}</span>
          <button type="button" class="button" onClick={() => (id ? setId("") : setCampaign(""))}>
            {texts.all}
          </button>
        </p>
      )}
    </div>
  );
}

function PersonChoice(props: { value: string; onInput(value: string): void }) {
  const { changes: texts } = usePeopleTexts();
  const users = useUsers().shown?.data ?? [];
  const options = users.map(({ id, name }) => ({ key: String(id), label: name }));
  return (
    <Choice label={texts.person} options={[{ key: "", label: texts.everybody }, ...options]} {...props} />
  );
}

function useDescribe(): (change: AnyChange) => string {
  const people = usePeopleTexts();
  const texts = useTexts();
  const { tag } = useLocale();
  const countries = useCountries();
  const { kind, currency } = useData().account.details;
  const formats: AccessFormats = {
    texts,
    people,
    tag,
    currency,
    isNetwork: kind === "network",
    nameCountry: (code) => countries.find(({ iso3 }) => iso3 === code)?.name ?? code,
  };
  return (change) =>
    isCatalogueChange(change) ? describeChange(change, formats, false) : describeAccess(change, formats);
}

interface ChangeLineProps {
  change: AnyChange;
  /** What came of undoing it; empty before. */
  outcome: string;
  onUndone(sentence: string, outcome: string): void;
}

function ChangeLine({ change, outcome, onUndone }: ChangeLineProps) {
  const { changes: texts } = usePeopleTexts();
  const formatMoment = useMoment();
  const sentence = useDescribe()(change);
  const { kind } = useData().account.details;
  const isEditable = useIsEditable();
  const way = findWay(change);
  const address = "address" in change ? change.address : undefined;
  const facts = [formatMoment(change.time), way && texts.ways[way], address].filter(Boolean);
  return (
    <li class="row loose">
      <span class="person">
        <span class="hint">{facts.join(" · ")}</span>
        <br />
        {sentence} <ObjectLink change={change} />
      </span>
      {isEditable && isCatalogueChange(change) && isUndoable(change, kind) && (
        <UndoButton
          change={change}
          sentence={sentence}
          outcome={outcome}
          onDone={(said) => onUndone(sentence, said)}
        />
      )}
    </li>
  );
}

/** Opens the changed entry, where the account has a page of it. */
function ObjectLink({ change }: { change: AnyChange }) {
  const { changes: texts } = usePeopleTexts();
  const { pages } = useRouter();
  if (!isCatalogueChange(change)) return null;
  const address = findPage(findGrouping(change), change.id, pages);
  const name: unknown = Reflect.get(change.after, "name") ?? `#${change.id}`;
  return address ? <Link to={address}>{texts.open(String(name))}</Link> : null;
}
