/** Numbers, days and groups in words. */
import {
  type Block,
  GROUPINGS,
  type Grouping,
  type MetricDefinition,
  metricsOf,
  ORDER_METRICS,
  type Role,
  type Unit,
} from "../protocol/statistics.ts";
import type { Period, Span } from "./period.ts";
import { addDays, PERIODS } from "./period.ts";
import type { FilterValue } from "./view.ts";

const NUMBERS: Record<Unit, Intl.NumberFormat> = {
  count: new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 }),
  money: new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  percent: new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  milliseconds: new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 }),
};
const CHANGE = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: "never",
});
const COMPACT = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });
const NOTHING = "–";

/** A value of a metric; `–` where there is none. */
export function formatValue(value: number | undefined, unit: Unit): string {
  if (value === undefined || value === null || !Number.isFinite(value)) return NOTHING;
  const text = NUMBERS[unit].format(value);
  if (unit === "percent") return `${text}%`;
  return unit === "milliseconds" ? `${text} ms` : text;
}

/** For the axis of a chart. */
export function formatShort(value: number, unit: Unit): string {
  const text = COMPACT.format(value);
  return unit === "percent" ? `${text}%` : text;
}

export function formatCount(value: number): string {
  return NUMBERS.count.format(value);
}

export interface Change {
  direction: "up" | "down" | "same";
  text: string;
}

/** How a value changed, in percent of the one before; undefined where that says nothing. */
export function changeOf(value: number | undefined, before: number | undefined): Change | undefined {
  if (value === undefined || !before || !Number.isFinite(value / before)) return undefined;
  const percent = (value / before - 1) * 100;
  const text = `${CHANGE.format(percent)}%`;
  if (Math.abs(percent) < 0.05) return { direction: "same", text };
  return { direction: percent > 0 ? "up" : "down", text };
}

const date = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(undefined, { timeZone: "UTC", ...options });
const DAY = date({ day: "numeric", month: "short" });
const DAY_YEAR = date({ day: "numeric", month: "short", year: "numeric" });
const WEEKDAY = date({ weekday: "short", day: "numeric", month: "short" });
const MONTH = date({ month: "short", year: "numeric" });
export const TIME = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

export const formatDay = (day: string) => DAY.format(Date.parse(day));
export const formatWeekday = (day: string) => WEEKDAY.format(Date.parse(day));
export const formatMonth = (month: string) => MONTH.format(Date.parse(`${month}-01`));
export const formatHour = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

export function formatSpan({ from, to }: Span): string {
  return from === to
    ? DAY_YEAR.format(Date.parse(from))
    : DAY_YEAR.formatRange(Date.parse(from), Date.parse(to));
}

export function nameOfPeriod(period: Period): string {
  return typeof period === "string" ? PERIODS[period] : formatSpan(period);
}

// ── Metrics ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const MORE_GOALS = 10;

/** Labels that a dashboard's reader knows better than the table's. */
const LABELS: Record<string, string> = { "base.cpm": "eCPM" };

/** The definition of a metric by its key, such as `base.ctr`. */
export function metricOf(key: string, role: Role): MetricDefinition | undefined {
  const [block = "", name = ""] = key.split(".");
  if (!["base", "rtb", "video", "wpn", "goals"].includes(block)) return undefined;
  const metric = metricsOf(block as Block, { kind: "network", role, goals: MORE_GOALS })[name];
  return metric && { ...metric, label: LABELS[key] ?? metric.label };
}

/** The order field of a metric; undefined where the interface has none. */
export function orderFieldOf(key: string): string | undefined {
  const [block, name = ""] = key.split(".");
  if (block === "goals") return name;
  return Object.entries(ORDER_METRICS).find(([, [b, n]]) => b === block && n === name)?.[0];
}

/** Metrics where more is better; the colour of a change says so. */
export const BETTER_MORE: readonly string[] = [
  "base.revenue",
  "base.impressions",
  "base.clicks",
  "base.ctr",
  "base.fill_rate",
];

// ── Groups ──────────────────────────────────────────────────────────────────────────────────────────────────────────

type Detail = Record<string, unknown>;

/** What a group is called; undefined where the record has none. */
export function nameOfGroup(grouping: Grouping, detail: Detail | undefined): string | undefined {
  if (!detail) return undefined;
  const plain = detail[grouping];
  switch (grouping) {
    case "date":
      return formatWeekday(String(plain));
    case "hour":
      return formatHour(Number(plain));
    case "month":
      return formatMonth(String(plain));
    case "country_iso":
      return String(detail.country_long_name ?? detail.country_short_name ?? plain);
    case "adblock":
      return nameOfAdblock(String(plain));
    case "device_type_id":
      return capitalised(String(detail.name || `#${detail.id}`));
    default:
      return plain !== undefined ? String(plain) : String(detail.name || `#${detail.id}`);
  }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function nameOfAdblock(value: string): string {
  return value === "adblock" ? "With ad blocker" : "Without ad blocker";
}

/** What a filter takes for a group, or the period that it stands for. */
export function valueOfGroup(grouping: Grouping, detail: Detail): FilterValue | Period {
  const plain = String(detail[grouping]);
  switch (grouping) {
    case "date":
      return { from: plain, to: plain };
    case "week":
      return weekSpan(plain);
    case "month":
      return monthsSpan(plain, 1);
    case "quarter":
      return monthsSpan(
        `${plain.slice(0, 4)}-${String(Number(plain.slice(-1)) * 3 - 2).padStart(2, "0")}`,
        3,
      );
    case "year":
      return { from: `${plain}-01-01`, to: `${plain}-12-31` };
    default:
      return groupId(grouping, detail);
  }
}

function groupId(grouping: Grouping, detail: Detail): FilterValue {
  if (GROUPINGS[grouping].kind === "id") return Number(detail.id);
  const value = detail[grouping];
  return typeof value === "number" ? value : String(value);
}

function monthsSpan(month: string, months: number): Span {
  const start = new Date(`${month}-01T00:00Z`);
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + months);
  return { from: `${month}-01`, to: addDays(end.toISOString().slice(0, 10), -1) };
}

/** ISO 8601: the week with the year's first Thursday is its first. */
function weekSpan(week: string): Span {
  const [year = "", number = "1"] = week.split("-W");
  const fourth = `${year}-01-04`;
  const weekday = (new Date(fourth).getUTCDay() + 6) % 7;
  const from = addDays(fourth, (Number(number) - 1) * 7 - weekday);
  return { from, to: addDays(from, 6) };
}
