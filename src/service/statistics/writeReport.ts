/**
 * Rows of a report's query as the text of its answer. Numbers are copied digit by digit: as binary numbers, sums of money
 * and counts past 2^53 would lose some.
 */
import { formatCsvCell, formatCsvHeader } from "../../protocol/csv.ts";
import { GROUP_DETAILS, type GroupFields } from "../../protocol/groups.ts";
import type { Grouping } from "../../protocol/statistics.ts";
import { describeGroup, type Names } from "./details.ts";
import type { ReportPlan } from "./plan.ts";

/** A row's cells as texts; null is an absent value. */
export type Cells = readonly (string | null)[];

/** The text of an answer, in pieces. There is at least one row; without records its groups and metrics are null. */
export async function* writeReport(
  rows: AsyncIterable<Cells>,
  plan: ReportPlan,
  names: Names,
): AsyncGenerator<string> {
  yield* plan.format === "csv" ? writeCsv(rows, plan, names) : writeJson(rows, plan, names);
}

async function* writeJson(
  rows: AsyncIterable<Cells>,
  plan: ReportPlan,
  names: Names,
): AsyncGenerator<string> {
  const { limit, offset, dateTimezone } = plan;
  const layout = locateColumns(plan);
  const writeRecord = createRecordWriter(plan, names);
  let total = "";
  let records = 0;
  for await (const cells of rows) {
    if (records === 0) {
      const count = Number(cells[0]);
      yield `{"request_metadata":${JSON.stringify({ count, limit, offset, date_timezone: dateTimezone })}`;
      if (plan.count) break;
      yield ',"result":[';
      if (plan.totals) total = `,"result_total":{${writeMetrics(cells, layout.totals, plan)}}`;
      if (offset >= count) break;
    }
    yield `${records > 0 ? "," : ""}${writeRecord(cells)}`;
    records += 1;
  }
  yield plan.count ? "}" : `]${total}}`;
}

/** Where the groups, the metrics and the totals of a row begin. */
function locateColumns({ totals, groupings, blocks }: ReportPlan) {
  const width = blocks.reduce((sum, { metrics }) => sum + metrics.length, 0);
  const groups = 1 + (totals ? width : 0);
  return { totals: 1, groups, metrics: groups + groupings.length };
}

function createRecordWriter(plan: ReportPlan, names: Names): (cells: Cells) => string {
  const layout = locateColumns(plan);
  const describe = plan.groupings.map((grouping) =>
    remember(
      (value) => `"${grouping}":${JSON.stringify(describeGroup(grouping, value, { ...plan, names }))}`,
    ),
  );
  return (cells) => {
    const groups = describe.flatMap((write, at) => {
      const value = cells[layout.groups + at] ?? null;
      return value === null ? [] : [write(value)];
    });
    const metrics = writeMetrics(cells, layout.metrics, plan);
    const group = groups.length > 0 ? `"group_by":{${groups.join(",")}}` : "";
    return `{${[group, metrics].filter(Boolean).join(",")}}`;
  };
}

/** The metrics of `base` beside each other, those of other blocks under the block's name. */
function writeMetrics(cells: Cells, first: number, { blocks }: ReportPlan): string {
  let at = first;
  const parts = blocks.map(({ block, metrics }) => {
    const numbers = metrics.map((name) => `"${name}":${formatNumber(cells[at++])}`).join(",");
    return block === "base" ? numbers : `"${block}":{${numbers}}`;
  });
  return parts.filter(Boolean).join(",");
}

/** Digits as the store writes them, without zeros at the end of a fraction. */
function formatNumber(cell: string | null | undefined): string {
  if (cell === null || cell === undefined) return "0";
  return cell.includes(".") && !cell.includes("e") ? cell.replace(/\.?0+$/, "") : cell;
}

// ── Comma-separated values ──────────────────────────────────────────────────────────────────────────────────────────

async function* writeCsv(rows: AsyncIterable<Cells>, plan: ReportPlan, names: Names): AsyncGenerator<string> {
  const layout = locateColumns(plan);
  const groups = plan.groupings.map((grouping) => ({
    columns: listColumns(grouping, plan.detailed),
    describe: remember((value) => writeGroup(grouping, value, plan, names)),
  }));
  const metrics = plan.blocks.flatMap(({ block, metrics: own }) =>
    own.map((name) => (block === "base" ? name : `${block}.${name}`)),
  );
  const header = [...groups.flatMap(({ columns }) => columns), ...metrics].map(formatCsvCell);
  yield `${header.join(",")}\r\n`;
  let records = 0;
  for await (const cells of rows) {
    if (records === 0 && plan.offset >= Number(cells[0])) break;
    const described = groups.map(({ columns, describe }, at) => {
      const value = cells[layout.groups + at] ?? null;
      return value === null ? ",".repeat(columns.length - 1) : describe(value);
    });
    const numbers = metrics.map((_, at) => formatNumber(cells[layout.metrics + at]));
    yield `${[...described, ...numbers].join(",")}\r\n`;
    records += 1;
  }
}

function listFields(grouping: Grouping, detailed: boolean): string[] {
  const { fields, detailed: more = {} }: GroupFields = GROUP_DETAILS[grouping];
  return [...Object.keys(fields), ...(detailed ? Object.keys(more) : [])];
}

function listColumns(grouping: Grouping, detailed: boolean): string[] {
  return listFields(grouping, detailed).map((field) => formatCsvHeader(["group_by", grouping, field]));
}

function writeGroup(grouping: Grouping, value: string, { detailed }: ReportPlan, names: Names): string {
  const details = new Map<string, string | number>(
    Object.entries(describeGroup(grouping, value, { names, detailed })),
  );
  return listFields(grouping, detailed)
    .map((field) => formatCsvCell(details.get(field)))
    .join(",");
}

/** Values repeat from record to record; past the bound they are described anew. */
function remember(describe: (value: string) => string, most = 10_000): (value: string) => string {
  const known = new Map<string, string>();
  return (value) => {
    const text = known.get(value) ?? describe(value);
    if (known.size < most) known.set(value, text);
    return text;
  };
}
