/** Sums of performance records. */
import type { PerformanceRecord } from "../../protocol/management.ts";
import type { Viewer } from "../../protocol/statistics.ts";

type Amount = "cost" | "revenue" | "publisher_revenue";
export type Sums = Required<Omit<PerformanceRecord, "group_by">>;

const NAMES = [
  ...(["ad_requests", "filled", "impressions", "clicks"] as const),
  ...(["cost", "revenue", "publisher_revenue", "network_revenue"] as const),
] as const;

/** Amount that an account sees first for a side. */
export function findAmount({ role, kind }: Viewer): Amount {
  if (role === "advertiser") return "cost";
  return kind === "network" ? "publisher_revenue" : "revenue";
}

/** Amounts that the account may not see are zero. */
export function addRecords(records: readonly PerformanceRecord[]): Sums {
  const sums: Sums = {
    ad_requests: 0,
    filled: 0,
    impressions: 0,
    clicks: 0,
    cost: 0,
    revenue: 0,
    publisher_revenue: 0,
    network_revenue: 0,
  };
  for (const record of records) for (const name of NAMES) sums[name] += record[name] ?? 0;
  return sums;
}

/** Returns clicks per hundred impressions; undefined without impressions. */
export function computeRate({ impressions, clicks }: Sums): number | undefined {
  return impressions > 0 ? (100 * clicks) / impressions : undefined;
}

/** Returns the share of filled requests in percent; undefined without requests. */
export function computeFillRate({
  ad_requests,
  filled,
}: Pick<Sums, "ad_requests" | "filled">): number | undefined {
  return ad_requests > 0 ? (100 * filled) / ad_requests : undefined;
}
