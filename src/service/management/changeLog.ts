/** Log of changes as the interface returns it, with one item for each changed entry. */
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { locateLiveCatalogue, readHistory } from "../catalogue/changeFiles.ts";
import {
  type ChangeLine,
  type RecordedPut,
  writeNeedle,
  writeRequestNeedle,
} from "../catalogue/changeLine.ts";
import type { Entry } from "../catalogue/document.ts";
import { withoutSignIn } from "../catalogue/signIns.ts";
import { isObject } from "../values/object.ts";
import { readSaved } from "../values/savedFile.ts";

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

export interface ChangeQuery {
  kind?: string;
  id?: number;
  /** Changes of a campaign and of its creatives. */
  campaign?: number;
  /** Idempotency key of the request. */
  request?: string;
  isVisible: (change: LoggedChange) => boolean;
  limit: number;
  offset: number;
}

export interface ChangeLog {
  /** Lists changes, newest first. */
  list(query: ChangeQuery): Promise<{ count: number; entries: LoggedChange[] }>;
}

/** Change log of a data folder. */
export class FolderChanges implements ChangeLog {
  readonly #data: string;
  readonly #refresh: () => Promise<void>;

  /** `refresh`: brings the changes of other nodes into the folder. */
  constructor(data: string, refresh = async () => {}) {
    this.#data = data;
    this.#refresh = refresh;
  }

  async list(query: ChangeQuery) {
    await this.#refresh();
    const found = new ChangePage(query);
    const isListed = (line: ChangeLine) => query.request !== undefined || !isUnchanged(line);
    for await (const line of readHistory(locateLiveCatalogue(this.#data), findNeedle(query)))
      if (isListed(line)) found.addLine(describeLine(line), isBulk(line));
    for (const change of await readEarlierChanges(this.#data)) found.add(change);
    return found.result;
  }
}

/** Returns a text that every matching line contains; undefined when there is none. */
function findNeedle({ kind, id, campaign, request }: ChangeQuery): string | undefined {
  if (request !== undefined) return writeRequestNeedle(request);
  // Creatives are stored with their campaign.
  if (campaign !== undefined) return writeNeedle("campaigns", campaign);
  return kind && id ? writeNeedle(kind, id) : undefined;
}

/** Counts the changes that match a query, and collects those of its page. */
class ChangePage {
  readonly result: { count: number; entries: LoggedChange[] } = { count: 0, entries: [] };
  readonly #query: ChangeQuery;

  constructor(query: ChangeQuery) {
    this.#query = query;
  }

  /** Adds the changes of a line. A bulk change is one item: the first match, with the ids of all entries. */
  addLine(changes: readonly LoggedChange[], isOne: boolean): void {
    if (!isOne) {
      for (const change of changes) this.add(change);
      return;
    }
    const first = changes.find((change) => this.#isSelected(change));
    if (first) this.add({ ...first, ids: changes.filter(this.#query.isVisible).map(({ id }) => id) });
  }

  #isSelected(change: LoggedChange): boolean {
    const { kind, id, campaign, request, isVisible } = this.#query;
    if ((kind && change.kind !== kind) || (id !== undefined && change.id !== id)) return false;
    const own = change.kind === "campaigns" ? change.id : change.campaign?.id;
    if (campaign !== undefined && own !== campaign) return false;
    return (request === undefined || change.request === request) && isVisible(change);
  }

  add(change: LoggedChange): void {
    if (!this.#isSelected(change)) return;
    const { limit, offset } = this.#query;
    const { count, entries } = this.result;
    if (count >= offset && entries.length < limit) entries.push(change);
    this.result.count += 1;
  }
}

/** Whether a line only records a request that changed nothing. */
function isUnchanged({ request, put: [first, ...others] }: ChangeLine): boolean {
  return request !== "" && others.length === 0 && isDeepStrictEqual(first?.before, first?.entry);
}

/** Whether an account changed several entries at once. Commands, which apply whole files, have no account. */
function isBulk({ account, put }: ChangeLine): boolean {
  return account.id !== 0 && put.length > 1;
}

/** Lists the changes of a line, without secrets. */
function describeLine({ sequence, time, account, user, token, request, put }: ChangeLine): LoggedChange[] {
  return put.map((one) => ({ sequence, time, account, user, token, request, ...describePut(one) }));
}

function describePut({ list, id, creative, owner, before, entry }: RecordedPut) {
  const [kind, changed] = creative === undefined ? [list, id] : ["creatives", creative];
  const [old, fresh] =
    creative === undefined ? [before, entry] : [before, entry].map((one) => pick(one, creative));
  return {
    action: old ? ("change" as const) : ("create" as const),
    kind,
    id: changed,
    owner,
    ...(creative !== undefined && { campaign: { id, name: String(entry.name ?? "") } }),
    ...(old && { before: withoutSignIn(old) }),
    after: fresh && withoutSignIn(fresh),
  };
}

function pick(campaign: Entry | undefined, creative: number): Entry | undefined {
  const variations = campaign?.variations;
  return Array.isArray(variations) ? variations.find(({ id }) => id === creative) : undefined;
}

/** Reads changes by versions that kept the catalogue in a file of the operator, newest first. */
async function readEarlierChanges(data: string): Promise<LoggedChange[]> {
  const text = (await readSaved(join(data, "changes.jsonl"))) ?? "";
  const changes: LoggedChange[] = [];
  for (const line of text.split("\n")) {
    const parsed = parseLine(line);
    // A `withdrawn` line cancels the change before it.
    if (isObject(parsed) && "withdrawn" in parsed) changes.pop();
    else if (parsed) changes.push(parsed as LoggedChange);
  }
  return changes.reverse();
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
