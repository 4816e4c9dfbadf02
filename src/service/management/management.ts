/**
 * Reads and changes the entries of the catalogue for an account: what it may see, what it may set, and nothing else.
 * Throws `ChangeRefused`.
 */
import type { IncomingMessage } from "node:http";
import type { AccountDetails } from "../../protocol/account.ts";
import type { Activity, CampaignExplanation, Estimate } from "../../protocol/management.ts";
import { type AdRequest, MAX_ZONES } from "../../protocol/placement.ts";
import { type Account, type Catalogue, CatalogueError, readCatalogue } from "../catalogue/catalogue.ts";
import { parseJsonText } from "../catalogue/jsonText.ts";
import { checkRequest } from "../placement/readRequest.ts";
import { describeAccount } from "../statistics/account.ts";
import { isCountry } from "../values/countries.ts";
import { Gate } from "../values/gate.ts";
import { isObject } from "../values/object.ts";
import { readActivity } from "./activity.ts";
import type { ChangeLog } from "./auditLog.ts";
import type { CatalogueEditor } from "./catalogueFile.ts";
import {
  type ChangedKind,
  type ChangedPlace,
  type CheckedEdit,
  describeChange,
  explainCatalogueError,
} from "./describeChange.ts";
import { appendItem } from "./editText.ts";
import {
  findCreative,
  findEntry,
  listCreatives,
  listCreativesAt,
  listEntries,
  matchesSearch,
  nextId,
  requireVersion,
  type Shown,
  showEntry,
} from "./entries.ts";
import { estimateCampaign } from "./estimate.ts";
import type { Facts } from "./facts.ts";
import type { Images } from "./images.ts";
import { patchText } from "./mergePatch.ts";
import { ChangeRefused, refuseField } from "./refusal.ts";
import { CREATIVE, isManaged, type Kind, listManagedAccounts } from "./resources.ts";
import {
  addOwner,
  hashSecrets,
  readableResource,
  readFields,
  refuseRaise,
  requireKnownSize,
  waitForReview,
} from "./rules.ts";

export interface ManagementParts {
  editor: CatalogueEditor;
  changes: ChangeLog;
  catalogue: () => Catalogue;
  /** Puts a changed catalogue to use. */
  replace: (catalogue: Catalogue) => void;
  now: () => number;
  /** Why each campaign would be chosen for the zones of a placement request, or not. */
  explain: (
    request: AdRequest,
    incoming: IncomingMessage,
    country: string | undefined,
  ) => (CampaignExplanation[] | undefined)[];
  /** Over the events that were counted. */
  facts: Facts;
  /** Folders of the images that the service serves; none: not checked. */
  creatives: readonly string[];
  images: Images;
}

export interface ListOptions {
  search?: string;
  limit: number;
  offset: number;
  /** Also what was archived. */
  deleted?: boolean;
}

/** Those who ask for sums over events at once, those who wait, and how long one takes; milliseconds. */
const MAX_RUNNING = 2;
const MAX_WAITING = 64;
const TIMEOUT = 10_000;

export class Management {
  readonly #parts: ManagementParts;
  readonly #gate = new Gate(MAX_RUNNING, MAX_WAITING);

  constructor(parts: ManagementParts) {
    this.#parts = parts;
  }

  /** What an account may know of itself. */
  describe(viewer: Account): AccountDetails {
    return describeAccount(viewer, this.#parts.catalogue());
  }

  list(viewer: Account, kind: Kind, { search = "", limit, offset, deleted }: ListOptions) {
    const resource = readableResource(kind, viewer);
    const catalogue = this.#parts.catalogue();
    const accounts = listManagedAccounts(viewer, catalogue);
    const found = listEntries(catalogue, kind).filter(
      (entry) =>
        isManaged(kind, entry, accounts, catalogue) &&
        (deleted || entry.deleted !== true) &&
        matchesSearch(entry, resource, search),
    );
    return { count: found.length, entries: found.slice(offset, offset + limit).map(showEntry) };
  }

  one(viewer: Account, kind: Kind, id: number): Shown {
    readableResource(kind, viewer);
    return showEntry(findEntry(this.#parts.catalogue(), kind, id, viewer).entry);
  }

  async create(viewer: Account, kind: Kind, input: unknown): Promise<Shown> {
    const resource = readableResource(kind, viewer);
    const fields = readFields(input, resource, resource.rights[viewer.role]?.create, "create");
    await this.#parts.images.bring(JSON.stringify(fields));
    const made = await addOwner(kind, await hashSecrets(fields), viewer, this.#parts.catalogue());
    let id = 0;
    const { after } = await this.#change(viewer, kind, (text, catalogue) => {
      id = nextId(listEntries(catalogue, kind));
      const item = kind === "campaigns" ? giveCreativeIds(made, catalogue) : made;
      return { text: appendItem(text, [kind], { id, ...item }), id, at: listEntries(catalogue, kind).length };
    });
    return showEntry(findEntry(after, kind, id, viewer).entry);
  }

  /** `version` is what the caller saw: a change that somebody made since is not overwritten. */
  async change(
    viewer: Account,
    kind: Kind,
    id: number,
    version: string | undefined,
    input: unknown,
  ): Promise<Shown> {
    const resource = readableResource(kind, viewer);
    findEntry(this.#parts.catalogue(), kind, id, viewer);
    const patch = await hashSecrets(
      readFields(input, resource, resource.rights[viewer.role]?.change, "change"),
    );
    await this.#parts.images.bring(JSON.stringify(patch));
    const { after } = await this.#change(viewer, kind, (text, catalogue) => {
      const { entry, at } = findEntry(catalogue, kind, id, viewer);
      requireVersion(version, entry);
      if (kind === "campaigns" && viewer.role !== "network") refuseRaise(entry, patch);
      return { text: patchText(text, [kind, at], readRaw(text, [kind, at]), patch), id, at };
    });
    return showEntry(findEntry(after, kind, id, viewer).entry);
  }

  creatives(viewer: Account, campaign: number): Shown[] {
    readableResource("campaigns", viewer);
    const catalogue = this.#parts.catalogue();
    const { at } = findEntry(catalogue, "campaigns", campaign, viewer);
    return listCreativesAt(catalogue, at).map(showEntry);
  }

  async createCreative(viewer: Account, campaign: number, input: unknown): Promise<Shown> {
    readableResource("campaigns", viewer);
    const fields = readFields(input, CREATIVE, CREATIVE.rights[viewer.role]?.create, "create");
    requireKnownSize(fields.size, this.#parts.catalogue());
    await this.#parts.images.bring(JSON.stringify(fields));
    let id = 0;
    const { after } = await this.#change(viewer, "creatives", (text, catalogue) => {
      const { at } = findEntry(catalogue, "campaigns", campaign, viewer);
      id = nextId(listCreatives(catalogue));
      const path = ["campaigns", at, "variations"];
      const item = { id, ...fields, ...waitForReview(viewer, fields) };
      return {
        text: appendItem(text, path, item),
        id,
        at: listCreativesAt(catalogue, at).length,
        campaign: at,
      };
    });
    return showEntry(findCreative(after, campaign, id, viewer).entry);
  }

  async changeCreative(
    viewer: Account,
    campaign: number,
    id: number,
    version: string | undefined,
    input: unknown,
  ): Promise<Shown> {
    readableResource("campaigns", viewer);
    findCreative(this.#parts.catalogue(), campaign, id, viewer);
    const fields = readFields(input, CREATIVE, CREATIVE.rights[viewer.role]?.change, "change");
    if (fields.size !== undefined) requireKnownSize(fields.size, this.#parts.catalogue());
    await this.#parts.images.bring(JSON.stringify(fields));
    const patch = { ...fields, ...waitForReview(viewer, fields) };
    const { after } = await this.#change(viewer, "creatives", (text, catalogue) => {
      const found = findCreative(catalogue, campaign, id, viewer);
      requireVersion(version, found.entry);
      const path = ["campaigns", found.campaign, "variations", found.at];
      return { text: patchText(text, path, readRaw(text, path), patch), ...found, id };
    });
    return showEntry(findCreative(after, campaign, id, viewer).entry);
  }

  /** The account itself: its name, and with the password of now a new one. */
  async changeOwn(viewer: Account, patch: { name?: string; password?: string }): Promise<void> {
    const fields = await hashSecrets(patch);
    await this.#change(viewer, "accounts", (text, catalogue) => {
      const { at } = findEntry(catalogue, "accounts", viewer.id, viewer);
      const path = ["accounts", at];
      return { text: patchText(text, path, readRaw(text, path), fields), id: viewer.id, at };
    });
  }

  /** Of the campaigns that the network manages. Decides nothing, counts nothing. */
  explain(viewer: Account, input: unknown, incoming: IncomingMessage) {
    if (viewer.role !== "network") throw new ChangeRefused(403, "Only a network sees why campaigns match.");
    const { country, request } = takeCountry(input);
    const reading = checkRequest(request, { maxZones: MAX_ZONES, isIpRequired: false });
    if ("problems" in reading) throw new ChangeRefused(400, "The request is not valid.", reading.problems);
    const { campaigns } = this.#parts.catalogue();
    const managed = listManagedAccounts(viewer, this.#parts.catalogue());
    const isManagedCampaign = (id: number) => managed.has(campaigns.get(id)?.account ?? 0);
    const explained = this.#parts.explain(reading.request, incoming, country);
    const zones = reading.request.zones.map(({ id }, at) => {
      const found = explained[at];
      return found ? { id, campaigns: found.filter((one) => isManagedCampaign(one.id)) } : null;
    });
    const errors = Object.fromEntries(
      zones.flatMap((zone, at) =>
        zone ? [] : [[String(at), [`Zone ${reading.request.zones[at]?.id} not found`]]],
      ),
    );
    return { zones, errors };
  }

  /** Rejects with `BusyError` when too many ask. */
  activity(viewer: Account): Promise<Activity> {
    const signal = AbortSignal.timeout(TIMEOUT);
    return this.#gate.run(() => readActivity(viewer, this.#parts, signal), signal);
  }

  /** Rejects with `BusyError` when too many ask. */
  estimate(viewer: Account, input: unknown): Promise<Estimate> {
    const signal = AbortSignal.timeout(TIMEOUT);
    return this.#gate.run(() => estimateCampaign(viewer, input, this.#parts, signal), signal);
  }

  /** Changes by the accounts below a network, and by itself; the newest first. */
  changes(viewer: Account, filter: { kind?: string; id?: number; limit: number; offset: number }) {
    if (viewer.role !== "network") throw new ChangeRefused(403, "Only a network reads the log of changes.");
    const catalogue = this.#parts.catalogue();
    const isBelow = (owner: number) => {
      const account = catalogue.accounts.get(owner);
      return owner === viewer.id || account?.network === viewer.id;
    };
    const { kind, id, limit, offset } = filter;
    return this.#parts.changes.list(
      (entry) =>
        isBelow(entry.owner) && (!kind || entry.kind === kind) && (id === undefined || entry.id === id),
      limit,
      offset,
    );
  }

  async #change(viewer: Account, kind: ChangedKind, edit: Edit): Promise<CheckedEdit> {
    const { editor, replace, now, creatives } = this.#parts;
    const changed = await editor.change(
      (text, before) => {
        const edited = edit(text, before);
        return { ...edited, before, after: checkEdit(edited, kind, creatives) };
      },
      (checked) => describeChange(viewer, kind, checked, now()),
    );
    replace(changed.after);
    return changed;
  }
}

/** A country to look from, which a placement request cannot name. */
function takeCountry(input: unknown): { country: string | undefined; request: unknown } {
  if (!isObject(input) || !("country" in input)) return { country: undefined, request: input };
  const { country, ...request } = input;
  if (typeof country === "string" && isCountry(country)) return { country, request };
  throw refuseField("country", "Expected a code of three letters such as DEU.");
}

/** A new text, and the place of the entry that is new in it. */
interface Edited extends ChangedPlace {
  text: string;
}

type Edit = (text: string, catalogue: Catalogue) => Edited;

/** The same check as for the file at start; problems are named by the fields that were sent. */
function checkEdit(edited: Edited, kind: ChangedKind, creatives: readonly string[]): Catalogue {
  try {
    return readCatalogue(parseJsonText(edited.text), creatives);
  } catch (error) {
    throw error instanceof CatalogueError ? explainCatalogueError(error, edited, kind) : error;
  }
}

/** Creatives of a new campaign are numbered here, as its own id is. */
function giveCreativeIds(fields: Record<string, unknown>, catalogue: Catalogue): Record<string, unknown> {
  if (!Array.isArray(fields.variations)) return fields;
  const first = nextId(listCreatives(catalogue));
  const variations = fields.variations.map((creative, at) =>
    isObject(creative) ? { ...creative, id: first + at } : creative,
  );
  for (const creative of variations) if (isObject(creative)) requireKnownSize(creative.size, catalogue);
  return { ...fields, variations };
}

function readRaw(text: string, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), parseJsonText(text));
}
