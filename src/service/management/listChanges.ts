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

type Filter = Omit<ChangeQuery, "isVisible">;

/**
 * Lists changes, newest first, with the current names of users and API tokens. Owners read the audit log of the accounts
 * that they manage, other users what concerns them. Members of a network do not see which of its people made a change.
 */
export async function listChanges(
  viewer: Account,
  filter: Filter,
  reader: Reader | undefined,
  parts: ChangesParts,
) {
  const { accounts } = parts.catalogue();
  const isVisible = ({ owner }: { owner: number }) =>
    owner === viewer.id || accounts.get(owner)?.network === viewer.id;
  const audited = await listAudit(filter, reader, isVisible, parts);
  const show = createShow(viewer, reader?.user, parts.people());
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

/** Lists the newest records, as many as the page can have. Filters by campaign and request exclude all records. */
async function listAudit(
  { kind, id, campaign, request, limit, offset }: Filter,
  reader: Reader | undefined,
  isManaged: (record: AuditRecord) => boolean,
  { audit }: ChangesParts,
): Promise<{ count: number; entries: ListedRecord[] }> {
  const isEmpty = kind ? !isAuditKind(kind) : id !== undefined;
  if (isEmpty || campaign !== undefined || request !== undefined || !reader) return { count: 0, entries: [] };
  const { user, role } = reader;
  const isOwn = (record: AuditRecord) => user !== undefined && (record.of === user || record.user === user);
  const isVisible = (record: AuditRecord) =>
    (!kind || record.kind === kind) &&
    (id === undefined || record.id === id) &&
    (isOwn(record) || (role === "owner" && isManaged(record)));
  // API tokens have no records of their own, and do not manage people.
  if (user === undefined && role !== "owner") return { count: 0, entries: [] };
  return audit.list({ isVisible, limit: offset + limit });
}

function describeRecord({ of: _, key: __, count, ...record }: ListedRecord) {
  return { ...record, ...(record.action === "refuse" && { count }) };
}

/** Returns the function that replaces the ids of authors by names, or hides the author. `reader`: id of a user. */
function createShow(viewer: Account, reader: number | undefined, { users, tokens }: People) {
  const isMember = (user: number | undefined) =>
    user === undefined || users.get(user)?.accounts.some((one) => one.account === viewer.id) !== false;
  type Line = LoggedChange | ReturnType<typeof describeRecord>;
  const isShown = ({ account, user }: Line) =>
    viewer.role === "network" ||
    (account.id === viewer.id && isMember(user)) ||
    (user !== undefined && user === reader);
  return (change: Line) => {
    const { user, token, ...rest } = change;
    if (!isShown(change)) return { ...rest, account: NETWORK, request: undefined, address: undefined };
    return {
      ...rest,
      ...(user !== undefined && { user: { id: user, name: users.get(user)?.name ?? FORMER_USER } }),
      ...(token !== undefined && { token: { id: token, name: tokens.get(token)?.name ?? FORMER_TOKEN } }),
    };
  };
}
