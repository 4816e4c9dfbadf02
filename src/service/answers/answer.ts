/** Describes how the rows of a query become the file of an answer. */
import type { Block, Grouping, ReportFile } from "../../protocol/statistics.ts";
import type { Awaitable } from "../values/awaitable.ts";

/** rows: one JSON list per row, for internal use. */
export type AnswerFormat = "json" | "rows" | ReportFile;

export type ColumnType = "VARCHAR" | "BIGINT" | "DATE" | "DOUBLE" | "DECIMAL(38,0)" | "DECIMAL(38,9)";

/** A metric, or a field of a group. */
export interface AnswerField {
  name: string;
  /** Column name in tables. */
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
  /** Position among the cells of the metrics; in CSV, of groups and metrics. */
  at: number;
  inHundredths: boolean;
}

export interface AnswerPlan {
  format: AnswerFormat;
  isCompressed: boolean;
  /** Whether the answer is only the number of records. */
  count: boolean;
  totals: boolean;
  detailed: boolean;
  limit: number;
  offset: number;
  dateTimezone: string;
  /**
   * Columns of a CSV file in this order, from the fields of groups and the metrics. Absent: all, under their own names.
   */
  columns?: readonly RenamedCell[] | undefined;
  /** Flat metrics of JSON records, which then also have flat values of their groups. Absent: none. */
  flat?: readonly RenamedCell[] | undefined;
  /** Groups in the order of their cells. */
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

/** Values as text of the database, because binary numbers would lose digits. null: no value. */
export type Cells = readonly (string | null)[];

export interface AnswerRows {
  /** Records, several at a time: the groups, then the metrics. */
  records: AsyncIterable<readonly Cells[]>;
  /** Returns the number of records and the totals, if requested. Call it after the last record. */
  readSummary(): Cells;
}

/** Separator of the cells in a line, and the cell for no value. */
export const SEPARATOR = "\t";
export const ABSENT = "\\N";

/** Splits a line as the databases write it. */
export function splitLine(line: string): Cells {
  return line.split(SEPARATOR).map((cell) => (cell === ABSENT ? null : cell));
}
