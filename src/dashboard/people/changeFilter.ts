/** What the page of changes asks for, and what its entries are. Pure. */
import type { Change } from "../../protocol/management.ts";
import { AUDIT_KINDS, type AuditEntry, type AuditWay } from "../../protocol/people.ts";
import { isOneOf, listKeys } from "../../protocol/tables.ts";
import { isDay } from "../reports/period.ts";

export type AnyChange = Change | AuditEntry;

export function isCatalogueChange(change: AnyChange): change is Change {
  return !("way" in change);
}

const GROUPINGS = {
  sites: "site_id",
  zones: "zone_id",
  campaigns: "campaign_id",
  creatives: "variation_id",
} as const;

const NUMBERS = ["user", "id", "campaign"] as const;
const DAYS = ["from", "to"] as const;
const KINDS = ["accounts", ...listKeys(GROUPINGS), ...AUDIT_KINDS] as const;

/** Reads the filter from an address. Parts that the service would refuse are left out. */
export function parseFilter(search: string): Record<string, string | number> {
  const parts = new URLSearchParams(search);
  const kind = parts.get("kind") ?? "";
  const numbers = NUMBERS.map((name) => [name, Number(parts.get(name))] as const);
  const days = DAYS.map((name) => [name, parts.get(name) ?? ""] as const);
  return Object.fromEntries([
    ...numbers.filter(([, value]) => value && Number.isSafeInteger(value)),
    ...(isOneOf(KINDS, kind) ? [["kind", kind]] : []),
    ...days.filter(([, value]) => isDay(value)),
  ]);
}

/** Finds how a change was made; undefined where the name of the author says it. */
export function findWay(change: AnyChange): AuditWay | undefined {
  if (!isCatalogueChange(change)) return change.way;
  if (change.token) return "token";
  return change.user ? "interface" : undefined;
}

/** Finds the grouping of reports that has the changed entry as a value. */
export function findGrouping({ kind, after }: Change): string {
  if (kind !== "accounts") return GROUPINGS[kind];
  return `${String(Reflect.get(after, "role"))}_id`;
}
