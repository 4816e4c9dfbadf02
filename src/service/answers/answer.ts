/** Options for turning the rows of a query into the file of an answer. */
import type { Block, Grouping, ReportFile } from "../../protocol/statistics.ts";
import type { Awaitable } from "../values/awaitable.ts";

/** rows: a JSON list per row, for the service itself. */
export type AnswerFormat = "json" | "rows" | ReportFile;

export type ColumnType = "VARCHAR" | "BIGINT" | "DATE" | "DOUBLE" | "DECIMAL(38,0)" | "DECIMAL(38,9)";

/** A metric, or a field of a group. */
export interface AnswerField {
  name: string;
  /** Name of its column in a table. */
  column: string;
  type: ColumnType;
}

export interface AnswerGroup {
  grouping: Grouping;
  fields: readonly AnswerField[];
}

/** A cell under another name than that of its field. */
export interface RenamedCell {
  name: string;
  /** Its place among the cells of the metrics; in CSV, of groups and metrics. */
  at: number;
  inHundredths: boolean;
}

export interface AnswerPlan {
  format: AnswerFormat;
  isCompressed: boolean;
  /** Whether the answer is the number of records alone. */
  count: boolean;
  totals: boolean;
  detailed: boolean;
  limit: number;
  offset: number;
  dateTimezone: string;
  /** Columns of a CSV file, of its groups' fields and metrics in this order; absent: each, under its own name. */
  columns?: readonly RenamedCell[] | undefined;
  /** Flat metrics of the records in JSON, which then also have their groups' values flat; absent: none. */
  flat?: readonly RenamedCell[] | undefined;
  /** In the order of their cells. */
  groups: readonly AnswerGroup[];
  /** Metrics in the order of their cells, by block. */
  blocks: readonly { block: Block; metrics: readonly AnswerField[] }[];
}

/** Fields of a group; absent ones are unknown. */
export type GroupFieldValues = Readonly<Record<string, string | number | undefined>>;

/** Describes groups by their values, in the same order. */
export type DescribeGroups = (groups: {
  grouping: Grouping;
  values: readonly string[];
}) => Awaitable<readonly GroupFieldValues[]>;

/** Values as the database writes them, because binary numbers would lose digits; null: no value. */
export type Cells = readonly (string | null)[];

export interface AnswerRows {
  /** Records, several at a time: their groups, then their metrics. */
  records: AsyncIterable<readonly Cells[]>;
  /** Number of records and the totals, if requested. Must be called after the last record. */
  readSummary(): Cells;
}

/** Separator of cells in a line of text, and the cell for no value. */
export const SEPARATOR = "\t";
export const ABSENT = "\\N";

/** Splits a line as the databases write it. */
export function splitLine(line: string): Cells {
  return line.split(SEPARATOR).map((cell) => (cell === ABSENT ? null : cell));
}
