/** Reads and changes the entries of the catalogue within the rights of an account. Throws `ChangeRefused`. */

import type { IncomingMessage } from "node:http";
import type { AccountDetails } from "../../protocol/account.ts";
import type {
  Activity,
  Approval,
  BulkKind,
  CampaignExplanation,
  CampaignUnfilled,
  EntryVersion,
  Estimate,
  Performance,
  ShownCreative,
  ZoneUnfilled,
} from "../../protocol/management.ts";
import { type AdRequest, MAX_ZONES } from "../../protocol/placement.ts";
import type { BusyReason } from "../../protocol/problems.ts";
import {
  type Account,
  type Campaign,
  type Catalogue,
  CatalogueError,
  findFormProblems,
} from "../catalogue/catalogue.ts";
import {
  type CatalogueDocument,
  createIdCounter,
  type Entry,
  type FindIds,
  type FreeFrom,
  listVariations,
  type Put,
} from "../catalogue/document.ts";
import type { CatalogueEditor } from "../catalogue/liveCatalogue.ts";
import { type ChangeAuthor, NotStoredError } from "../catalogue/liveCollection.ts";
import { OtherRequestError, type RequestKey } from "../catalogue/requestKeys.ts";
import type { Facts } from "../facts/sumFacts.ts";
import { isCountry } from "../net/countries.ts";
import type { AuditLog } from "../people/auditLog.ts";
import type { People } from "../people/people.ts";
import type { ExplainOptions } from "../placement/placement.ts";
import { checkRequest } from "../placement/readRequest.ts";
import type { Awaitable } from "../runtime/awaitable.ts";
import { BusyError, Gate } from "../runtime/gate.ts";
import { flatMapSliced, forEachSliced, runInSlices, type Sliced } from "../runtime/slices.ts";
import { describeAccount } from "../statisticsRoutes/describeAccount.ts";
import { isObject } from "../values/object.ts";
import { computeActivity } from "./activity.ts";
import { type EditCreative, listApprovals, sendCreative, sendVersion } from "./approvals.ts";
import { explainEach, patchEntries, validateBulkChange } from "./bulk.ts";
import type { ChangeLog } from "./changeLog.ts";
import { hasCountedMoney } from "./countedMoney.ts";
import {
  findCreative,
  findEntry,
  type ListOptions,
  listCreatives,
  listCreativesAt,
  listManaged,
  listPage,
  type Shown,
  showEntry,
} from "./entries.ts";
import { computeVersion, requireSeenVersion, requireVersion } from "./entryVersion.ts";
import { estimateCampaign } from "./estimate.ts";
import { explainCatalogueError } from "./explainProblems.ts";
import type { Images } from "./images.ts";
import { JsonPieces, type Page } from "./listAnswer.ts";
import { type ChangeFilter, listChanges, type Reader } from "./listChanges.ts";
import { mergePatch } from "./mergePatch.ts";
import { computePerformance } from "./performance.ts";
import { ChangeRefused, refuseField } from "./refusal.ts";
import { CREATIVE, type Kind, listManagedAccounts, listReachableZones, RESOURCES } from "./resources.ts";
import {
  addOwner,
  pickFields,
  pickOwnFields,
  refuseEarlyDays,
  refuseRaise,
  requireKnownSize,
  requireReportedGoals,
} from "./rules.ts";
import { listShownCreatives } from "./shownCreatives.ts";
import { listCampaignReasons, listZoneReasons } from "./unfilled.ts";

export interface ManagementParts {
  /** Editor of a live catalogue; absent for a declared one, which is changed only in its file. */
  editor: CatalogueEditor | undefined;
  changes: ChangeLog;
  audit: Pick<AuditLog, "list">;
  catalogue: () => Catalogue;
  people: () => People;
  /** Share of the cost that publishers are paid on sites without one. */
  publisherShare: string;
  now: () => number;
  /** Explains for each campaign why it would or would not be chosen for the zones of a placement request. */
  explain: (
    request: AdRequest,
    incoming: IncomingMessage,
    options: ExplainOptions,
  ) => Sliced<(Iterable<CampaignExplanation> | undefined)[]>;
  /** Queries the counted events. */
  facts: Facts;
  findIds: FindIds;
  images: Images;
}

/** Sender of a change, in addition to the account. */
export interface Sender {
  /** Idempotency key of the request. */
  request?: RequestKey | undefined;
  /** Id of the user, or of the API token. */
  user?: number | undefined;
  token?: number | undefined;
}

/** Running queries over events, and running lists of changes. */
const MAX_RUNNING = 2;
/** Waiting queries, lists and explanations. */
const MAX_WAITING_OF_ACCOUNT = 64;
const MAX_WAITING = 1024;
/** Milliseconds for a query with its wait. */
const TIMEOUT = 10_000;

/** Accounts take turns. */
const createGate = (running: number, refusal: BusyReason) =>
  new Gate({ running, waiting: MAX_WAITING_OF_ACCOUNT, waitingOfAll: MAX_WAITING, refusal });

export class Management {
  readonly #parts: ManagementParts;
  readonly #queries = createGate(MAX_RUNNING, "queries");
  readonly #histories = createGate(MAX_RUNNING, "histories");
  readonly #bulkChanges = createGate(1, "bulk-changes");
  readonly #explanations = createGate(1, "explanations");

  constructor(parts: ManagementParts) {
    this.#parts = parts;
  }

  list(viewer: Account, kind: Kind, options: ListOptions): Promise<{ count: number; entries: Shown[] }> {
    return runInSlices(listPage(this.#parts.catalogue(), kind, viewer, options));
  }

  one(viewer: Account, kind: Kind, id: number): Shown {
    return showEntry(findEntry(this.#parts.catalogue(), kind, id, viewer).entry);
  }

  async create(viewer: Account, kind: Kind, input: unknown, sender?: Sender): Promise<Shown> {
    const resource = RESOURCES[kind];
    const fields = pickFields(input, resource, resource.rights[viewer.role]?.create);
    refuseEarlyDays(undefined, fields);
    await this.#retainImages(fields.variations);
    const made = await addOwner(kind, fields, viewer, this.#parts.catalogue());
    const [ids, creativeIds] = await this.#findIds(kind, { id: 1, ...made }, viewer, sender);
    const { catalogue: after, id } = await this.#change(viewer, sender, kind, (document, catalogue) => {
      const id = createIdCounter(document[kind], ids)();
      const entry = numberCreatives({ id, ...made }, viewer, catalogue, creativeIds);
      return { list: kind, entry, path: [kind, document[kind].length] };
    });
    return showEntry(findEntry(after, kind, id, viewer).entry);
  }

  /**
   * Changes an entry. `version`: the one that the caller read, so that a later change by another user is not
   * overwritten.
   */
  async change(
    viewer: Account,
    kind: Kind,
    id: number,
    version: string | undefined,
    input: unknown,
    sender?: Sender,
  ): Promise<Shown> {
    const resource = RESOURCES[kind];
    findEntry(this.#parts.catalogue(), kind, id, viewer);
    const patch = pickFields(input, resource, resource.rights[viewer.role]?.change);
    const refuseCurrency = await this.#checkCurrency(kind, id, patch);
    const { catalogue: after } = await this.#change(viewer, sender, kind, (document, catalogue) => {
      const { entry, at } = findEntry(catalogue, kind, id, viewer);
      requireVersion(version, entry);
      if (viewer.role !== "network") refuseRaise(entry, patch);
      refuseEarlyDays(entry, patch);
      if (kind === "accounts") requireReportedGoals(catalogue.accounts.get(id), patch, this.#parts.now());
      refuseCurrency();
      return { list: kind, entry: { ...mergePatch(document[kind][at], patch), id }, path: [kind, at] };
    });
    return showEntry(findEntry(after, kind, id, viewer).entry);
  }

  /** Returns a function that refuses another currency for an account with amounts, which are never converted. */
  async #checkCurrency(kind: Kind, id: number, patch: Record<string, unknown>): Promise<() => void> {
    const { facts, now, catalogue } = this.#parts;
    const account = kind === "accounts" ? catalogue().accounts.get(id) : undefined;
    if (!account || !("currency" in patch) || patch.currency === account.currency) return () => {};
    const signal = AbortSignal.timeout(TIMEOUT);
    if (!(await hasCountedMoney(account, { facts, catalogue: catalogue(), now: now(), signal })))
      return () => {};
    return () => {
      throw refuseField("currency", { code: "currency-in-use", currency: account.currency });
    };
  }

  /**
   * Changes entries by one patch, all or none; returns their new versions. Rejects with `BusyError` during overload:
   * changes of others wait for at most one bulk change.
   */
  changeMany(viewer: Account, kind: BulkKind, input: unknown, sender?: Sender): Promise<EntryVersion[]> {
    const make = async () => {
      const change = validateBulkChange(viewer, kind, input);
      const { catalogue } = await this.#put(viewer, sender, kind, {
        edit: (document, catalogue) =>
          runInSlices(patchEntries(viewer, kind, change, { document, catalogue })),
        explain: (error, document) => explainEach(error, kind, change, document),
      });
      return runInSlices(listVersions(viewer, kind, change.ids, catalogue));
    };
    return this.#bulkChanges.run(make, AbortSignal.timeout(TIMEOUT), viewer.id);
  }

  creatives(viewer: Account, campaign: number): Shown[] {
    const catalogue = this.#parts.catalogue();
    const { at } = findEntry(catalogue, "campaigns", campaign, viewer);
    return listCreativesAt(catalogue, at).map(showEntry);
  }

  async createCreative(viewer: Account, campaign: number, input: unknown, sender?: Sender): Promise<Shown> {
    const fields = pickFields(input, CREATIVE, CREATIVE.rights[viewer.role]?.create);
    requireKnownSize(fields.size, viewer, this.#parts.catalogue());
    await this.#retainImages([fields]);
    const sent = viewer.role === "advertiser" ? sendCreative(fields, this.#time()) : fields;
    const [ids] = await this.#findIds("creatives", { id: 1, ...sent }, viewer, sender);
    const { catalogue: after, id } = await this.#change(
      viewer,
      sender,
      "creatives",
      (document, catalogue) => {
        const { at } = findEntry(catalogue, "campaigns", campaign, viewer);
        const id = createIdCounter(listCreatives(catalogue), ids)();
        const place = { campaign: at, at: listCreativesAt(catalogue, at).length };
        return putCreative(document, { ...place, creative: { id, ...sent } });
      },
    );
    return showEntry(findCreative(after, campaign, id, viewer).entry);
  }

  async changeCreative(
    viewer: Account,
    campaign: number,
    id: number,
    version: string | undefined,
    input: unknown,
    sender?: Sender,
  ): Promise<Shown> {
    findCreative(this.#parts.catalogue(), campaign, id, viewer);
    const fields = pickFields(input, CREATIVE, CREATIVE.rights[viewer.role]?.change);
    if (fields.size !== undefined) requireKnownSize(fields.size, viewer, this.#parts.catalogue());
    await this.#retainImages([fields]);
    const change: EditCreative =
      viewer.role === "advertiser"
        ? sendVersion(fields, this.#time())
        : (_, written) => mergePatch(written, fields);
    return this.#editCreative(viewer, campaign, id, sender, (creative, written) => {
      requireVersion(version, creative);
      return change(creative, written);
    });
  }

  /** Lists creatives that wait for a network's approval. */
  approvals(viewer: Account, page: Page): Promise<{ count: number; entries: Approval[] }> {
    return runInSlices(listApprovals(viewer, this.#parts.catalogue(), page));
  }

  /** Approves, rejects or withdraws the version of a creative that the caller read, never a later one. */
  decide(
    viewer: Account,
    campaign: number,
    id: number,
    version: string | undefined,
    decision: EditCreative,
    sender?: Sender,
  ): Promise<Shown> {
    return this.#editCreative(viewer, campaign, id, sender, (creative, written) => {
      requireSeenVersion(version, creative);
      return decision(creative, written);
    });
  }

  async #editCreative(
    viewer: Account,
    campaign: number,
    id: number,
    sender: Sender | undefined,
    edit: EditCreative,
  ): Promise<Shown> {
    findCreative(this.#parts.catalogue(), campaign, id, viewer);
    const { catalogue: after } = await this.#change(viewer, sender, "creatives", (document, catalogue) => {
      const { entry, ...place } = findCreative(catalogue, campaign, id, viewer);
      const written = listVariations(document.campaigns[place.campaign])[place.at];
      if (!written) throw new Error(`Creative ${id} was not written.`);
      return putCreative(document, { ...place, creative: { ...edit(entry, written), id } });
    });
    return showEntry(findCreative(after, campaign, id, viewer).entry);
  }

  #time(): string {
    return new Date(this.#parts.now()).toISOString();
  }

  /** Changes settings of the account itself. Resolves with the account. */
  async changeOwn(viewer: Account, input: unknown, sender?: Sender): Promise<AccountDetails> {
    const fields = pickOwnFields(input);
    const { catalogue: after } = await this.#change(viewer, sender, "accounts", (document, catalogue) => {
      const { at } = findEntry(catalogue, "accounts", viewer.id, viewer);
      const entry = { ...mergePatch(document.accounts[at], fields), id: viewer.id };
      return { list: "accounts", entry, path: ["accounts", at] };
    });
    return describeAccount(after.accounts.get(viewer.id) ?? viewer, after, this.#parts);
  }

  /**
   * Explains the campaigns that the network manages, as JSON. Decides and counts nothing. Rejects with `BusyError` during
   * overload.
   */
  explain(viewer: Account, input: unknown, incoming: IncomingMessage): Promise<JsonPieces> {
    const { country, request } = takeCountry(input);
    const reading = checkRequest(request, { maxZones: MAX_ZONES, isIpRequired: false });
    if ("problems" in reading) throw new ChangeRefused(400, { code: "request-invalid" }, reading.problems);
    const signal = AbortSignal.timeout(TIMEOUT);
    const write = () => {
      const catalogue = this.#parts.catalogue();
      const managed = listManagedAccounts(viewer, catalogue);
      const isExplained = ({ account }: Campaign) => managed.has(account);
      const explain = this.#parts.explain(reading.request, incoming, { country, isExplained });
      const reachable = new Set(listReachableZones(viewer, catalogue).map((zone) => zone.id));
      return runInSlices(writeExplanation(reading.request.zones, reachable, explain));
    };
    return this.#explanations.run(write, signal, viewer.id);
  }

  activity(viewer: Account): Promise<Activity> {
    return this.#query(viewer, (signal) => computeActivity(viewer, this.#parts, signal));
  }

  /** Returns the reasons why requests of a zone got no ad. */
  zoneUnfilled(viewer: Account, id: number, days: { from?: string; to?: string }): Promise<ZoneUnfilled> {
    return this.#query(viewer, (signal) => listZoneReasons(viewer, id, days, this.#parts, signal));
  }

  /** Returns the creatives that ran in the zones of a site. */
  shownCreatives(viewer: Account, site: number): Promise<ShownCreative[]> {
    return this.#query(viewer, (signal) => listShownCreatives(viewer, site, this.#parts, signal));
  }

  /** Returns the requests that a campaign missed because of its limits. */
  campaignUnfilled(viewer: Account, id: number): Promise<CampaignUnfilled> {
    return this.#query(viewer, (signal) => listCampaignReasons(viewer, id, this.#parts, signal));
  }

  /** Returns sums of a period. */
  performance(viewer: Account, input: unknown): Promise<Performance> {
    return this.#query(viewer, (signal) => computePerformance(viewer, input, this.#parts, signal));
  }

  /** Estimates reach. */
  estimate(viewer: Account, input: unknown): Promise<Estimate> {
    return this.#query(viewer, (signal) => estimateCampaign(viewer, input, this.#parts, signal));
  }

  /** Runs a query in the account's turn. Rejects with `BusyError` during overload, and when it takes too long. */
  async #query<T>(viewer: Account, read: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const signal = AbortSignal.timeout(TIMEOUT);
    try {
      return await this.#queries.run(() => read(signal), signal, viewer.id);
    } catch (error) {
      if (signal.aborted && !(error instanceof BusyError) && !(error instanceof ChangeRefused))
        throw new BusyError("slow-numbers");
      throw error;
    }
  }

  /** Lists changes of the account's entries and of its people; see `listChanges`. Rejects with `BusyError` during overload. */
  changes(viewer: Account, filter: ChangeFilter, reader?: Reader) {
    const list = () => listChanges(viewer, filter, reader, this.#parts);
    return this.#histories.run(list, AbortSignal.timeout(TIMEOUT), viewer.id);
  }

  /**
   * Finds ids for a new entry and its creatives. Facts are not read for an invalid entry, nor for a repeated request
   * with the same `Idempotency-Key`.
   */
  async #findIds(
    kind: Kind | "creatives",
    entry: Entry,
    viewer: Account,
    sender: Sender | undefined,
  ): Promise<[FreeFrom?, FreeFrom?]> {
    const { editor, findIds, catalogue } = this.#parts;
    if (!editor) throw refuseDeclared();
    if (editor.isRepeated(this.#describeAuthor(viewer, sender))) return [];
    const problems = findFormProblems(kind, numberCreatives(entry, viewer, catalogue()));
    if (problems.length > 0) throw explainCatalogueError(new CatalogueError(problems), [kind, 0]);
    const { length } = listVariations(entry);
    if (length === 0) return [await findIds(kind)];
    return Promise.all([findIds(kind), findIds("creatives", { count: length })]);
  }

  /**
   * Retains the images that creatives reference until the change references them. The creatives are not yet validated.
   */
  async #retainImages(creatives: unknown): Promise<void> {
    if (!Array.isArray(creatives)) return;
    const images = creatives.flatMap((creative) => (isObject(creative) ? [creative.image] : []));
    const text = images.filter((image) => typeof image === "string").join("\n");
    if (text !== "") await this.#parts.images.retain(text);
  }

  /** Returns the catalogue with the change, and the id of the entry. */
  async #change(
    viewer: Account,
    sender: Sender | undefined,
    kind: Kind | "creatives",
    edit: EditOne,
  ): Promise<{ catalogue: Catalogue; id: number }> {
    let path: EditedEntry["path"] = [];
    return this.#put(viewer, sender, kind, {
      edit: (document, before) => {
        const edited = edit(document, before);
        path = edited.path;
        return [edited];
      },
      explain: (error) => explainCatalogueError(error, path),
    });
  }

  #describeAuthor({ id, name }: Account, { request, user, token }: Sender = {}): ChangeAuthor {
    const { key = "", digest } = request ?? {};
    return {
      account: { id, name },
      user,
      token,
      request: key,
      requestDigest: digest,
      time: this.#parts.now(),
    };
  }

  /** Makes all edits in one change. Returns the id of the first entry. */
  async #put(
    viewer: Account,
    sender: Sender | undefined,
    kind: Kind | "creatives",
    { edit, explain }: Editing,
  ): Promise<{ catalogue: Catalogue; id: number }> {
    const { editor } = this.#parts;
    if (!editor) throw refuseDeclared();
    const author = this.#describeAuthor(viewer, sender);
    let edited: CatalogueDocument | undefined;
    try {
      const { value: catalogue, put } = await editor.change((document, before) => {
        edited = document;
        return edit(document, before);
      }, author);
      const [made] = put;
      // A key of an earlier version is only known to belong to this kind of entry.
      if (made && (made.creative === undefined ? made.list : "creatives") !== kind)
        throw new OtherRequestError();
      return { catalogue, id: made?.creative ?? made?.id ?? 0 };
    } catch (error) {
      if (error instanceof CatalogueError && edited) throw explain(error, edited);
      throw error instanceof NotStoredError ? new ChangeRefused(503, error.problem) : error;
    }
  }
}

/** Lists the versions of the entries that still exist. */
function* listVersions(
  viewer: Account,
  kind: BulkKind,
  ids: readonly number[],
  catalogue: Catalogue,
): Sliced<EntryVersion[]> {
  const managed = yield* listManaged(catalogue, kind, viewer);
  const list = (id: number) => {
    const found = managed.get(id);
    return found ? [{ id, version: computeVersion(found.entry) }] : [];
  };
  return yield* flatMapSliced(ids, list, 1);
}

/** Campaigns that are explained between two yields. */
const EXPLAINED_PER_STEP = 16;
/** Maximum bytes of an answer with explanations; 10,000 campaigns take 0.5 MB for each zone. */
export const MAX_EXPLANATION = 16 * 1024 * 1024;

/** Writes an `Explanation`. `explain`: explanations of the zones; equal zones have the same one. */
function* writeExplanation(
  zones: AdRequest["zones"],
  reachable: ReadonlySet<number>,
  explain: Sliced<(Iterable<CampaignExplanation> | undefined)[]>,
): Sliced<JsonPieces> {
  const explained = yield* explain;
  const known = new Map<Iterable<CampaignExplanation>, JsonPieces>();
  const errors: Record<string, string[]> = {};
  const json = new JsonPieces();
  const refuseLarge = (size: number) => {
    if (size > MAX_EXPLANATION) throw refuseField("zones", { code: "explanations-large" });
  };
  for (const [at, { id }] of zones.entries()) {
    json.add(at === 0 ? '{"zones":[' : ",");
    const found = reachable.has(id) ? explained[at] : undefined;
    if (!found) {
      errors[at] = [`Zone ${id} not found`];
      json.add("null");
      continue;
    }
    const campaigns = known.get(found) ?? new JsonPieces();
    const add = (one: CampaignExplanation, count: number) => {
      campaigns.add(`${count === 0 ? "" : ","}${JSON.stringify(one)}`);
      refuseLarge(json.size + campaigns.size);
    };
    if (!known.has(found)) yield* forEachSliced(found, add, EXPLAINED_PER_STEP);
    known.set(found, campaigns);
    json.add(`{"id":${id},"campaigns":[`);
    json.addAll(campaigns);
    json.add("]}");
    refuseLarge(json.size);
  }
  json.add(`],"errors":${JSON.stringify(errors)}}`);
  return json;
}

/** Separates the assumed country from the request, because a placement request cannot contain one. */
function takeCountry(input: unknown): { country: string | undefined; request: unknown } {
  if (!isObject(input) || !("country" in input)) return { country: undefined, request: input };
  const { country, ...request } = input;
  if (typeof country === "string" && isCountry(country)) return { country, request };
  throw refuseField("country", { code: "country-code" });
}

function refuseDeclared(): ChangeRefused {
  return new ChangeRefused(409, { code: "catalogue-declared" });
}

/** `path`: path of the sent entry in the catalogue. */
interface EditedEntry extends Put {
  path: readonly (string | number)[];
}

/** An edit, which may throw `ChangeRefused`, and the explanation of errors that the catalogue reports about it. */
interface Editing {
  edit(document: CatalogueDocument, catalogue: Catalogue): Awaitable<readonly Put[]>;
  explain(error: CatalogueError, document: CatalogueDocument): ChangeRefused;
}

/** Throws `ChangeRefused`. */
type EditOne = (document: CatalogueDocument, catalogue: Catalogue) => EditedEntry;

/** Puts a creative at position `at` of the campaign at position `campaign`. */
function putCreative(
  document: CatalogueDocument,
  { campaign, at, creative }: { campaign: number; at: number; creative: Entry },
): EditedEntry {
  const written = document.campaigns[campaign];
  if (!written) throw new Error(`There is no campaign at position ${campaign}.`);
  const variations = [...listVariations(written)];
  variations[at] = creative;
  return {
    list: "campaigns",
    creative: creative.id,
    entry: { ...written, variations },
    path: ["campaigns", campaign, "variations", at],
  };
}

/** Assigns ids to the creatives of a new campaign. */
function numberCreatives(entry: Entry, viewer: Account, catalogue: Catalogue, ids?: FreeFrom): Entry {
  if (!Array.isArray(entry.variations)) return entry;
  const next = createIdCounter(listCreatives(catalogue), ids);
  const variations = entry.variations.map((creative) =>
    isObject(creative) ? { ...creative, id: next() } : creative,
  );
  for (const creative of variations)
    if (isObject(creative)) requireKnownSize(creative.size, viewer, catalogue);
  return { ...entry, variations };
}
