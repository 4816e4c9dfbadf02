/** All pages of the table as one file. */
import { GROUPINGS, type Grouping, type Viewer } from "../../protocol/statistics.ts";
import { type CsvColumn, type Statistics, toCsv } from "../../statistics/statistics.ts";
import type { Page } from "../Dashboard.tsx";
import { readDetail } from "../groups.ts";
import type { Locale } from "../locale.ts";
import { findMetric, isRatio, readMetric } from "../metrics.ts";
import { findViewSpan, type Moment, type ReportRecord, requestExport } from "../reports.ts";
import type { View } from "../view.ts";

export interface TableExport extends Pick<Page, "view" | "moment"> {
  client: Statistics;
  /** Records in all pages. */
  count: number;
}

/** Asks for all pages, one after the other, and has the browser keep them as a file. */
export async function exportTable(
  table: TableExport,
  locale: Locale,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<void> {
  const parts = await collectParts(table, locale, signal, onProgress);
  save(parts, nameFile(table.view, table.moment));
}

async function collectParts(
  { view, client, count, moment }: TableExport,
  locale: Locale,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<string[]> {
  const columns = listColumns(view, moment, locale);
  // The byte order mark tells spreadsheets that this is UTF-8: https://www.rfc-editor.org/rfc/rfc3629#section-6
  const parts = [`\u{feff}${toCsv([], { columns })}`];
  let done = 0;
  for await (const page of client.side(view.role).pages(requestExport(view, count, moment), { signal })) {
    parts.push(toCsv(page.result, { columns, header: false }));
    done += page.result.length;
    onProgress(done);
  }
  return parts;
}

function listColumns(view: View, { viewer }: Moment, locale: Locale): CsvColumn<ReportRecord>[] {
  const groups = view.groupings.flatMap((grouping) => listGroupColumns(grouping, locale));
  const metrics = view.metrics.map((key) => ({
    header: locale.nameMetric(key, viewer),
    value: (record: ReportRecord) => roundMetric(readMetric(record, key, viewer), key, viewer),
  }));
  return [...groups, ...metrics];
}

/** Ratios have as many decimals as the table shows, two significant digits at least; sums keep all of theirs. */
function roundMetric(value: number | undefined, key: string, viewer: Viewer): number | undefined {
  const metric = findMetric(key, viewer);
  if (value === undefined || !isRatio(metric)) return value;
  if (metric?.unit === "milliseconds") return Math.round(value);
  return metric?.unit === "money" && Math.abs(value) < 0.1
    ? Number(value.toPrecision(2))
    : Number(value.toFixed(2));
}

/** An entity has its id and its name; a plain value stands alone. */
function listGroupColumns(grouping: Grouping, { texts, nameGrouping }: Locale): CsvColumn<ReportRecord>[] {
  const label = nameGrouping(grouping);
  const read = (field: string) => (record: ReportRecord) => readDetail(record.group_by[grouping], field);
  if (GROUPINGS[grouping].kind === "id") {
    return [
      { header: texts.export.id(label), value: read("id") },
      { header: label, value: read("name") },
    ];
  }
  const plain = { header: label, value: read(grouping) };
  if (grouping !== "country_iso") return [plain];
  return [
    { ...plain, header: texts.export.code(label) },
    { header: label, value: read("country_long_name") },
  ];
}

function nameFile(view: View, moment: Moment): string {
  const { from, to } = findViewSpan(view, moment);
  const groups = view.groupings.map((each) => each.replace(/_(id|iso)$/, "")).join("-");
  return `${view.role}-by-${groups}-${from}-${to}.csv`;
}

function save(parts: string[], name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts, { type: "text/csv;charset=utf-8" }));
  link.download = name;
  link.click();
  // The download has its own hold of the data once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
