/** Undoing of changes: which can be undone, and the patches that restore the former values of the changed fields. */
import {
  BULK_KINDS,
  type BulkKind,
  type Change,
  type EntryVersion,
  MAX_BULK,
  type ManagedKind,
  RIGHTS,
  type RightsByKind,
} from "../../protocol/management.ts";
import type { AccountKind } from "../../protocol/statistics.ts";
import { isOneOf } from "../../protocol/tables.ts";
import { type BulkEntries, type Management, StatisticsError } from "../../statistics/index.ts";
import { listDifferences } from "../ui/useForm.ts";

/** Fields that follow from others. Creatives have changes of their own. */
const SILENT = ["id", "variations", "sentAt"];

/**
 * Whether the account may set all changed fields. Approvals change fields that no account sets; goals and currencies are
 * those of accounts.
 */
export function isUndoable(change: Change, account: AccountKind): boolean {
  const { action, kind, before, after, ids = [], sequence, campaign } = change;
  if (action !== "change" || !before || kind === "accounts") return false;
  // Only numbered changes list their entries, and creatives are found by their campaign.
  if (ids.length > 1 && sequence === undefined) return false;
  if (kind === "creatives" && !campaign) return false;
  const fields = listDifferences(before, after).filter((field) => !SILENT.includes(field));
  const settable = listSettable(kind, account);
  return fields.length > 0 && fields.every((field) => settable.includes(field));
}

function listSettable(kind: ManagedKind, account: AccountKind): readonly string[] {
  const rights: RightsByKind = RIGHTS[kind];
  return rights[account]?.change ?? [];
}

export interface Plan {
  id: number;
  name: string;
  /** Version that is changed back; undefined when the entry is no longer there. */
  version: string | undefined;
  /** Merge patch; empty when the former values are set already. */
  patch: object;
  /** Fields that were changed again since: `budget.daily`. */
  overwritten: string[];
}

/** Values of fields that the log of changes leaves out, and answers of the service contain. */
const DEFAULTS: object = { active: true, deleted: false, weight: 1, priority: 0, spread: "asap" };

/** Plans a patch from the values after a change to those before it. `current`: the values of now. */
export function planPatch(before: object, after: object, current: object, path = "") {
  const patch: Record<string, unknown> = {};
  const overwritten: string[] = [];
  for (const name of listDifferences(before, after)) {
    if (path === "" && SILENT.includes(name)) continue;
    const [to, from, now]: unknown[] = [before, after, current].map((entry) => Reflect.get(entry, name));
    const isSame = (a: unknown, b: unknown) => write(a, name) === write(b, name);
    // The parts of an object that is removed are removed one by one: others may have been added since.
    const isRemoved = to === undefined && path === "";
    if ((isMap(to) || isRemoved) && isMap(from ?? to ?? "")) {
      const [old, fresh, known] = [to, from, now].map((part) => (isMap(part) ? part : {}));
      const inner = planPatch(old ?? {}, fresh ?? {}, known ?? {}, `${path}${name}.`);
      if (Object.keys(inner.patch).length > 0) patch[name] = inner.patch;
      overwritten.push(...inner.overwritten);
    } else if (!isSame(to, now)) {
      patch[name] = to ?? Reflect.get(DEFAULTS, name) ?? null;
      if (!isSame(from, now)) overwritten.push(path + name);
    }
  }
  return { patch, overwritten };
}

function isMap(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Writes a value for a comparison. Empty, absent and default values mean the same. */
function write(value: unknown, name: string): string {
  const isEmpty = typeof value === "object" && Object.keys(value ?? {}).length === 0;
  return JSON.stringify(value === undefined || isEmpty ? (Reflect.get(DEFAULTS, name) ?? null) : value);
}

type Manage = Pick<Management, BulkKind | "creatives" | "changes">;
type Current = EntryVersion & { name?: string | undefined };

/** Reads all entries of a change, and plans a patch for each. */
export async function planUndo(management: Manage, change: Change): Promise<Plan[]> {
  const entries = await listEntries(management, change);
  const current = await readCurrent(management, change, entries.length);
  return entries.map(({ id, before = {}, after }) => {
    const now = current.get(id);
    const name = now?.name ?? `#${id}`;
    const { patch, overwritten } = planPatch(before, after, now ?? after);
    return { id, name, version: now?.version, patch, overwritten };
  });
}

const PAGE = 500;

async function listEntries({ changes }: Manage, change: Change): Promise<Change[]> {
  const { ids = [], sequence } = change;
  if (ids.length <= 1 || sequence === undefined) return [change];
  const entries: Change[] = [];
  for (;;) {
    const page = await changes({ sequence, limit: PAGE, offset: entries.length });
    entries.push(...page.entries);
    if (page.entries.length === 0 || entries.length >= page.count)
      return entries.filter((entry) => entry.kind === change.kind && entry.before);
  }
}

async function readCurrent(management: Manage, { kind, id, campaign }: Change, count: number) {
  const read = async (): Promise<Current[]> => {
    if (!isOneOf(BULK_KINDS, kind)) return (await management.creatives(campaign?.id ?? 0).list()).entries;
    const entries: Pick<BulkEntries<BulkKind>, "all" | "get"> = management[kind];
    return count === 1 ? [await entries.get(id)] : entries.all({ deleted: true });
  };
  return new Map((await read()).map((entry) => [entry.id, entry]));
}

export interface Undone {
  count: number;
  /** Entries that keep their values, each with the error. */
  failed: { name: string; error: StatisticsError; position?: number }[];
}

/** Sends the patches, equal ones in one request. An entry that is refused does not keep the others from being undone. */
export async function sendUndo(
  management: Manage,
  { kind, campaign }: Change,
  plans: readonly Plan[],
): Promise<Undone> {
  const done: Undone = { count: 0, failed: [] };
  const send = async (part: readonly Sent[], patch: object) => {
    if (isOneOf(BULK_KINDS, kind)) {
      const entries: Pick<BulkEntries<BulkKind>, "bulk"> = management[kind];
      await entries.bulk(
        part.map(({ id, version }) => ({ id, version })),
        patch,
      );
    } else for (const entry of part) await management.creatives(campaign?.id ?? 0).change(entry, patch);
  };
  for (const { part, patch } of groupPlans(plans)) {
    let rest = part;
    while (rest.length > 0) {
      try {
        await send(rest, patch);
        done.count += rest.length;
        rest = [];
      } catch (error) {
        if (!(error instanceof StatisticsError)) throw error;
        const positions = error.problems
          .filter(({ keys }) => keys[0] === "ids")
          .map(({ keys }) => Number(keys[1]));
        const isRefused = (at: number) => positions.length === 0 || positions.includes(at);
        done.failed.push(
          ...rest.flatMap(({ name }, position) => (isRefused(position) ? [{ name, error, position }] : [])),
        );
        rest = rest.filter((_, at) => !isRefused(at));
      }
    }
  }
  return done;
}

type Sent = EntryVersion & { name: string };

/** Groups the entries that get the same patch, as many as a request may have. */
function groupPlans(plans: readonly Plan[]): { patch: object; part: Sent[] }[] {
  const groups = new Map<string, { patch: object; all: Sent[] }>();
  for (const { id, name, version, patch } of plans) {
    const key = JSON.stringify(patch);
    if (version === undefined || key === "{}") continue;
    const group = groups.get(key) ?? { patch, all: [] };
    groups.set(key, group);
    group.all.push({ id, name, version });
  }
  return [...groups.values()].flatMap(({ patch, all }) =>
    Array.from({ length: Math.ceil(all.length / MAX_BULK) }, (_, at) => ({
      patch,
      part: all.slice(at * MAX_BULK, (at + 1) * MAX_BULK),
    })),
  );
}
