/** Columns of a list with what each object delivered in the chosen period. They are stale while it loads. */
import { getDetail } from "../../protocol/groupNames.ts";
import type { PerformanceObject, PerformanceRecord, PerformanceRequest } from "../../protocol/management.ts";
import type { Unit } from "../../protocol/statistics.ts";
import { usePerformance } from "../app/managementData.ts";
import type { SharedPeriod } from "../app/useSharedPeriod.ts";
import { findViewSpan } from "../reports/requests.ts";
import { useLocale } from "../texts/locale.ts";
import { roundRatio } from "../texts/roundRatio.ts";
import type { EntryColumn } from "../ui/entryColumn.ts";
import { addRecords, computeRate, findAmount, type Sums } from "./sums.ts";

/** `request`: another one that has the grouping, so that nothing is requested twice. */
export function usePerformanceColumns<R extends { id: number }>(
  grouping: PerformanceObject,
  { view, moment }: SharedPeriod,
  request?: PerformanceRequest,
): EntryColumn<R>[] {
  const { viewer } = moment;
  const { formatValue, nameMetric, currency } = useLocale();
  const days = findViewSpan(view, moment);
  const answer = usePerformance(request ?? { by: [grouping], role: viewer.role, days });
  const records = new Map<number, PerformanceRecord>();
  for (const record of answer.shown?.data[grouping]?.now ?? [])
    records.set(Number(getDetail(record.group_by[grouping], "id")), record);
  const isLoaded = answer.shown !== undefined;
  const find = (rows: readonly R[]) => rows.flatMap(({ id }) => records.get(id) ?? []);
  const create = (key: string, unit: Unit, read: (sums: Sums) => number | undefined): EntryColumn<R> => {
    const measure = (rows: readonly R[]) => (isLoaded ? read(addRecords(find(rows))) : undefined);
    // A non-breaking space keeps the line's height while it loads.
    const format = (rows: readonly R[]) => (isLoaded ? formatValue(measure(rows), unit) : "\u00a0");
    const label = nameMetric(key, viewer);
    return {
      key,
      label,
      isNumber: true,
      isStale: answer.isStale || !isLoaded,
      ...(unit === "money" && { fileLabel: `${label} (${currency})` }),
      read: (row) => (unit === "percent" ? roundRatio(measure([row])) : measure([row])),
      cell: (row) => format([row]),
      total: format,
    };
  };
  const amount = findAmount(viewer);
  return [
    create("base.impressions", "count", ({ impressions }) => impressions),
    create("base.clicks", "count", ({ clicks }) => clicks),
    create("base.ctr", "percent", computeRate),
    create(`base.${amount}`, "money", (sums) => sums[amount]),
  ];
}
