/** Rows of the table's page, with the change of each. */
import { findChange, isReady, type Sides } from "../comparisonSides.ts";
import type { Change } from "../metrics.ts";
import type { Moment, Report, ReportRecord } from "../requests.ts";
import { isSortedByChange, type View } from "../view.ts";

/** Records by group: a report has up to 10,000. */
const indexes = new WeakMap<Report, Map<string, ReportRecord>>();

export function nameRecord({ group_by }: ReportRecord): string {
  return JSON.stringify(group_by);
}

function findRecord(report: Report, name: string): ReportRecord | undefined {
  const known = indexes.get(report);
  const index = known ?? new Map(report.result.map((record) => [nameRecord(record), record]));
  if (!known) indexes.set(report, index);
  return index.get(name);
}

/** Finds the change of a metric in a record against the same group of the compared days. */
export function findRowChange(
  record: ReportRecord,
  metric: string,
  sides: Sides,
  moment: Moment,
): Change | undefined {
  const name = nameRecord(record);
  return findChange(sides, (report) => findRecord(report, name), metric, moment);
}

/** Lists the records of the page. When they are sorted by a change, the answer has all records and is sorted here. */
export function listRows(
  shown: View,
  records: readonly ReportRecord[],
  changed: string | undefined,
  sides: Sides,
  moment: Moment,
): readonly ReportRecord[] {
  if (!isSortedByChange(shown)) return records;
  const first = (shown.page - 1) * shown.rows;
  const isSortable = changed !== undefined && isReady(sides, moment);
  const sorted = isSortable ? sortByChange(records, changed, shown, sides, moment) : records;
  return sorted.slice(first, first + shown.rows);
}

/** Sorts records by their change; those without one come last. */
function sortByChange(
  records: readonly ReportRecord[],
  changed: string,
  { sort }: View,
  sides: Sides,
  moment: Moment,
): ReportRecord[] {
  const sign = sort.order === "asc" ? 1 : -1;
  const rank = (record: ReportRecord) => {
    const change = findRowChange(record, changed, sides, moment);
    if (!change) return Number.POSITIVE_INFINITY;
    return sign * (change.direction === "down" ? -change.percent : change.percent);
  };
  const ranked = records.map((record) => ({ record, rank: rank(record) }));
  // Two infinite ranks have the difference NaN.
  return ranked.sort((a, b) => a.rank - b.rank || 0).map(({ record }) => record);
}
