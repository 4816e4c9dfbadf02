/** Lists changes for an account: those of its entries in the catalogue, merged with its audit log. */
import { AUDIT_KINDS, type UserRole } from "../../protocol/people.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import type { AuditLog, AuditRecord, ListedRecord } from "../people/auditLog.ts";
import { FORMER_USER, type People } from "../people/people.ts";
import type { ChangeLog, ChangeQuery, LoggedChange } from "./changeLog.ts";

interface ChangesParts {
  changes: ChangeLog;
  audit: Pick<AuditLog, "list">;
  catalogue: () => Catalogue;
  people: () => People;
}

/** Caller of a request. */
export interface Reader {
  role: UserRole;
  /** Id of the user; absent for API tokens. */
  user?: number;
}

/** Name of an API token that was revoked. */
const FORMER_TOKEN = "former API token";

/** Author of changes by the network's people, for its members. */
const NETWORK = { id: 0, name: "your network" };

export interface ChangeFilter extends Omit<ChangeQuery, "isVisible"> {
  /** Id of the user who made the changes. Changes whose author is hidden from the reader do not match. */
  user?: number;
  /** First moment; milliseconds since 1970. */
  from?: number;
  /** Moment after the last one. */
  until?: number;
}

/**
 * Lists changes, newest first, with the current names of users and API tokens. Owners read the audit log of the accounts
 * that they manage, other users what concerns them. Members of a network do not see which of its people made a change.
 */
export async function listChanges(
  viewer: Account,
  filter: ChangeFilter,
  reader: Reader | undefined,
  parts: ChangesParts,
) {
  const { accounts } = parts.catalogue();
  const isManaged = ({ owner }: { owner: number }) =>
    owner === viewer.id || accounts.get(owner)?.network === viewer.id;
  const { show, isShown } = createShow(viewer, reader?.user, parts.people());
  const { user, from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = filter;
  const isWanted = (line: Authored) =>
    (user === undefined || (line.user === user && isShown(line))) &&
    Date.parse(line.time) >= from &&
    Date.parse(line.time) < until;
  const isVisible = (line: LoggedChange) => isManaged(line) && isWanted(line);
  const audited = await listAudit(filter, reader, { isManaged, isWanted }, parts);
  if (isAuditKind(filter.kind)) {
    const entries = audited.entries.slice(filter.offset);
    return { count: audited.count, entries: entries.map((record) => show(describeRecord(record))) };
  }
  const merged = audited.entries.map(describeRecord);
  const { count, entries } = await parts.changes.list({ ...filter, isVisible }, merged);
  return { count: count + audited.count - merged.length, entries: entries.map(show) };
}

function isAuditKind(kind: string | undefined): boolean {
  return AUDIT_KINDS.some((one) => one === kind);
}

/** Lists the newest records, as many as the page can have. Filters by campaign, request and sequence exclude all records. */
async function listAudit(
  { kind, id, campaign, request, sequence, limit, offset }: ChangeFilter,
  reader: Reader | undefined,
  { isManaged, isWanted }: Record<"isManaged" | "isWanted", (record: AuditRecord) => boolean>,
  { audit }: ChangesParts,
): Promise<{ count: number; entries: ListedRecord[] }> {
  const isEmpty = kind ? !isAuditKind(kind) : id !== undefined;
  const isOfCatalogue = [campaign, request, sequence].some((one) => one !== undefined);
  if (isEmpty || isOfCatalogue || !reader) return { count: 0, entries: [] };
  const { user, role } = reader;
  const isOwn = (record: AuditRecord) => user !== undefined && (record.of === user || record.user === user);
  const isVisible = (record: AuditRecord) =>
    (!kind || record.kind === kind) &&
    (id === undefined || record.id === id) &&
    isWanted(record) &&
    (isOwn(record) || (role === "owner" && isManaged(record)));
  // API tokens have no records of their own, and do not manage people.
  if (user === undefined && role !== "owner") return { count: 0, entries: [] };
  return audit.list({ isVisible, limit: offset + limit });
}

function describeRecord({ of: _, key: __, count, ...record }: ListedRecord) {
  return { ...record, ...(record.action === "refuse" && { count }) };
}

interface Authored extends Pick<LoggedChange, "account" | "time"> {
  user?: number | undefined;
}

/**
 * `show` replaces the ids of authors by names, or hides the author; `isShown` tells which. `reader`: id of a user.
 */
function createShow(viewer: Account, reader: number | undefined, { users, tokens }: People) {
  const isMember = (user: number | undefined) =>
    user === undefined || users.get(user)?.accounts.some((one) => one.account === viewer.id) !== false;
  type Line = LoggedChange | ReturnType<typeof describeRecord>;
  const isShown = ({ account, user }: Authored) =>
    viewer.role === "network" ||
    (account.id === viewer.id && isMember(user)) ||
    (user !== undefined && user === reader);
  const show = (change: Line) => {
    const { user, token, ...rest } = change;
    if (!isShown(change)) return { ...rest, account: NETWORK, request: undefined, address: undefined };
    return {
      ...rest,
      ...(user !== undefined && { user: { id: user, name: users.get(user)?.name ?? FORMER_USER } }),
      ...(token !== undefined && { token: { id: token, name: tokens.get(token)?.name ?? FORMER_TOKEN } }),
    };
  };
  return { show, isShown };
}
