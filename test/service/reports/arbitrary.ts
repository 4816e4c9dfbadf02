/** Random facts and random valid requests. */
import fc from "fast-check";
import {
  FILTERS,
  GROUPINGS,
  listBlocks,
  listMetrics,
  listNames,
  listOrderGroupings,
  listOrderMetrics,
  type Role,
  type Viewer,
} from "../../../src/protocol/statistics.ts";
import { COUNTERS, DIMENSIONS, type Fact } from "../../../src/service/facts/factTable.ts";
import { CATALOGUE, type Json } from "../statisticsRoutes/support.ts";

/** Few values for each dimension, so that facts share groups. */
const VALUES: Partial<Record<keyof typeof DIMENSIONS, (string | number | boolean)[]>> = {
  advertiser_id: [11, 12, 13],
  publisher_id: [1, 2, 3],
  campaign_id: [1, 2, 3, 4],
  zone_id: [101, 102, 201, 9_007_199_254_740_991],
  sub: [-3, 0, 7, 8_000_000_000],
  site_hostname: ["daily.example", "play.example", "a-b.example"],
  size: ["300x250", "728x90", "50x50"],
  country_iso: ["DEU", "USA", "NPL"],
  adblock: [true, false],
  unfilled_reason: ["budget", "targeting.countries"],
};
const listValues = (name: keyof typeof DIMENSIONS) => VALUES[name] ?? [1, 2, 30];

/** Days around clock changes and the ends of months, quarters and years, and a leap day. */
const DAYS = [
  "2024-02-29",
  "2024-12-29",
  "2024-12-31",
  "2025-01-01",
  "2025-03-09",
  "2025-03-30",
  "2025-11-02",
];
export const ZONES = ["America/New_York", "Asia/Kathmandu", "Europe/Berlin", "UTC", "Australia/Lord_Howe"];

const time = fc
  .tuple(fc.constantFrom(...DAYS), fc.oneof(fc.constantFrom(0, 86_399), fc.integer({ min: 0, max: 86_399 })))
  .map(([day, second]) => new Date(Date.parse(day) + second * 1000));

const MONEY = ["cost", "publisher_revenue", "adv_rtb_value", "pub_rtb_value"];

export const fact: fc.Arbitrary<Fact> = fc
  .tuple(time, dimensions(), counters())
  .map(([at, values, sums]) => ({ time: at, ...values, ...sums }) as Fact);

function dimensions(): fc.Arbitrary<object> {
  const names = Object.keys(DIMENSIONS) as (keyof typeof DIMENSIONS)[];
  return fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(...listValues(name))])), {
    requiredKeys: [],
  });
}

function counters(): fc.Arbitrary<object> {
  const values = Object.keys(COUNTERS).map((name): [string, fc.Arbitrary<unknown>] => [
    name,
    MONEY.includes(name) ? fc.bigInt({ min: 0n, max: 2_000_000_000_000n }) : fc.integer({ min: 0, max: 9 }),
  ]);
  return fc.record(Object.fromEntries(values), { requiredKeys: [] });
}

export interface Asked {
  username: string;
  role: Role;
  request: Json;
}

/** Requests with their account and role. */
export const asked: fc.Arbitrary<Asked> = fc.constantFrom(...CATALOGUE.data.accounts).chain((account) =>
  fc
    .constantFrom<Role>(
      ...(account.role === "network" ? (["advertiser", "publisher"] as const) : [account.role]),
    )
    .chain((role) =>
      arbitraryRequest({ kind: account.role, role, goals: account.goals }).map((request) => ({
        username: account.username ?? "",
        role,
        request,
      })),
    ),
);

function arbitraryRequest(viewer: Viewer): fc.Arbitrary<Json> {
  return fc
    .uniqueArray(fc.constantFrom(...listNames(GROUPINGS, viewer.role)), { minLength: 1, maxLength: 4 })
    .chain((group_by) =>
      fc.record(
        {
          group_by: fc.constant(group_by),
          filter: arbitraryFilter(viewer),
          order_by: arbitraryOrders(viewer, group_by),
          metrics: arbitraryBounds(viewer),
          projection: arbitraryProjection(viewer),
          totals: fc.constantFrom(0, 1),
          count: fc.constantFrom(0, 0, 0, 1),
          timezone: fc.constantFrom(...ZONES),
          limit: fc.integer({ min: 1, max: 20 }),
          offset: fc.integer({ min: 0, max: 5 }),
        },
        { requiredKeys: ["group_by", "filter"] },
      ),
    );
}

function arbitraryFilter({ role, kind }: Viewer): fc.Arbitrary<Json> {
  const keys = listNames(FILTERS, role, kind).filter((key) => key !== "date_from" && key !== "date_to");
  const values = keys.map((key): [string, fc.Arbitrary<unknown>] => [key, filterValue(key)]);
  const some = fc
    .uniqueArray(fc.constantFrom(...values), { maxLength: 2, selector: ([key]) => key })
    .chain((entries) => fc.record(Object.fromEntries(entries)));
  const dates = fc
    .tuple(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS))
    .map(([a, b]) => (a < b ? { date_from: a, date_to: b } : { date_from: b, date_to: a }));
  return fc
    .tuple(some, fc.oneof(fc.constant({ date_from: "2024-01-01", date_to: "2025-12-31" }), dates))
    .map(([others, period]) => ({ ...period, ...others }));
}

function filterValue(key: string): fc.Arbitrary<unknown> {
  if (key === "adblock") return fc.constantFrom("adblock", "all", "standard");
  if (key === "exclude_deleted") return fc.constantFrom(0, 1);
  if (key === "hour") return fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 20 });
  const values = listValues(key as keyof typeof DIMENSIONS);
  return fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 });
}

function arbitraryOrders(viewer: Viewer, grouped: readonly string[]): fc.Arbitrary<Json> {
  const groupings = listOrderGroupings(viewer.role, viewer.kind).filter((grouping) =>
    grouped.includes(grouping),
  );
  const field = fc.oneof(
    fc.constantFrom(...listOrderMetrics(viewer)),
    ...(groupings.length > 0 ? [fc.constantFrom(...groupings)] : []),
  );
  const order = fc.record({ field, order: fc.constantFrom("asc", "desc") });
  return fc.uniqueArray(order, { maxLength: 2, selector: (entry) => entry.field });
}

/** Bounds with small values, which some records match exactly. */
function arbitraryBounds(viewer: Viewer): fc.Arbitrary<Json> {
  const bound = fc.oneof(fc.constantFrom(0, 1, 100), fc.integer({ min: -3, max: 30 }));
  const bounds = fc.oneof(
    fc.record({ min: bound }),
    fc.record({ max: bound }),
    fc.tuple(bound, bound).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) })),
  );
  const entry = fc.tuple(fc.constantFrom(...listOrderMetrics(viewer)), bounds);
  return fc.array(entry, { maxLength: 2 }).map((entries) => Object.fromEntries(entries));
}

function arbitraryProjection(viewer: Viewer): fc.Arbitrary<Json> {
  const blocks = listBlocks(viewer);
  const some = fc.uniqueArray(fc.constantFrom(...blocks), { minLength: 1 });
  const keyed = some.chain((names) =>
    fc.record(
      Object.fromEntries(
        names.map((block) => {
          const metrics = Object.keys(listMetrics(block, viewer));
          return [block, fc.uniqueArray(fc.constantFrom(...metrics), { minLength: 1 })];
        }),
      ),
    ),
  );
  return fc.oneof(some, keyed);
}
