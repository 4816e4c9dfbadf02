/** All pages of the table as one file. */
import { getDetail } from "../../../protocol/groupNames.ts";
import {
  GROUPINGS,
  type Grouping,
  REPORT_FILES,
  type ReportFile,
  type Viewer,
} from "../../../protocol/statistics.ts";
import { hasKey } from "../../../protocol/tables.ts";
import { type CsvColumn, type Statistics, toCsv } from "../../../statistics/statistics.ts";
import type { Locale } from "../../texts/locale.ts";
import { roundRatio } from "../../texts/roundRatio.ts";
import { BYTE_ORDER_MARK, CSV_TYPE, saveFile } from "../../ui/saveFile.ts";
import { findMetric, getMetric, isRatio } from "../metrics.ts";
import type { Page } from "../page.ts";
import { findViewSpan, type Moment, type ReportRecord, requestExport } from "../requests.ts";
import type { View } from "../view.ts";

export interface TableExport extends Pick<Page, "view" | "moment"> {
  client: Statistics;
  /** Records in all pages. */
  count: number;
}

/** Downloads all pages as a file. CSV is made here, page by page; the service makes files of other formats. */
export async function exportTable(
  table: TableExport,
  format: string,
  locale: Locale,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<void> {
  const file = format.toLowerCase();
  if (file !== "csv" && hasKey(REPORT_FILES, file)) return exportFile(table, file, signal);
  const parts = await collectParts(table, locale, signal, onProgress);
  saveFile(parts, CSV_TYPE, nameFile(table, "csv"));
}

/** Downloads all records as the service writes them, with its names and every digit. */
async function exportFile(table: TableExport, format: ReportFile, signal: AbortSignal): Promise<void> {
  const { view, client, moment } = table;
  const { limit: _, ...request } = requestExport(view, 0, moment);
  const stream = await client.side(view.role).file(request, format, { signal });
  saveFile([await new Response(stream).blob()], REPORT_FILES[format], nameFile(table, format));
}

async function collectParts(
  { view, client, count, moment }: TableExport,
  locale: Locale,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<string[]> {
  const columns = listColumns(view, moment, locale);
  const { decimalComma } = locale;
  const parts = [`${BYTE_ORDER_MARK}${toCsv([], { columns, decimalComma })}`];
  let done = 0;
  for await (const page of client.side(view.role).pages(requestExport(view, count, moment), { signal })) {
    parts.push(toCsv(page.result, { columns, decimalComma, header: false }));
    done += page.result.length;
    onProgress(done);
  }
  return parts;
}

function listColumns(view: View, { viewer }: Moment, locale: Locale): CsvColumn<ReportRecord>[] {
  const groups = view.groupings.flatMap((grouping) => listGroupColumns(grouping, locale));
  const metrics = view.metrics.map((key) => ({
    header: nameColumn(key, viewer, locale),
    value: (record: ReportRecord) => roundMetric(getMetric(record, key, viewer), key, viewer),
  }));
  return [...groups, ...metrics];
}

/** Adds the currency to names of amounts, because the cells are plain numbers. */
function nameColumn(key: string, viewer: Viewer, { nameMetric, currency }: Locale): string {
  const isMoney = findMetric(key, viewer)?.unit === "money";
  return isMoney ? `${nameMetric(key, viewer)} (${currency})` : nameMetric(key, viewer);
}

/** Rounds ratios as in the table, to at least two significant digits; sums keep all decimals. */
export function roundMetric(value: number | undefined, key: string, viewer: Viewer): number | undefined {
  const metric = findMetric(key, viewer);
  if (value === undefined || !isRatio(metric)) return value;
  return metric?.unit === "milliseconds" ? Math.round(value) : roundRatio(value);
}

/** Lists the columns of a grouping: id and name of entities, one column of plain values. */
function listGroupColumns(grouping: Grouping, { texts, nameGrouping }: Locale): CsvColumn<ReportRecord>[] {
  const label = nameGrouping(grouping);
  const read = (field: string) => (record: ReportRecord) => getDetail(record.group_by[grouping], field);
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

function nameFile({ view, moment }: TableExport, extension: ReportFile): string {
  const { from, to } = findViewSpan(view, moment);
  const groups = view.groupings.map((each) => each.replace(/_(id|iso)$/, "")).join("-");
  return `${view.role}-by-${groups}-${from}-${to}.${extension}`;
}
