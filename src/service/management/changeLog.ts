/** Log of changes as the interface returns it, with one item for each changed entry. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { AUDIT_KINDS } from "../../protocol/people.ts";
import { createFinder, type Entry, LISTS, type ListsOfEntries } from "../catalogue/document.ts";
import { locateLiveCatalogue, readHistory } from "../catalogue/logFiles.ts";
import {
  type ChangeLine,
  type PutReference,
  type RecordedPut,
  writeNeedle,
  writeRequestNeedle,
} from "../catalogue/logLine.ts";
import { pickPart, revertPut } from "../catalogue/recordPuts.ts";
import { withoutSignIn } from "../catalogue/signIns.ts";
import { atPlace, type StoredChange } from "../catalogue/storedChange.ts";
import { readFileLines, readWhole } from "../files/lineFile.ts";
import { createSlices } from "../runtime/slices.ts";
import { isObject } from "../values/object.ts";
import { MAX_RESULT } from "./listAnswer.ts";
import { ChangeRefused } from "./refusal.ts";

export interface LoggedChange
  extends Omit<ChangeLine, "format" | "sequence" | "id" | "previous" | "put" | "request" | "requestDigest"> {
  /** Absent, like `request`, for changes made by earlier versions of the service. */
  sequence?: number;
  request?: string;
  action: "create" | "change";
  /** A list of the catalogue, or `creatives`. */
  kind: string;
  id: number;
  /** All entries of a bulk change; `before` and `after` are those of `id`. */
  ids?: number[];
  /** The account that the entry belongs to. */
  owner: number;
  /** Campaign of a changed creative, with its name at that time. */
  campaign?: { id: number; name: string };
  /** Entry before the change; absent when the entry was created. */
  before?: unknown;
  after: unknown;
}

/** Kinds of entries that changes are listed of. */
export const CHANGE_KINDS = [...LISTS, "creatives", ...AUDIT_KINDS] as const;

export interface ChangeQuery {
  kind?: string;
  id?: number;
  /** Changes of a campaign and of its creatives. */
  campaign?: number;
  /** Idempotency key of the request. */
  request?: string;
  /** Number of a change. Each entry that it changed is an item of its own, with its values. */
  sequence?: number;
  /** Gets changes without their values. */
  isVisible: (change: LoggedChange) => boolean;
  limit: number;
  offset: number;
}

export interface ChangeLog {
  /** Lists changes, newest first. `others`: entries of another log to merge by time, newest first, all of them selected. */
  list<O extends { time: string } = never>(
    query: ChangeQuery,
    others?: readonly O[],
  ): Promise<{ count: number; entries: (LoggedChange | O)[] }>;
  /** Yields the values before and after each change, as far as they are stored. */
  readValues(): AsyncIterable<unknown>;
}

/** The live catalogue. */
interface Current {
  readonly document: ListsOfEntries;
  /** Number of the last change in `document`. */
  readonly sequence: number;
}

const NOTHING: Current = { document: {}, sequence: 0 };

/** Change log of a data folder. */
export class FolderChanges implements ChangeLog {
  readonly #data: string;
  readonly #live: Current;
  readonly #refresh: () => Promise<void>;

  /** `live`: absent for a declared catalogue. `refresh`: brings the changes of other nodes into the folder. */
  constructor(data: string, live = NOTHING, refresh = async () => {}) {
    this.#data = data;
    this.#live = live;
    this.#refresh = refresh;
  }

  async list<O extends { time: string } = never>(query: ChangeQuery, others: readonly O[] = []) {
    await this.#refresh();
    const { document, sequence } = this.#live;
    const page = new ChangePage(query, others);
    for await (const line of readHistory(this.#folder, findNeedle(query)))
      if (line.sequence <= sequence) page.addLine(line, await describeLine(line));
    for await (const change of readEarlierChanges(this.#data)) page.add({ change });
    page.addOthers();
    const { count, items } = page;
    await addValues(items, this.#folder, { document, sequence });
    return { count, entries: items.map(({ change }) => change) };
  }

  async *readValues() {
    for await (const { put } of readHistory(this.#folder))
      for await (const one of put) yield [one.before, "entry" in one ? one.entry : one.after];
    for await (const { before, after } of readEarlierChanges(this.#data)) yield [before, after];
  }

  get #folder(): string {
    return locateLiveCatalogue(this.#data);
  }
}

/** Returns a text that every matching line contains; undefined when there is none. */
function findNeedle({ kind, id, campaign, request }: ChangeQuery): string | undefined {
  if (request !== undefined) return writeRequestNeedle(request);
  // Creatives are stored with their campaign.
  if (campaign !== undefined) return writeNeedle("campaigns", campaign);
  return kind && id ? writeNeedle(kind, id) : undefined;
}

/** A change with its position in the history; without one, it has its values already. */
interface Item {
  change: LoggedChange;
  /** `at`: position in the line. */
  place?: PutReference & { sequence: number; at: number };
  /** Whether the change only records a request that changed nothing. */
  isUnchanged?: boolean;
}

/** An entry of another log. */
interface Other {
  change: object;
  place?: undefined;
}

/** Counts the changes that match a query, and collects those of its page. */
class ChangePage<O extends { time: string }> {
  count = 0;
  readonly items: (Item | (Other & { change: O }))[] = [];
  readonly #query: ChangeQuery;
  readonly #others: readonly O[];
  /** Number of merged entries of the other log. */
  #merged = 0;

  constructor(query: ChangeQuery, others: readonly O[]) {
    this.#query = query;
    this.#others = others;
  }

  /** Adds the entries of the other log that are newer than a time; by default all. */
  addOthers(time = ""): void {
    for (
      let other = this.#others[this.#merged];
      other && other.time > time;
      other = this.#others[this.#merged]
    ) {
      this.#merged += 1;
      this.#push({ change: other });
    }
  }

  /** Adds the changes of a line. A bulk change is one item: the first match, with the ids of all entries. */
  addLine({ account }: StoredChange, items: readonly Item[]): void {
    // Commands, which apply whole files, have no account.
    if (account.id === 0 || items.length === 1 || this.#query.sequence !== undefined) {
      for (const item of items) this.add(item);
      return;
    }
    const first = items.find((item) => this.#isSelected(item));
    const ids = items.map(({ change }) => change).filter(this.#query.isVisible);
    if (first) this.add({ ...first, change: { ...first.change, ids: ids.map(({ id }) => id) } });
  }

  #isSelected({ change, isUnchanged }: Item): boolean {
    const { kind, id, campaign, request, sequence, isVisible } = this.#query;
    if (sequence !== undefined && change.sequence !== sequence) return false;
    if (isUnchanged && request === undefined) return false;
    if ((kind && change.kind !== kind) || (id !== undefined && change.id !== id)) return false;
    const own = change.kind === "campaigns" ? change.id : change.campaign?.id;
    if (campaign !== undefined && own !== campaign) return false;
    return (request === undefined || change.request === request) && isVisible(change);
  }

  add(item: Item): void {
    if (!this.#isSelected(item)) return;
    this.addOthers(item.change.time);
    this.#push(item);
  }

  #push(item: Item | (Other & { change: O })): void {
    const { limit, offset } = this.#query;
    if (this.count >= offset && this.items.length < limit) this.items.push(item);
    this.count += 1;
  }
}

/** Lists the changes of a line, without their values. */
async function describeLine(line: StoredChange): Promise<Item[]> {
  const { sequence, time, account, user, token, request } = line;
  const items: Item[] = [];
  for await (const put of line.put) {
    const { list, id, creative } = put;
    items.push({
      change: { sequence, time, account, user, token, request, ...describePut(put) },
      place: { sequence, at: items.length, list, id, creative },
      // Only the first entry of a request without effect is recorded.
      isUnchanged: request !== "" && items.length === 0 && hasNoEffect(put),
    });
  }
  return items;
}

function describePut(put: RecordedPut) {
  const { list, id, creative, owner, before } = put;
  const name = "entry" in put ? put.entry.name : put.campaign;
  const old = "entry" in put ? pickPart(put.before, creative) : before;
  return {
    action: old ? ("change" as const) : ("create" as const),
    ...(creative === undefined ? { kind: list, id } : { kind: "creatives", id: creative }),
    owner,
    ...(creative !== undefined && { campaign: { id, name: String(name ?? "") } }),
    after: undefined,
  };
}

function hasNoEffect(put: RecordedPut): boolean {
  return isDeepStrictEqual(put.before, "entry" in put ? put.entry : put.after);
}

/**
 * Adds the values of changed entries: takes back the changes of these entries one by one, beginning with the current
 * ones. Throws an error that names the file and line of a change that does not fit, and `ChangeRefused` when the values
 * are too large for one answer.
 */
async function addValues(items: readonly (Item | Other)[], folder: string, current: Current): Promise<void> {
  const find = createFinder(current.document);
  const listed = new Map<string, LoggedChange>();
  const entries = new Map<string, Entry | undefined>();
  const needles = new Set<string>();
  let oldest = Number.POSITIVE_INFINITY;
  let size = 0;
  for (const item of items) {
    if (!item.place) continue;
    const { change, place } = item;
    oldest = place.sequence;
    listed.set(`${place.sequence} ${place.at}`, change);
    entries.set(nameEntry(place), find(place.list, place.id));
    needles.add(writeNeedle(place.list, place.id));
  }
  if (listed.size === 0) return;
  const [needle] = needles.size === 1 ? needles : [];
  for await (const { sequence, put, place } of readHistory(folder, needle)) {
    if (sequence < oldest) break;
    if (sequence > current.sequence) continue;
    const puts: { put: RecordedPut; name: string; change: LoggedChange | undefined }[] = [];
    let at = 0;
    for await (const one of put) {
      const name = nameEntry(one);
      if (entries.has(name)) puts.push({ put: one, name, change: listed.get(`${sequence} ${at}`) });
      at += 1;
    }
    for (const { put, name, change } of puts.reverse()) {
      const after = "entry" in put ? put.entry : entries.get(name);
      const before = atPlace(place, () => revertPut(after, put));
      entries.set(name, before);
      if (!change) continue;
      const values = showValues(put, before, after);
      size += JSON.stringify(values).length;
      if (size > MAX_RESULT) throw new ChangeRefused(400, { code: "changes-large" });
      Object.assign(change, values);
    }
  }
}

function nameEntry({ list, id }: PutReference): string {
  return `${list} ${id}`;
}

/** Returns the values of the entry or of its creative, without secrets. */
function showValues({ creative }: PutReference, before: Entry | undefined, after: Entry | undefined) {
  const [old, fresh] = [before, after].map((entry) => pickPart(entry, creative));
  return { ...(old && { before: withoutSignIn(old) }), after: fresh && withoutSignIn(fresh) };
}

/** Yields changes by versions that kept the catalogue in a file of the operator, newest first. */
async function* readEarlierChanges(data: string): AsyncGenerator<LoggedChange> {
  const path = join(data, "changes.jsonl");
  if (!existsSync(path)) return;
  const endSlice = createSlices();
  let withdrawn = 0;
  for await (const line of readFileLines(path, true)) {
    const parsed = parseLine((await readWhole(line)).toString("utf8"));
    await endSlice();
    // A `withdrawn` line cancels the change before it.
    if (isObject(parsed) && "withdrawn" in parsed) withdrawn += 1;
    else if (parsed && withdrawn > 0) withdrawn -= 1;
    else if (parsed) yield parsed as LoggedChange;
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
