/** Describes a change of people for the audit log. */
import type { AuditState } from "../../protocol/people.ts";
import type { AuditChange } from "./auditLog.ts";
import { listForgotten } from "./forgottenLinks.ts";
import { getSignInName, type People } from "./people.ts";
import type { StoredSubscription, StoredToken, User } from "./peopleSchema.ts";

/** Lists what a change did, with one record for each account of a user. `puts`: the entries that it put. */
export function describePeople(
  before: People,
  after: People,
  puts: readonly { list: string; id: number }[],
): AuditChange[] {
  return puts.flatMap(({ list, id }) => {
    if (list === "users") return describeUsers(before.users.get(id), after.users.get(id));
    return list === "tokens" ? describeTokens(before.tokens.get(id), after.tokens.get(id)) : [];
  });
}

function describeUsers(before: User | undefined, after: User | undefined): AuditChange[] {
  const user = after ?? before;
  if (!user) return [];
  const { id } = user;
  const owners = new Set([before, after].flatMap((one) => one?.accounts ?? []).map(({ account }) => account));
  const hasCredentials =
    before?.password !== after?.password ||
    before?.signInsEnded !== after?.signInsEnded ||
    describeFactor(before, after) !== undefined;
  const changed = [...owners].flatMap((owner) => {
    const [old, fresh] = [before, after].map((one) => describeMember(one, owner));
    const changes: AuditChange[] = [];
    const one = { kind: "users", id, owner, of: id } as const;
    if (old && fresh) {
      if (old.role !== fresh.role || old.username !== fresh.username || hasCredentials)
        changes.push({
          ...one,
          action: "change",
          before: old,
          after: { ...fresh, ...describeCredentials(before, after) },
        });
    } else if (fresh) changes.push({ ...one, action: "create", after: fresh });
    else if (old) changes.push({ ...one, action: "end", before: old });
    return [...changes, ...describeLinks(id, owner, before, after)];
  });
  return [...changed, ...describeSubscriptions(id, before, after)];
}

function describeMember(user: User | undefined, owner: number) {
  const role = user?.accounts.find(({ account }) => account === owner)?.role;
  return user && role && { name: user.name, username: getSignInName(user), role };
}

function describeCredentials(before: User | undefined, after: User | undefined): AuditChange["after"] {
  if (before?.password !== after?.password)
    return { password: after?.password === undefined ? "removed" : "changed", sessions: "ended" };
  const factor = describeFactor(before, after);
  return {
    ...(factor && { second_factor: factor }),
    ...(before?.signInsEnded !== after?.signInsEnded && { sessions: "ended" }),
  };
}

/** A code of the authenticator app that is used changes the last step, too, but is no change of access. */
function describeFactor(before?: User, after?: User): AuditState["second_factor"] {
  const [old, fresh] = [before?.secondFactor, after?.secondFactor];
  if (!old || !fresh) return old ? "off" : fresh && "on";
  const isKept = fresh.recovery.every((digest) => old.recovery.includes(digest));
  if (!isKept) return "new recovery codes";
  return fresh.recovery.length < old.recovery.length ? "recovery code used" : undefined;
}

/** Describes links for setting a password: by other users, and for a forgotten one. */
function describeLinks(id: number, owner: number, before?: User, after?: User): AuditChange[] {
  const [old, fresh] = [listLinks(before), listLinks(after)];
  const one = { kind: "links", id, owner, of: id } as const;
  const describe = (user: User | undefined, { expires, isForgotten }: DescribedLink) => ({
    ...(user && { name: user.name, username: getSignInName(user) }),
    expires_at: expires,
    ...(isForgotten && { forgotten: true as const }),
  });
  const ended = old.filter(({ digest }) => !fresh.some((link) => link.digest === digest));
  const made = fresh.filter(({ digest }) => !old.some((link) => link.digest === digest));
  return [
    ...ended.map((link) => ({ ...one, action: "end" as const, before: describe(before, link) })),
    ...made.map((link) => ({ ...one, action: "create" as const, after: describe(after, link) })),
  ];
}

interface DescribedLink {
  digest: string;
  expires: string;
  isForgotten: boolean;
}

function listLinks(user: User | undefined): DescribedLink[] {
  const forgotten = listForgotten(user).map((link) => ({ ...link, isForgotten: true }));
  return [...(user?.link ? [{ ...user.link, isForgotten: false }] : []), ...forgotten];
}

/** Describes subscriptions without their user: members of a network do not see who its people are. */
function describeSubscriptions(of: number, before?: User, after?: User): AuditChange[] {
  const [old = [], fresh = []] = [before?.subscriptions, after?.subscriptions];
  const describe = ({ request, every }: StoredSubscription) => ({ name: request.title, every });
  const one = ({ id, account: owner }: StoredSubscription) =>
    ({ kind: "subscriptions", id, owner, of }) as const;
  const ended = old.filter(({ id }) => !fresh.some((kept) => kept.id === id));
  const made = fresh.filter(({ id }) => !old.some((kept) => kept.id === id));
  return [
    ...ended.map((each) => ({ ...one(each), action: "end" as const, before: describe(each) })),
    ...made.map((each) => ({ ...one(each), action: "create" as const, after: describe(each) })),
  ];
}

function describeTokens(before: StoredToken | undefined, after: StoredToken | undefined): AuditChange[] {
  const describe = ({ name, role, expires }: StoredToken) => ({
    name,
    role,
    ...(expires && { expires_at: expires }),
  });
  const token = after ?? before;
  if (!token || (before && after)) return [];
  const one = { kind: "tokens", id: token.id, owner: token.account, of: token.creator } as const;
  return after
    ? [{ ...one, action: "create", after: describe(after) }]
    : [{ ...one, action: "end", before: describe(token) }];
}
