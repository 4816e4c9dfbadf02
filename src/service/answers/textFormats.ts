/** Text formats of answers. Numbers are copied digit by digit. */
import { formatCsvCell } from "../../protocol/csv.ts";
import type { AnswerFormat, AnswerGroup, AnswerPlan, Cells, GroupFieldValues } from "./answer.ts";

export interface TextFormat {
  start: string;
  /** `values`: absent for records without a value of this grouping. */
  writeGroup(group: AnswerGroup, values: GroupFieldValues | undefined): string;
  writeRecord(groups: readonly string[], metrics: Cells): string;
  /** `summary`: number of records, then the totals, if requested. */
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

/** Keeps the records, because their number comes before them and some databases tell it last. A page is bounded. */
function createJson(plan: AnswerPlan): TextFormat {
  const { count: isCount, totals, limit, offset, dateTimezone } = plan;
  const records: string[] = [];
  return {
    start: "",
    writeGroup: writeJsonGroup,
    writeRecord: (groups, metrics) => {
      records.push(writeJsonRecord(groups, metrics, plan));
      return "";
    },
    finish: ([count, ...sums]) => {
      const metadata = { count: Number(count), limit, offset, date_timezone: dateTimezone };
      const head = `{"request_metadata":${JSON.stringify(metadata)}`;
      if (isCount) return `${head}}`;
      const total = totals ? `,"result_total":{${writeJsonMetrics(sums, plan)}}` : "";
      return `${head},"result":[${records.join(",")}]${total}}`;
    },
  };
}

/** A record in each line. */
function createLines(plan: AnswerPlan): TextFormat {
  return {
    start: "",
    writeGroup: writeJsonGroup,
    writeRecord: (groups, metrics) => `${writeJsonRecord(groups, metrics, plan)}\n`,
    finish: ([count]) => (plan.count ? `{"count":${count}}\n` : ""),
  };
}

function createCsv(plan: AnswerPlan): TextFormat {
  const fields = [
    ...plan.groups.flatMap((group) => group.fields),
    ...plan.blocks.flatMap(({ metrics }) => metrics),
  ];
  const header = plan.count ? ["count"] : fields.map(({ column }) => column);
  return {
    start: `${header.map((name) => formatCsvCell(name)).join(",")}\r\n`,
    writeGroup: (group, values = {}) => group.fields.map(({ name }) => formatCsvCell(values[name])).join(","),
    writeRecord: (groups, metrics) => `${[...groups, ...metrics.map(formatNumber)].join(",")}\r\n`,
    finish: ([count]) => (plan.count ? `${count}\r\n` : ""),
  };
}

function createRows(): TextFormat {
  return {
    start: "",
    writeGroup: () => "",
    writeRecord: (_groups, cells) => `${JSON.stringify(cells)}\n`,
    finish: () => "",
  };
}

function writeJsonGroup({ grouping }: AnswerGroup, values: GroupFieldValues | undefined): string {
  return values ? `"${grouping}":${JSON.stringify(values)}` : "";
}

function writeJsonRecord(groups: readonly string[], metrics: Cells, plan: AnswerPlan): string {
  const group = groups.filter(Boolean).join(",");
  return `{${[group && `"group_by":{${group}}`, writeJsonMetrics(metrics, plan)].filter(Boolean).join(",")}}`;
}

/** Metrics of `base` stand beside each other, those of other blocks under the block's name. */
function writeJsonMetrics(cells: Cells, { blocks }: AnswerPlan): string {
  let at = 0;
  const parts = blocks.map(({ block, metrics }) => {
    const numbers = metrics.map(({ name }) => `"${name}":${formatNumber(cells[at++])}`).join(",");
    return block === "base" ? numbers : `"${block}":{${numbers}}`;
  });
  return parts.filter(Boolean).join(",");
}

/** Removes zeros at the end of a fraction. */
function formatNumber(cell: string | null | undefined): string {
  if (cell === null || cell === undefined) return "0";
  return cell.includes(".") && !cell.includes("e") ? cell.replace(/\.?0+$/, "") : cell;
}
