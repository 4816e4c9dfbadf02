/** Report requests at the limits of the API and beyond. */
import fc from "fast-check";
import {
  EXCLUDABLE_FORMS,
  FILTERS,
  type FilterForms,
  GROUPINGS,
  listBlocks,
  listMetrics,
  listNames,
  listOrderGroupings,
  listOrderMetrics,
  MAX_FILTER_VALUES,
  MAX_LIMIT,
  type Role,
  type Viewer,
} from "../../src/protocol/statistics.ts";
import { isOneOf } from "../../src/protocol/tables.ts";
import { TIMEZONES } from "../../src/service/values/timezones.ts";
import { CATALOGUE, type Json } from "../service/statisticsRoutes/support.ts";
import { anything, text } from "./cases.ts";

export interface FuzzedRequest {
  username: string;
  role: Role;
  request: Json;
  /** Whether the request is sent in the query string of a GET request. */
  byQuery: boolean;
  accept: string;
  /** Number of identical concurrent requests. */
  times: number;
  /** Whether the API must accept the request. */
  isValid: boolean;
}

const { MAX_SAFE_INTEGER: MOST, MIN_SAFE_INTEGER: LEAST } = Number;
const DAYS = [
  ...["0000-01-01", "0001-01-01", "1582-10-15", "1969-12-31", "1970-01-01", "2024-02-29", "2025-03-30"],
  ...["2038-01-19", "2105-12-31", "2106-02-07", "2262-04-12", "9999-12-30", "9999-12-31"],
];
const COUNTRIES = ["DEU", "deu", "Usa", "NPL", "ATA"];
const ACCEPTS = [
  ...["*/*", "*/*", "application/json", "text/csv", "application/x-ndjson"],
  "application/vnd.apache.parquet",
];

const anyCase = (names: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom("asIs", "upper", "lower"))
    .map(([name, letters]) =>
      letters === "asIs" ? name : letters === "upper" ? name.toUpperCase() : name.toLowerCase(),
    );
const flag = fc.constantFrom(0, 1, true, false);
/** A list, or a single entry, which the API reads as a list. */
const list = <T>(entry: fc.Arbitrary<T>, maxLength: number, minLength = 1) =>
  fc.oneof(fc.array(entry, { minLength, maxLength }), entry);
const whole = (min: number, ...edges: number[]) =>
  fc.oneof(fc.constantFrom(min, ...edges, MOST), fc.integer({ min: Math.max(min, -1000), max: 1000 }));

const FORMS: Record<keyof FilterForms, fc.Arbitrary<unknown>> = {
  date: fc.constantFrom(...DAYS),
  adblock: anyCase(["adblock", "all", "standard"]),
  flag,
  countries: list(fc.constantFrom(...COUNTRIES), 8),
  ids: fc.oneof(
    list(whole(0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 101), 8),
    fc.constant(Array.from({ length: MAX_FILTER_VALUES }, (_, at) => at)),
  ),
  integers: list(whole(LEAST, 0, -1, 7), 8),
  hours: list(fc.integer({ min: 0, max: 23 }), 24),
  hostnames: list(fc.constantFrom("daily.example", "xn--bcher-kva.example", "-", ".", "0"), 8),
  sizes: list(fc.constantFrom("300x250", "0x0", `${"9".repeat(400)}x1`), 8),
};

/** Requests with their account and format; most are valid. */
export const fuzzedRequest: fc.Arbitrary<FuzzedRequest> = fc
  .constantFrom(...CATALOGUE.data.accounts)
  .chain((account) => {
    const roles: Role[] = account.role === "network" ? ["advertiser", "publisher"] : [account.role];
    return fc.constantFrom(...roles).chain((role) => {
      const viewer = { kind: account.role, role, goals: account.goals };
      return fc.record({
        username: fc.constant(account.username ?? ""),
        role: fc.constant(role),
        byQuery: fc.constantFrom(false, false, true),
        accept: fc.constantFrom(...ACCEPTS),
        times: fc.constantFrom(...Array(9).fill(1), 3),
        isValid: fc.constantFrom(true, true, true, false),
        request: validRequest(viewer),
        damage: fc.tuple(damage, damage),
      });
    });
  })
  .map(({ damage: [first, second], ...asked }) =>
    asked.isValid ? asked : { ...asked, request: second(first(asked.request)) },
  );

function validRequest(viewer: Viewer): fc.Arbitrary<Json> {
  const groupings = listNames(GROUPINGS, viewer.role, viewer.kind);
  return fc.uniqueArray(fc.constantFrom(...groupings), { minLength: 0, maxLength: 4 }).chain((group_by) =>
    fc.record(
      {
        group_by: fc.constant(group_by),
        filter: filters(viewer),
        exclude: exclusion(viewer),
        order_by: orders(viewer, group_by),
        metrics: bounds(viewer),
        projection: projection(viewer),
        totals: flag,
        count: fc.constantFrom(0, 0, 1, true),
        detailed: flag,
        timezone: fc.constantFrom(...TIMEZONES, "europe/berlin"),
        limit: fc.constantFrom(1, 2, 50, MAX_LIMIT - 1, MAX_LIMIT),
        offset: fc.constantFrom(0, 1, 49, 2 ** 31, 2 ** 53 - 2, MOST),
      },
      { requiredKeys: ["group_by"] },
    ),
  );
}

function filters({ role, kind }: Viewer): fc.Arbitrary<Json> {
  const keys = listNames(FILTERS, role, kind);
  const entries = Object.fromEntries(keys.map((key) => [key, FORMS[FILTERS[key].form]]));
  // Most filters match no facts; more than four would leave most reports empty.
  return fc
    .subarray(keys, { maxLength: 4 })
    .chain((some) => fc.record(Object.fromEntries(some.map((key) => [key, entries[key] ?? text]))))
    .map((filter: Json) => {
      const { date_from: from, date_to: to } = filter;
      return from && to && from > to ? { ...filter, date_from: to, date_to: from } : filter;
    });
}

function exclusion({ role, kind }: Viewer): fc.Arbitrary<Json> {
  const keys = listNames(FILTERS, role, kind).filter((key) => isOneOf(EXCLUDABLE_FORMS, FILTERS[key].form));
  return fc
    .subarray(keys, { maxLength: 3 })
    .chain((some) => fc.record(Object.fromEntries(some.map((key) => [key, FORMS[FILTERS[key].form]]))));
}

function orders(viewer: Viewer, grouped: readonly string[]): fc.Arbitrary<Json> {
  const own = listOrderGroupings(viewer.role, viewer.kind).filter((name) => grouped.includes(name));
  const order = fc.record({
    field: anyCase([...listOrderMetrics(viewer), ...own]),
    order: anyCase(["asc", "desc"]),
  });
  return fc.uniqueArray(order, { maxLength: 2, selector: ({ field }) => field.toLowerCase() });
}

function bounds(viewer: Viewer): fc.Arbitrary<Json> {
  const bound = fc.oneof(
    fc.constantFrom(0, -0, 1e-300, 0.1, 100, MOST, LEAST),
    fc.double({ min: -1000, max: 1000, noNaN: true }),
  );
  const each = fc.oneof(
    fc.record({ min: bound }),
    fc.record({ max: bound }),
    fc.tuple(bound, bound).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) })),
  );
  const entry = fc.tuple(anyCase(listOrderMetrics(viewer)), each);
  return fc
    .uniqueArray(entry, { maxLength: 3, selector: ([name]) => name.toLowerCase() })
    .map((entries) => Object.fromEntries(entries));
}

function projection(viewer: Viewer): fc.Arbitrary<Json> {
  const blocks = listBlocks(viewer);
  const keyed = fc.subarray(blocks, { minLength: 1 }).chain((names) => {
    const metrics = names.map((block) => [
      block,
      fc.subarray(Object.keys(listMetrics(block, viewer)), { minLength: 1 }),
    ]);
    return fc.record(Object.fromEntries(metrics));
  });
  return fc.oneof(fc.subarray(blocks, { minLength: 1 }), anyCase(blocks), keyed);
}

/** Values that are invalid in almost every field. */
const wrong = fc.oneof(
  fc.constantFrom<unknown>(
    ...[[], {}, null, "", " ", -1, 0.5, 1e308, 2 ** 53, "9999-12-32", "10000-01-01", "-0001-01-01"],
    ...["Ünïcödé", "日本.example", "\u0000", "'; DROP TABLE facts; --", ["date", "date"], [[]], [null]],
    Array.from({ length: MAX_FILTER_VALUES + 1 }, () => 1),
  ),
  text,
  anything,
);

/** Functions that replace a field, a filter or the whole request by such a value. */
const damage: fc.Arbitrary<(request: Json) => Json> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        "group_by",
        "filter",
        "exclude",
        "metrics",
        "order_by",
        "projection",
        "limit",
        "offset",
      ),
      wrong,
    )
    .map(
      ([field, value]) =>
        (request: Json) =>
          Object(request) === request ? { ...request, [field]: value } : request,
    ),
  fc.tuple(fc.constantFrom(...Object.keys(FILTERS), "toString", "__proto__"), wrong).map(
    ([key, value]) =>
      (request: Json) =>
        Object(request) === request
          ? { ...request, filter: { ...Object(request.filter), [key]: value } }
          : request,
  ),
  fc.tuple(text, wrong).map(
    ([key, value]) =>
      (request: Json) =>
        Object(request) === request ? { ...request, [key]: value } : request,
  ),
  wrong.map((value) => () => value),
);
