/** What the page of changes asks for, and what its entries are. Pure. */
import type { Change } from "../../protocol/management.ts";
import type { AuditEntry, AuditWay } from "../../protocol/people.ts";

export type AnyChange = Change | AuditEntry;

export function isCatalogueChange(change: AnyChange): change is Change {
  return !("way" in change);
}

const NUMBERS = ["user", "id", "campaign"] as const;
const TEXTS = ["kind", "from", "to"] as const;

/** Reads the filter from an address. Unreadable parts are left out. */
export function parseFilter(search: string): Record<string, string | number> {
  const parts = new URLSearchParams(search);
  const numbers = NUMBERS.map((name) => [name, Number(parts.get(name))] as const);
  const texts = TEXTS.map((name) => [name, parts.get(name) ?? ""] as const);
  return Object.fromEntries([...numbers, ...texts].filter(([, value]) => value));
}

/** Finds how a change was made; undefined where the name of the author says it. */
export function findWay(change: AnyChange): AuditWay | undefined {
  if (!isCatalogueChange(change)) return change.way;
  if (change.token) return "token";
  return change.user ? "interface" : undefined;
}

const GROUPINGS = {
  sites: "site_id",
  zones: "zone_id",
  campaigns: "campaign_id",
  creatives: "variation_id",
} as const;

/** Finds the grouping of reports that has the changed entry as a value. */
export function findGrouping({ kind, after }: Change): string {
  if (kind !== "accounts") return GROUPINGS[kind];
  return `${String(Reflect.get(after, "role"))}_id`;
}
