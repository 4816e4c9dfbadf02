/** Text formats of answers. Numbers are copied digit by digit. */
import { formatCsvCell } from "../../protocol/csv.ts";
import type { AnswerFormat, AnswerGroup, AnswerPlan, Cells, GroupFieldValues } from "./answer.ts";
import { flattenGroup, getRenamed } from "./flatRecords.ts";

/** Encoded group. JSON: the nested fields, then the flat ones. CSV: one cell per field. */
export type GroupParts = readonly string[];

export interface TextFormat {
  start: string;
  /** Encodes a group. `values`: absent for records without a value of this grouping. */
  writeGroup(group: AnswerGroup, values: GroupFieldValues | undefined): GroupParts;
  writeRecord(groups: readonly GroupParts[], metrics: Cells): string;
  /** Finishes the file. `summary`: number of records, then the totals, if requested. */
  finish(summary: Cells): string;
}

const FORMATS: Partial<Record<AnswerFormat, (plan: AnswerPlan) => TextFormat>> = {
  json: createJson,
  ndjson: createLines,
  csv: createCsv,
  rows: createRows,
};

export function createTextFormat(plan: AnswerPlan): TextFormat {
  const create = FORMATS[plan.format];
  if (!create) throw new Error(`${plan.format} is not a text format.`);
  return create(plan);
}

/**
 * Buffers the records, because the answer begins with their number, which some databases send last. The page size
 * bounds the buffer.
 */
function createJson(plan: AnswerPlan): TextFormat {
  const { count: isCount, totals, limit, offset, dateTimezone, timezone } = plan;
  const records: string[] = [];
  return {
    start: "",
    writeGroup: (group, values) => writeJsonGroup(group, values, plan),
    writeRecord: (groups, metrics) => {
      records.push(writeJsonRecord(groups, metrics, plan));
      return "";
    },
    finish: ([count, ...sums]) => {
      const metadata = { count: Number(count), limit, offset, date_timezone: dateTimezone, timezone };
      const head = `{"request_metadata":${JSON.stringify(metadata)}`;
      if (isCount) return `${head}}`;
      const total = totals ? writeJsonTotals(sums, plan) : "";
      return `${head},"result":[${records.join(",")}]${total}}`;
    },
  };
}

function createLines(plan: AnswerPlan): TextFormat {
  return {
    start: "",
    writeGroup: (group, values) => writeJsonGroup(group, values, plan),
    writeRecord: (groups, metrics) => `${writeJsonRecord(groups, metrics, plan)}\n`,
    finish: ([count]) => (plan.count ? `{"count":${count}}\n` : ""),
  };
}

function createCsv(plan: AnswerPlan): TextFormat {
  const fields = [
    ...plan.groups.flatMap((group) => group.fields),
    ...plan.blocks.flatMap(({ metrics }) => metrics),
  ];
  const { columns } = plan;
  const names = columns ? columns.map(({ name }) => name) : fields.map(({ column }) => column);
  const header = plan.count ? ["count"] : names;
  return {
    start: `${header.map((name) => formatCsvCell(name)).join(",")}\r\n`,
    writeGroup: (group, values = {}) => group.fields.map(({ name }) => formatCsvCell(values[name])),
    writeRecord: (groups, metrics) => {
      const cells = [...groups.flat(), ...metrics.map(formatNumber)];
      const chosen = columns ? columns.map((column) => getRenamed(cells, column)) : cells;
      return `${chosen.join(",")}\r\n`;
    },
    finish: ([count]) => (plan.count ? `${count}\r\n` : ""),
  };
}

function createRows(): TextFormat {
  return {
    start: "",
    writeGroup: () => [],
    writeRecord: (_groups, cells) => `${JSON.stringify(cells)}\n`,
    finish: () => "",
  };
}

function writeJsonGroup(
  group: AnswerGroup,
  values: GroupFieldValues | undefined,
  { flat }: AnswerPlan,
): GroupParts {
  if (!values) return [];
  const nested = `"${group.grouping}":${JSON.stringify(values)}`;
  return flat ? [nested, JSON.stringify(flattenGroup(group, values)).slice(1, -1)] : [nested];
}

function writeJsonRecord(groups: readonly GroupParts[], metrics: Cells, plan: AnswerPlan): string {
  const nested = groups.flatMap(([part]) => part ?? []).join(",");
  const flat = groups.flatMap(([, part]) => part ?? []);
  return writeObject(
    nested && `"group_by":{${nested}}`,
    ...flat,
    writeJsonMetrics(metrics, plan),
    writeFlatMetrics(metrics, plan),
  );
}

/** Writes the totals, nested and flat. */
function writeJsonTotals(sums: Cells, plan: AnswerPlan): string {
  const metrics = writeJsonMetrics(sums, plan);
  const flat = plan.flat ? `,"resultTotal":${writeObject(metrics, writeFlatMetrics(sums, plan))}` : "";
  return `,"result_total":{${metrics}}${flat}`;
}

/** Writes metrics: those of the block `base` at the top level, all others nested under the name of their block. */
function writeJsonMetrics(cells: Cells, { blocks }: AnswerPlan): string {
  let at = 0;
  const parts = blocks.map(({ block, metrics }) => {
    const numbers = writeNumbers(metrics.map(({ name }) => [name, cells[at++]]));
    return block === "base" ? numbers : `"${block}":{${numbers}}`;
  });
  return parts.filter(Boolean).join(",");
}

function writeFlatMetrics(cells: Cells, { flat }: AnswerPlan): string {
  return flat ? writeNumbers(flat.map((metric) => [metric.name, getRenamed(cells, metric)])) : "";
}

const writeObject = (...members: readonly string[]): string => `{${members.filter(Boolean).join(",")}}`;

const writeNumbers = (
  numbers: readonly (readonly [name: string, cell: string | null | undefined])[],
): string => numbers.map(([name, cell]) => `"${name}":${formatNumber(cell)}`).join(",");

/** Removes trailing zeros of a fraction. */
function formatNumber(cell: string | null | undefined): string {
  if (cell === null || cell === undefined) return "0";
  return cell.includes(".") && !cell.includes("e") ? cell.replace(/\.?0+$/, "") : cell;
}
