/**
 * Collection that the service owns and changes entry by entry. Each change is durable before it takes effect. The lines
 * are stored in the data folder; nodes that share a Redis first append them to Redis, which decides their order.
 */

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Problem, writeProblem } from "../../protocol/problems.ts";
import { SetAside, type SetAsideNotice } from "../journal/setAside.ts";
import type { Awaitable } from "../runtime/awaitable.ts";
import { SerialQueue } from "../runtime/serialQueue.ts";
import { runInSlices, type Sliced } from "../runtime/slices.ts";
import { describeWithoutPaths } from "../runtime/thrown.ts";
import { CatalogueError } from "./catalogue.ts";
import type { Reloading } from "./catalogueSource.ts";
import {
  createFinder,
  type FindEntry,
  type ListsOfEntries,
  listEntries,
  type Put,
  putEntries,
} from "./document.ts";
import { FolderLog, type FolderOptions } from "./folderLog.ts";
import {
  type ChangeLine,
  digestDocument,
  FORMAT,
  type KeptLine,
  keepChange,
  type Position,
  type PutReference,
  type RecordedPut,
  SNAPSHOT_FORMAT,
  type Snapshot,
} from "./logLine.ts";
import { recordPuts, restorePuts } from "./recordPuts.ts";
import { compareLines, type SharedLog } from "./replicatedLog.ts";
import { RequestKeys, requireSameRequest } from "./requestKeys.ts";
import { hasSnapshot, writeSnapshot } from "./snapshotFile.ts";
import { bringTogether, type LostChanges, takeShared } from "./synchronizeLog.ts";

/** Collection whose changes are logged: the catalogue, or people. `D`: its lists; `V`: the service's view of them. */
export interface Collection<D extends ListsOfEntries, V> {
  /** Title for messages: "The catalogue". */
  readonly what: "catalogue" | "people";
  /** Name of the collection's subfolder in a data folder. */
  readonly folder: string;
  /** Adds missing lists to a value. */
  toDocument(value: unknown): D;
  /** Throws `CatalogueError`. */
  read(document: D): Sliced<V>;
  /** Adds or replaces entries; validates only their form. Throws `CatalogueError`. */
  put(before: V, puts: readonly Put<string>[]): Sliced<V>;
  /** Checks the relations between entries. `isNew`: whether this node makes the change. Throws `CatalogueError`. */
  check(before: V, after: V, isNew: boolean): Sliced<void>;
  /** Returns the id of the account that an entry belongs to; 0 for a shared one. */
  findOwner(put: Put<string>, find: FindEntry): number;
  /** Called with the entries of a durable change before it is acknowledged. A rejection does not undo the change. */
  onPut?(puts: readonly Put<string>[]): Promise<void>;
}

/** Author of a change. */
export interface ChangeAuthor {
  account: ChangeLine["account"];
  /** Id of the user or API token; both absent for commands. */
  user?: number | undefined;
  token?: number | undefined;
  /** Idempotency key of the request; empty without one. */
  request: string;
  /** Digest of method, path and body of a request with a key. */
  requestDigest?: string | undefined;
  /** Milliseconds since 1970. */
  time: number;
}

/**
 * Returns the entries to put, based on the newest document, whose last change has the number `sequence`. May throw to
 * refuse. Called again when the change must be rebuilt.
 */
type Edit<D, V> = (document: D, value: V, sequence: number) => Awaitable<readonly Put<keyof D & string>[]>;

/** Changes a collection, one change at a time. */
export interface Editor<D, V> {
  /**
   * Resolves once the change is in effect. A repeated request changes nothing and returns the outcome of the first one;
   * another request with its key is refused with `OtherRequestError`.
   * Rejects with the error of `edit`, with `CatalogueError` or with `NotStoredError`; then nothing is changed.
   */
  change(edit: Edit<D, V>, author: ChangeAuthor): Promise<Changed<V>>;
  /** Whether the request was made before, as far as this node knows. */
  isRepeated(author: ChangeAuthor): boolean;
}

/** `put`: the changed entries; empty when nothing changes. */
export interface Changed<V> {
  /** Collection after the change. */
  value: V;
  put: readonly PutReference[];
}

/** A change could not be made durable. It did not take effect, unless the message says that the outcome is unknown. */
export class NotStoredError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(writeProblem(problem));
    this.problem = problem;
  }
}

export interface LiveOptions {
  /** Data folder. The caller must hold its lock. */
  data: string;
  /** Lines shared with other nodes. */
  shared?: SharedLog | undefined;
  /** Milliseconds for which changes stay readable after a snapshot includes them. */
  keepMs?: number;
  /** See `FolderOptions`. */
  segmentBytes?: number;
  /** Reports a failed snapshot, and changes that could not be read or written. */
  onProblem?: (error: unknown) => void;
  /** Reports changes that were discarded in favour of another history. */
  onLost?: (lost: LostChanges) => void;
  /** Reports the end of a file that was cut off. */
  onSetAside?: (notice: SetAsideNotice) => void;
}

const SEGMENT_BYTES = 4 * 1024 ** 2;
/** Maximum attempts to append a change while other nodes append theirs first. */
const MAX_TRIES = 20;

/** Creates a collection in an empty folder. `document` must be validated. */
export async function createCollection(folder: string, document: ListsOfEntries): Promise<void> {
  const isEmpty = Object.values(document).every(({ length }) => length === 0);
  const digest = isEmpty ? "" : digestDocument(document);
  await writeSnapshot(folder, { format: SNAPSHOT_FORMAT, sequence: 0, digest, document });
}

/** Prepares a collection for the service. Calling the result activates it. */
type PrepareValue<V> = (value: V) => Promise<() => void>;

/** A state of the collection. */
interface State<D, V> extends Position {
  document: D;
  value: V;
}

/** State of a collection after it was opened. */
interface Opened<D, V> {
  lines: FolderLog;
  state: State<D, V>;
  keys: RequestKeys;
}

/** A queued change. */
interface Waiting<D, V> {
  edit: Edit<D, V>;
  author: ChangeAuthor;
  isRefused: boolean;
  resolve(changed: Changed<V>): void;
  reject(error: unknown): void;
}

/** A built change that is not yet durable. `recorded` and `put`: empty when nothing changes. */
interface Built<D, V> {
  waiting: Waiting<D, V>;
  changed: Changed<V>;
  recorded: readonly RecordedPut[];
  /** Entries after the change. */
  put: readonly Put<string>[];
}

/** Changes applied to the collection. */
interface Applied<D, V> extends Pick<State<D, V>, "document" | "value"> {
  put: readonly Put<string>[];
}

export class LiveCollection<D extends ListsOfEntries, V> implements Editor<D, V> {
  readonly #collection: Collection<D, V>;
  readonly #lines: FolderLog;
  readonly #shared: SharedLog | undefined;
  readonly #options: LiveOptions;
  /** Runs changes of this node, and checks for changes of other nodes, one at a time. */
  readonly #queue = new SerialQueue();
  #waiting: Waiting<D, V>[] = [];
  #state: State<D, V>;
  #keys: RequestKeys;
  /** Last reported problem; further checks do not report it again. */
  #problem = "";
  #prepare: PrepareValue<V> = async () => () => {};
  #onReload: (problem?: CatalogueError) => void = () => {};

  /** `opened`: result of `openCollection`. */
  protected constructor(collection: Collection<D, V>, opened: Opened<D, V>, options: LiveOptions) {
    this.#collection = collection;
    this.#lines = opened.lines;
    this.#shared = options.shared;
    this.#options = options;
    this.#state = opened.state;
    this.#keys = opened.keys;
  }

  /** Entries as written. Do not modify them. */
  get document(): D {
    return this.#state.document;
  }

  /** Current value. Do not cache it: each change replaces it. */
  get value(): V {
    return this.#state.value;
  }

  /** Number of the last change. */
  get sequence(): number {
    return this.#state.sequence;
  }

  async load(): Promise<V> {
    return this.#state.value;
  }

  watch(prepare: PrepareValue<V>, onReload: (problem?: CatalogueError) => void = () => {}): Reloading {
    this.#prepare = prepare;
    this.#onReload = onReload;
    const unwatch = this.#shared?.watch(() => void this.refresh());
    return {
      reload: () => this.refresh(),
      close: async () => {
        await unwatch?.();
        await this.close();
      },
    };
  }

  /** Applies changes of other nodes. Never rejects: a failure is reported to `onProblem`. */
  refresh(): Promise<void> {
    return this.#queue.run(() => this.#catchUp()).catch((error) => this.#options.onProblem?.(error));
  }

  /** Waits for all queued changes, then closes the files. */
  async close(): Promise<void> {
    await this.#queue.waitForAll();
    await this.#lines.close();
  }

  change(edit: Edit<D, V>, author: ChangeAuthor): Promise<Changed<V>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ edit, author, isRefused: false, resolve, reject });
      // The first run makes all queued changes.
      void this.#queue.run(() => this.#makeWaiting());
    });
  }

  isRepeated(author: ChangeAuthor): boolean {
    return this.#findRequest(author, []) !== undefined;
  }

  async #makeWaiting(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    await this.#makeTogether(waiting);
  }

  /** Makes changes together; an invalid change does not affect the others. */
  async #makeTogether(waiting: readonly Waiting<D, V>[]): Promise<void> {
    try {
      await this.#makeAll(waiting);
    } catch (error) {
      if (waiting.length > 1 && !(error instanceof NotStoredError)) {
        // One of the changes is invalid; bisection finds it in few steps.
        const half = Math.floor(waiting.length / 2);
        await this.#makeTogether(waiting.slice(0, half));
        await this.#makeTogether(waiting.slice(half));
      } else for (const { reject } of waiting) reject(error);
    }
  }

  /** Makes changes, except those whose edit refuses. Rejects when the remaining ones cannot be made together. */
  async #makeAll(waiting: readonly Waiting<D, V>[]): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const built = await this.#build(waiting);
      if (await this.#commit(built)) {
        for (const { waiting, changed } of built) waiting.resolve(changed);
        return;
      }
      await this.#catchUp();
    }
    throw new NotStoredError({ code: "catalogue-changing", what: this.#collection.what });
  }

  /** Builds each change on the previous one, and validates the collection after the last. */
  async #build(all: readonly Waiting<D, V>[]): Promise<Built<D, V>[]> {
    const collection = this.#collection;
    const before = this.#state;
    let { document, value, sequence } = before;
    const built: Built<D, V>[] = [];
    for (const waiting of all) {
      if (waiting.isRefused) continue;
      try {
        const repeated = this.#findRequest(waiting.author, built);
        const edited = repeated ? [] : await waiting.edit(document, value, sequence);
        const isKeyed = waiting.author.request !== "";
        const recorded = await runInSlices(recordPuts(edited, document, collection.findOwner, isKeyed));
        const applied = await this.#apply({ document, value, put: [] }, recorded);
        ({ document, value } = applied);
        if (recorded.length > 0) sequence += 1;
        built.push({ waiting, changed: { value, put: repeated ?? recorded }, recorded, put: applied.put });
      } catch (error) {
        waiting.isRefused = true;
        waiting.reject(error);
      }
    }
    if (value !== before.value) await runInSlices(collection.check(before.value, value, true));
    return built;
  }

  /** Applies recorded changes. Rejects when they do not fit the document. */
  async #apply(before: Applied<D, V>, recorded: readonly RecordedPut[]): Promise<Applied<D, V>> {
    if (recorded.length === 0) return before;
    const put = await runInSlices(restorePuts(recorded, createFinder(before.document)));
    return {
      document: putEntries(before.document, put),
      value: await runInSlices(this.#collection.put(before.value, put)),
      put: [...before.put, ...put],
    };
  }

  /** Creates the lines of all changes that are not empty. */
  #writeLines(built: readonly Built<D, V>[]): KeptLine[] {
    const lines: KeptLine[] = [];
    for (const { waiting, recorded } of built)
      if (recorded.length > 0)
        lines.push(keepChange(describeChange(lines.at(-1) ?? this.#state, waiting.author, recorded)));
    return lines;
  }

  /** Commits changes. Returns false when another node made a change meanwhile. */
  async #commit(built: readonly Built<D, V>[]): Promise<boolean> {
    const lines = this.#writeLines(built);
    const last = built.at(-1);
    if (lines.length === 0 || !last) return true;
    const { value } = last.changed;
    const use = await this.#prepare(value);
    if (!(await this.#append(lines))) return false;
    const put = built.flatMap((one) => one.put);
    await this.#report(put);
    this.#advance(lines, { document: putEntries(this.#state.document, put), value, put });
    use();
    return true;
  }

  async #append(lines: readonly KeptLine[]): Promise<boolean> {
    try {
      if (this.#shared && !(await this.#shared.append(this.#state, lines))) return false;
    } catch (error) {
      throw error instanceof NotStoredError ? error : explainNotStored(error);
    }
    return this.#keep(lines);
  }

  /**
   * Stores lines in the folder. With shared lines, a change counts even when this node cannot write its copy: a later
   * check adds the missing lines.
   */
  async #keep(lines: readonly KeptLine[]): Promise<boolean> {
    try {
      return (await this.#lines.append(this.#state, lines)) || this.#shared !== undefined;
    } catch (error) {
      if (!this.#shared) throw explainNotStored(error);
      this.#options.onProblem?.(error);
      return true;
    }
  }

  #advance(lines: readonly KeptLine[], { document, value }: Applied<D, V>): void {
    const { sequence, digest } = lines.at(-1) ?? this.#state;
    for (const { change } of lines) this.#keys.add(change);
    this.#state = { sequence, digest, value, document };
  }

  async #report(puts: readonly Put<string>[]): Promise<void> {
    await this.#collection.onPut?.(puts).catch((error) => this.#options.onProblem?.(error));
  }

  /** Reads and applies the changes of other nodes. */
  async #catchUp(): Promise<void> {
    if (!this.#shared) return;
    try {
      const lines = await compareLines(this.#lines, this.#shared);
      if (lines === undefined) await this.#replace();
      else if (lines.length > 0) await this.#follow(lines);
      this.#problem = "";
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      if (this.#problem !== error.message) this.#onReload(error);
      this.#problem = error.message;
    }
  }

  async #follow(lines: readonly KeptLine[]): Promise<void> {
    // The copy in the folder may be behind after a failed write.
    const fresh = lines.filter(({ sequence }) => sequence > this.#state.sequence);
    await this.#shared?.bringImages(JSON.stringify(fresh.map(({ change }) => change.put)));
    const { document, value: before } = this.#state;
    let after: Applied<D, V> = { document, value: before, put: [] };
    for (const { change } of fresh) after = await this.#apply(after, change.put);
    await runInSlices(this.#collection.check(before, after.value, false));
    const use = await this.#prepare(after.value);
    await this.#lines.append(await this.#lines.readHead(), lines);
    if (fresh.length === 0) return;
    await this.#report(after.put);
    this.#advance(fresh, after);
    use();
    this.#onReload();
  }

  async #replace(): Promise<void> {
    const { shared, onLost } = this.#options;
    if (!shared) return;
    await takeShared(this.#lines, shared, onLost);
    const state = await loadState(this.#collection, await this.#lines.load());
    await shared.bringImages(JSON.stringify(state.document));
    const keys = await RequestKeys.read(this.#lines.folder);
    const use = await this.#prepare(state.value);
    await this.#report(listEntries(state.document));
    this.#state = state;
    this.#keys = keys;
    use();
    this.#onReload();
  }

  /** Returns the entries that an earlier request with the same key put; undefined if there was none. */
  #findRequest(author: ChangeAuthor, built: readonly Built<D, V>[]): readonly PutReference[] | undefined {
    const { request, account, time, requestDigest } = author;
    if (request === "") return undefined;
    const now = built.find(
      ({ waiting }) => waiting.author.request === request && waiting.author.account.id === account.id,
    );
    if (now) requireSameRequest(now.waiting.author.requestDigest, requestDigest);
    return now ? now.changed.put : this.#keys.find(author, time);
  }
}

/**
 * Opens the collection of a data folder, and synchronizes it with the lines of other nodes. A folder without one gets
 * an empty collection.
 */
export async function openCollection<D extends ListsOfEntries, V>(
  collection: Collection<D, V>,
  options: LiveOptions,
): Promise<Opened<D, V>> {
  const { data, shared, keepMs = Number.POSITIVE_INFINITY, segmentBytes = SEGMENT_BYTES } = options;
  const { onProblem = () => {}, onSetAside = () => {} } = options;
  const folder = join(data, collection.folder);
  if (!(await hasSnapshot(folder))) await createCollection(folder, collection.toDocument({}));
  const setAside = new SetAside(join(data, "set-aside"), onSetAside);
  const settings: FolderOptions = { folder, keepMs, segmentBytes, onProblem, setAside };
  if (shared) settings.onSnapshot = (snapshot, text) => shared.offerSnapshot(snapshot, text);
  const lines = await FolderLog.open(settings);
  if (shared) await bringTogether(lines, shared, options);
  const loaded = await lines.load();
  await shared?.bringImages(JSON.stringify(loaded.document));
  const keys = await RequestKeys.read(lines.folder);
  const state = await loadState(collection, loaded);
  await collection.onPut?.(listEntries(state.document)).catch(onProblem);
  return { lines, keys, state };
}

async function loadState<D extends ListsOfEntries, V>(
  collection: Collection<D, V>,
  { sequence, digest, document: loaded }: Omit<Snapshot, "format">,
): Promise<State<D, V>> {
  const document = collection.toDocument(loaded);
  return { sequence, digest, document, value: await runInSlices(collection.read(document)) };
}

function describeChange(
  { sequence, digest }: Position,
  { account, user, token, request, requestDigest, time }: ChangeAuthor,
  put: readonly RecordedPut[],
): ChangeLine {
  return {
    format: FORMAT,
    sequence: sequence + 1,
    id: randomUUID(),
    previous: digest,
    time: new Date(time).toISOString(),
    account,
    user,
    token,
    // Before the key, because `writeRequestNeedle` expects the key just before the entries.
    requestDigest,
    request,
    put: [...put],
  };
}

function explainNotStored(error: unknown): NotStoredError {
  return new NotStoredError({ code: "change-unstored", reason: describeWithoutPaths(error) });
}
