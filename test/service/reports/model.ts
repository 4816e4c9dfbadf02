/**
 * Expected reports, computed from the facts one by one. Shares no table and no code with the service.
 */
import type { Account } from "../../../src/service/catalogue/catalogue.ts";
import type { Fact } from "../../../src/service/facts/factTable.ts";
import { DETAILED_ONLY, METRIC_TABLE } from "../../support/metricTable.ts";
import { CATALOGUE, findAccount, type Json } from "../statisticsRoutes/support.ts";

type Role = "advertiser" | "publisher";
type Sums = Record<string, bigint>;
type Key = string | number | boolean | null;

const DAY = 86_400_000;

/** Computes the report of an account; each group is a bare value. */
export function expectedReport(facts: readonly Fact[], username: string, role: Role, request: Json): Json {
  const { from, to } = readDates(request.filter ?? {});
  const groups = new Map<string, { keys: Key[]; sums: Sums }>();
  const { timezone: dateTimezone } = findAccount(username);
  // A grand total exists even without facts.
  if (request.group_by.length === 0) groups.set("[]", { keys: [], sums: {} });
  for (const fact of facts) {
    const day = toLocalDay(fact.time, dateTimezone);
    if (day < from || day > to || !belongs(fact, username, role) || !passes(fact, request)) continue;
    const keys = request.group_by.map((grouping: string) => readKey(fact, grouping, request.timezone, day));
    const id = JSON.stringify(keys);
    const group = groups.get(id) ?? { keys, sums: {} };
    groups.set(id, group);
    addTo(group.sums, fact);
  }
  for (const [id, group] of groups) if (!isWithin(group, request, username, role)) groups.delete(id);
  const { limit = 50, offset = 0 } = request;
  const hasHours =
    request.group_by.includes("hour") || [request.filter, request.exclude].some((one) => one?.hour);
  const { timezone = "America/New_York" } = request;
  const zones = { date_timezone: dateTimezone, ...(hasHours && { timezone }) };
  const report: Json = { request_metadata: { count: groups.size, limit, offset, ...zones } };
  if (request.count === 1) return report;
  const sorted = [...groups.values()].sort((a, b) => compare(a, b, request, username, role));
  report.result = sorted.slice(offset, offset + limit).map(({ keys, sums }) => {
    const present = request.group_by.map((name: string, at: number) => [name, keys[at]]);
    const known = present.filter(([, key]: [string, Key]) => key !== null);
    return {
      ...(known.length > 0 && { group_by: Object.fromEntries(known) }),
      ...record(sums, username, role, request),
    };
  });
  if (request.totals === 1) {
    const total: Sums = {};
    for (const { sums } of groups.values())
      for (const [name, value] of Object.entries(sums)) add(total, name, value);
    report.result_total = record(total, username, role, request);
  }
  return report;
}

function belongs(fact: Fact, username: string, role: Role): boolean {
  const account = findAccount(username);
  const owner = CATALOGUE.accounts.get(
    (role === "advertiser" ? fact.advertiser_id : fact.publisher_id) ?? -1,
  );
  return account.role === "network" ? owner?.network === account.id : owner?.id === account.id;
}

function readDates(filter: Json): { from: string; to: string } {
  if (!filter.date_from || !filter.date_to) throw new Error("the model wants both dates");
  return { from: filter.date_from, to: filter.date_to };
}

function passes(fact: Fact, { filter = {}, timezone }: Json): boolean {
  return Object.entries<Json>(filter).every(([name, wanted]) => {
    if (name === "date_from" || name === "date_to") return true;
    if (name === "exclude_deleted")
      return wanted === 0 || !CATALOGUE.campaigns.get(fact.campaign_id ?? -1)?.deleted;
    if (name === "adblock") return wanted === "all" || fact.adblock === (wanted === "adblock");
    const key = readKey(fact, name, timezone, "");
    return key !== null && wanted.includes(key);
  });
}

/** Formats the local day with Intl.DateTimeFormat. */
function toLocalDay(time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(time);
}

function readKey(fact: Fact, grouping: string, timezone = "America/New_York", day: string): Key {
  const { time } = fact;
  switch (grouping) {
    case "date":
      return day;
    case "month":
      return day.slice(0, 7);
    case "year":
      return Number(day.slice(0, 4));
    case "quarter":
      return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
    case "week":
      return formatWeek(new Date(`${day}T00:00:00Z`));
    case "hour":
      return Number(
        new Intl.DateTimeFormat("en-GB", { timeZone: timezone, hour: "2-digit", hourCycle: "h23" }).format(
          time,
        ),
      );
    default:
      return (fact[grouping as keyof Fact] as Key | undefined) ?? null;
  }
}

/** Counts weeks from the first week of the year, which contains 4 January (ISO 8601). */
function formatWeek(time: Date): string {
  const day = Math.floor(time.getTime() / DAY) * DAY;
  const monday = (at: number) => at - ((new Date(at).getUTCDay() + 6) % 7) * DAY;
  let year = time.getUTCFullYear() + 1;
  while (monday(Date.UTC(year, 0, 4)) > day) year -= 1;
  let week = 1;
  for (let at = monday(Date.UTC(year, 0, 4)); at + 7 * DAY <= day; at += 7 * DAY) week += 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
}

function addTo(sums: Sums, fact: Fact): void {
  for (const [name, value] of Object.entries(fact)) {
    if (typeof value === "bigint") add(sums, name, value);
    else if (typeof value === "number") add(sums, name, BigInt(value));
  }
}

function add(sums: Sums, name: string, value: bigint): void {
  sums[name] = (sums[name] ?? 0n) + value;
}

// ── Metrics ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function metrics(sums: Sums, username: string, role: Role): Record<string, Record<string, number>> {
  const account = findAccount(username);
  const isNetwork = account.role === "network";
  const compute = (block: keyof typeof METRIC_TABLE, side: Role = role, prefix = "") =>
    Object.fromEntries(
      Object.entries(METRIC_TABLE[block])
        .map(([name, meaning]) => [prefix + name, meaning.split(" | ")] as const)
        .filter(([, [, , accounts = ""]]) => accounts === "all" || accounts.includes(account.role))
        .map(([name, [formula = ""]]) => [name, evaluate(formula, sums, side)]),
    );
  const goalCount = countGoals(account);
  const goals = Array.from({ length: goalCount }, (_, at) => at + 1).flatMap((goal) => [
    [`g${goal}`, evaluate(`goal_${goal}`, sums, role)],
    [`ecpa${goal}`, evaluate(`1 × cost ÷ goal_${goal}, else 0`, sums, role)],
  ]);
  const bothSides = { ...compute("rtb", "advertiser", "adv_"), ...compute("rtb", "publisher", "pub_") };
  return {
    base: compute("base"),
    video: compute("video"),
    ...(role === "publisher" && { wpn: compute("wpn") }),
    rtb: { ...compute("rtb"), ...(isNetwork && bothSides) },
    ...(role === "advertiser" &&
      goalCount > 0 && { goals: { ...Object.fromEntries(goals), total: sumGoals(sums, goalCount) } }),
  };
}

/** A network has as many goals as the account of it that has most. */
function countGoals({ id, goals }: Account): number {
  const members = CATALOGUE.data.accounts.filter(({ network }) => network === id);
  return Math.max(goals, ...members.map((member) => member.goals));
}

/** Evaluates `terms`, or `times × terms ÷ terms, else 0`. */
function evaluate(formula: string, sums: Sums, side: Role): number {
  const [, times, above, below] = /^(\d+) × (.+) ÷ (.+), else 0$/.exec(formula) ?? [];
  if (!above || !below) return addTerms(formula, sums, side);
  const divisor = addTerms(below, sums, side);
  return divisor === 0 ? 0 : (Number(times) * addTerms(above, sums, side)) / divisor;
}

/** Money is stored in billionths. */
const MONEY = /cost|publisher_revenue|rtb_value/;

function addTerms(terms: string, sums: Sums, side: Role): number {
  const [own, rtb] = side === "advertiser" ? ["cost", "adv_rtb_"] : ["publisher_revenue", "pub_rtb_"];
  const counters = terms.replace("own_money", own).replaceAll("rtb_", rtb).split(" ");
  const values = counters.map((term) =>
    term.startsWith("-") ? -(sums[term.slice(1)] ?? 0n) : (sums[term] ?? 0n),
  );
  const sum = Number(values.reduce((total, value) => total + value, 0n));
  return counters.some((term) => MONEY.test(term)) ? sum / 1e9 : sum;
}

const WITH_SKIPPED = ["date", "site_id", "zone_id", "country_iso", "region_id", "sub"];

function record(sums: Sums, username: string, role: Role, request: Json): Json {
  const all = metrics(sums, username, role);
  const projection = request.projection ?? Object.keys(all);
  const names = Array.isArray(projection) ? projection : Object.keys(projection);
  const skipped = request.group_by.every((grouping: string) => WITH_SKIPPED.includes(grouping));
  const result: Json = {};
  for (const block of names) {
    const byDefault = Object.keys(all[block] ?? {}).filter(
      (name) => request.detailed === 1 || !DETAILED_ONLY.includes(name),
    );
    const wanted: string[] = Array.isArray(projection) ? byDefault : projection[block];
    const shown = wanted.filter((name) => skipped || block !== "rtb" || !name.includes("skipped"));
    const values = Object.fromEntries(shown.map((name) => [name, all[block]?.[name]]));
    if (block === "base") Object.assign(result, values);
    else result[block] = values;
  }
  return result;
}

// ── Order ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const ORDERS: Record<string, [string, string]> = {
  cpv: ["video", "cpv"],
  video_impressions: ["video", "impressions"],
  video_views: ["video", "views"],
  vtr: ["video", "vtr"],
  rt_errors_ratio: ["rtb", "errors_ratio"],
};

interface Group {
  keys: Key[];
  sums: Sums;
}

function compare(a: Group, b: Group, request: Json, username: string, role: Role): number {
  for (const { field, order } of request.order_by ?? []) {
    const at = request.group_by.indexOf(field);
    const sign = order === "desc" ? -1 : 1;
    const by =
      at < 0
        ? sign * (computeMetric(a, field, username, role) - computeMetric(b, field, username, role))
        : byKey(a.keys[at] ?? null, b.keys[at] ?? null, sign);
    if (by !== 0) return by;
  }
  for (const at of a.keys.keys()) {
    const by = byKey(a.keys[at] ?? null, b.keys[at] ?? null, 1);
    if (by !== 0) return by;
  }
  return 0;
}

/** Whether the metrics of a group are within the request's bounds. */
function isWithin(group: Group, { metrics: bounds = {} }: Json, username: string, role: Role): boolean {
  return Object.entries<Json>(bounds).every(([field, { min = -Infinity, max = Infinity }]) => {
    const value = computeMetric(group, field, username, role);
    return min <= value && value <= max;
  });
}

function sumGoals(sums: Sums, count: number): number {
  let total = 0n;
  for (let goal = 1; goal <= count; goal++) total += sums[`goal_${goal}`] ?? 0n;
  return Number(total);
}

function computeMetric({ sums }: Group, field: string, username: string, role: Role): number {
  const all = metrics(sums, username, role);
  const [block, name] = ORDERS[field] ?? inBlock(field);
  return all[block]?.[name] ?? 0;
}

function inBlock(field: string): [string, string] {
  if (field.startsWith("rtb_")) return ["rtb", field.slice(4)];
  return /^(g|ecpa)\d|^total$/.test(field) ? ["goals", field] : ["base", field];
}

/** Compares keys; absent values are last in either direction. */
function byKey(a: Key, b: Key, sign: number): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return sign * (a < b ? -1 : 1);
}

/** Converts a report of the service to the model's form, with bare values as groups. */
export function bare(report: Json): Json {
  const result = report.result?.map((entry: Json) => {
    if (!entry.group_by) return entry;
    const keys = Object.entries<Json>(entry.group_by).map(([name, detail]) => [
      name,
      bareValue(name, detail),
    ]);
    return { ...entry, group_by: Object.fromEntries(keys) };
  });
  return { ...report, ...(result && { result }) };
}

function bareValue(grouping: string, detail: Json): Key {
  if (grouping === "adblock") return detail.adblock === "adblock";
  if (grouping.endsWith("_id")) return Number(detail.id);
  return detail[grouping];
}
