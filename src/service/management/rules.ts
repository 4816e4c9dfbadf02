/** Rules for the fields that an account may send, with their owners and bounds. Throws `ChangeRefused`. */
import { FIRST_DAY } from "../../protocol/earliestDay.ts";
import { OWN_ACCOUNT_FIELDS } from "../../protocol/management.ts";
import { hasControls, isVisible } from "../../protocol/visibleText.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import { listMemberCurrencies } from "../catalogue/currencies.ts";
import type { Entry } from "../catalogue/document.ts";
import { findPasswordProblem } from "../signing/passwordRules.ts";
import { hashPassword } from "../signing/passwords.ts";
import { isDay } from "../values/day.ts";
import { isObject } from "../values/object.ts";
import { dropRepeats } from "../values/schemas.ts";
import { refuseField, refuseFields } from "./refusal.ts";
import {
  type Changeable,
  isManaged,
  type Kind,
  listManagedAccounts,
  listReachableZones,
} from "./resources.ts";

/** Reads the fields of a body that the role may set; reports the first problems together. */
export function pickFields(
  input: unknown,
  resource: Changeable,
  allowed: readonly string[] = [],
): Record<string, unknown> {
  if (!isObject(input)) throw refuseField("body", { code: "object" });
  const known = new Set(
    Object.values(resource.rights).flatMap(({ create = [], change = [] }) => [...create, ...change]),
  );
  const wrong = Object.keys(input).filter((field) => !allowed.includes(field));
  if (wrong.length === 0) {
    refuseRepeats(input);
    return tidyNames(input);
  }
  throw refuseFields(
    wrong,
    (field) => ({ code: known.has(field) ? "field-not-allowed" : "field-unexpected" }),
    wrong.some((field) => !known.has(field)) ? 400 : 403,
  );
}

/** Refuses lists that have a value twice. Creatives are entries of their own and may be equal. */
function refuseRepeats(input: object, above = ""): void {
  for (const [key, value] of Object.entries(input)) {
    if (key === "variations" || typeof value !== "object" || value === null) continue;
    const path = above ? `${above}][${key}` : key;
    if (!Array.isArray(value)) refuseRepeats(value, path);
    else if (dropRepeats(value) !== value) throw refuseField(path, { code: "values-repeated" });
  }
}

/** Reads the settings that an account may change for itself. */
export function pickOwnFields(input: unknown): Record<string, unknown> {
  if (!isObject(input)) throw refuseField("body", { code: "object" });
  const wrong = Object.keys(input).filter((field) => !OWN_ACCOUNT_FIELDS.some((own) => own === field));
  if (wrong.length > 0) throw refuseFields(wrong, () => ({ code: "field-unexpected" }));
  return tidyNames(input);
}

/**
 * Trims the names of an entry, of its goals and of its creatives. Refuses those of only invisible characters, because their links could
 * not be clicked. The schema refuses an empty name, together with other invalid fields.
 */
function tidyNames(input: Record<string, unknown>, above = ""): Record<string, unknown> {
  const { name, goalNames, variations } = input;
  const tidy = { ...input };
  if (typeof name === "string") tidy.name = tidyName(name, `${above}name`);
  if (Array.isArray(goalNames))
    tidy.goalNames = goalNames.map((each, at) =>
      typeof each === "string" ? tidyName(each, `goalNames][${at}`) : each,
    );
  if (Array.isArray(variations))
    tidy.variations = variations.map((creative, at) =>
      isObject(creative) ? tidyNames(creative, `variations][${at}][`) : creative,
    );
  return tidy;
}

function tidyName(text: string, field: string): string {
  const name = text.trim();
  if (name && !isVisible(name)) throw refuseField(field, { code: "name-invisible" });
  if (hasControls(name)) throw refuseField(field, { code: "no-controls" });
  return name;
}

/**
 * Hashes a new password. `own`: the user's names and e-mail address, which are no passwords. `owner`: account that takes
 * turns with others.
 */
export async function hashNewPassword(
  password: string,
  own: readonly (string | undefined)[] = [],
  owner?: number,
): Promise<string> {
  const names = own.filter((name) => name !== undefined);
  const problem = findPasswordProblem(password, names);
  if (problem) throw refuseField("password", problem);
  return hashPassword(password, owner);
}

/** Adds the owner of a new entry: the account that a network names, otherwise the viewer. */
export async function addOwner(
  kind: Kind,
  fields: Record<string, unknown>,
  viewer: Account,
  catalogue: Catalogue,
): Promise<Record<string, unknown>> {
  if (kind === "accounts") {
    const [common, ...others] = listMemberCurrencies(catalogue.data, viewer.id);
    const currency = others.length === 0 && common !== undefined ? common : viewer.currency;
    return { currency, ...requireBelow(fields, viewer) };
  }
  if (kind === "zones") {
    const site = catalogue.sites.get(toNumber(fields.site));
    if (!site || !isManaged("sites", site, listManagedAccounts(viewer, catalogue), catalogue))
      throw refuseField("site", { code: "site-unknown" });
    return fields;
  }
  if (viewer.role !== "network") return { account: viewer.id, ...fields };
  const owner = catalogue.accounts.get(toNumber(fields.account));
  const role = kind === "sites" ? "publisher" : "advertiser";
  if (owner?.role !== role || owner.network !== viewer.id)
    throw refuseField("account", { code: "account-of-role", role });
  return fields;
}

function requireBelow(fields: Record<string, unknown>, viewer: Account): Record<string, unknown> {
  if (fields.role === "network")
    throw refuseField("role", { code: "either", values: ["advertiser", "publisher"] }, 403);
  return { ...fields, network: viewer.id };
}

/** Refuses a size that no zone of the viewer's network has, because such a banner would never be shown. */
export function requireKnownSize(size: unknown, viewer: Account, catalogue: Catalogue): void {
  const sizes = [...new Set(listReachableZones(viewer, catalogue).map((zone) => zone.size))].sort();
  if (sizes.some((known) => known === size)) return;
  throw refuseField("size", { code: "size-unused", sizes });
}

/** Refuses higher budgets and caps, which only the network may set. */
export function refuseRaise(entry: Entry, patch: Record<string, unknown>): void {
  for (const field of ["budget", "caps"] as const) {
    const [before, after] = [entry[field], patch[field]];
    if (!(field in patch)) continue;
    for (const key of ["daily", "total"]) {
      const old = isObject(before) ? before[key] : undefined;
      const fresh = isObject(after) && key in after ? after[key] : after === null ? null : old;
      if (old !== undefined && (fresh === null || toNumber(fresh) > toNumber(old)))
        throw refuseField(`${field}][${key}`, { code: "network-only" }, 403);
    }
  }
}

/** Refuses days before `FIRST_DAY`, unless they are stored already. `entry` is undefined for a new one. */
export function refuseEarlyDays(entry: Entry | undefined, patch: Record<string, unknown>): void {
  const early = (["from", "to"] as const).filter((field) => {
    const day = patch[field];
    return typeof day === "string" && day < FIRST_DAY && day !== entry?.[field] && isDay(day);
  });
  if (early.length > 0) throw refuseFields(early, () => ({ code: "day-early", day: FIRST_DAY }));
}

/**
 * Refuses to import a goal, or to report it only from a later day on, after its first day has begun: an import of the days
 * since then would count conversions that reports have counted already. `account`: as it is stored.
 */
export function requireReportedGoals(
  account: Pick<Account, "goalSources"> | undefined,
  patch: Record<string, unknown>,
  now: number,
): void {
  const { goalSources: after } = patch;
  // Other values are no list of sources, which the schema reports.
  if (!Array.isArray(after) && after !== null) return;
  for (const before of account?.goalSources ?? []) {
    if (before.source !== "report" || Date.parse(before.from) > now) continue;
    const { goal, from } = before;
    const isReported = (after ?? []).some(
      (each) =>
        isObject(each) &&
        each.goal === goal &&
        each.source === "report" &&
        !(typeof each.from === "string" && each.from > from),
    );
    if (!isReported) throw refuseField("goalSources", { code: "goal-reported", goal, from });
  }
}

/** Reads a number; NaN for other types, because converting an object such as `{"toString": 1}` throws. */
function toNumber(value: unknown): number {
  return typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;
}
