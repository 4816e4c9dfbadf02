/** What an account may send: which fields, for whom, and within which bounds. Throws `ChangeRefused`. */
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import { hashPassword } from "../signing/passwords.ts";
import { isObject } from "../values/object.ts";
import { ChangeRefused, refuseField } from "./refusal.ts";
import {
  type Changeable,
  type Entry,
  isManaged,
  type Kind,
  listManagedAccounts,
  RESOURCES,
  type Resource,
} from "./resources.ts";

/** The fields of a body that the role may set; all problems together. */
export function readFields(
  input: unknown,
  resource: Changeable,
  allowed: readonly string[] | undefined,
  action: string,
): Record<string, unknown> {
  if (!allowed) throw new ChangeRefused(403, `Your account may not ${action} a ${resource.noun}.`);
  if (!isObject(input)) throw refuseField("body", "Expected an object.");
  const known = new Set(
    Object.values(resource.rights).flatMap(({ create = [], change = [] }) => [...create, ...change]),
  );
  const wrong = Object.keys(input).filter((field) => !allowed.includes(field));
  if (wrong.length === 0) return input;
  const problems = wrong.map((field) => ({
    [`[${field}]`]: known.has(field)
      ? "Your account may not set this field."
      : "This field was not expected.",
  }));
  throw new ChangeRefused(
    wrong.some((field) => !known.has(field)) ? 400 : 403,
    "The change was not made.",
    problems,
  );
}

export async function hashSecrets(fields: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { password } = fields;
  if (password === undefined || password === null) return fields;
  if (typeof password !== "string" || password.length < 8 || password.length > 1000)
    throw refuseField("password", "Expected at least 8 characters.");
  return { ...fields, password: await hashPassword(password) };
}

/** Whose a new entry is: said by a network, else the viewer's own. */
export async function addOwner(
  kind: Kind,
  fields: Record<string, unknown>,
  viewer: Account,
  catalogue: Catalogue,
): Promise<Record<string, unknown>> {
  if (kind === "accounts") return requireBelow(fields, viewer);
  if (kind === "zones") {
    const site = catalogue.sites.get(Number(fields.site));
    if (!site || !isManaged("sites", site, listManagedAccounts(viewer, catalogue), catalogue))
      throw refuseField("site", "There is no site with this id.");
    return fields;
  }
  if (viewer.role !== "network") return { account: viewer.id, ...fields };
  const owner = catalogue.accounts.get(Number(fields.account));
  const role = kind === "sites" ? "publisher" : "advertiser";
  if (owner?.role !== role || owner.network !== viewer.id)
    throw refuseField("account", `Expected the id of an account of the role ${role}.`);
  return fields;
}

function requireBelow(fields: Record<string, unknown>, viewer: Account): Record<string, unknown> {
  if (fields.role === "network") throw refuseField("role", "Expected advertiser or publisher.", 403);
  return { ...fields, network: viewer.id };
}

/** What an advertiser sends is shown only once the network has looked at it. */
export function waitForReview(viewer: Account, fields: Record<string, unknown>): { review?: "waiting" } {
  const isSeen = ["image", "url", "size"].some((field) => field in fields);
  return viewer.role === "advertiser" && isSeen ? { review: "waiting" } : {};
}

/** A banner of a size that no zone has would never be shown. */
export function requireKnownSize(size: unknown, { data }: Catalogue): void {
  const sizes = [...new Set(data.zones.map((zone) => zone.size))].sort();
  if (sizes.includes(String(size))) return;
  throw refuseField("size", `No zone has this size. There are: ${sizes.join(", ") || "none yet"}.`);
}

/** Budgets and caps go up by the network alone. */
export function refuseRaise(entry: Entry, patch: Record<string, unknown>): void {
  for (const field of ["budget", "caps"] as const) {
    const [before, after] = [entry[field], patch[field]];
    if (!(field in patch)) continue;
    for (const key of ["daily", "total"]) {
      const old = isObject(before) ? before[key] : undefined;
      const fresh = isObject(after) && key in after ? after[key] : after === null ? null : old;
      if (old !== undefined && (fresh === null || Number(fresh) > Number(old)))
        throw refuseField(`${field}][${key}`, "Only your network may raise or remove this.", 403);
    }
  }
}

export function readableResource(kind: Kind, viewer: Account): Resource {
  const resource = RESOURCES[kind];
  if (resource.rights[viewer.role]) return resource;
  throw new ChangeRefused(403, `An account of the role ${viewer.role} manages no ${kind}.`);
}
