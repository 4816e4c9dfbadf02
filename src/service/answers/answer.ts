/** Describes how the rows of a query become the file of an answer. */
import type { Block, Grouping, ReportFile } from "../../protocol/statistics.ts";
import type { Awaitable } from "../runtime/awaitable.ts";

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
  /** Fields in records; empty for a group that only completes the description of another. */
  fields: readonly AnswerField[];
  /** Positions of the cells that describe the group: its own, and those of other groups. Absent cells are -1. */
  cells: readonly number[];
}

/** A cell written under a name other than its field's. */
export interface RenamedCell {
  name: string;
  /** Position among the metric cells; in CSV, among the cells of groups and metrics. */
  at: number;
  inHundredths: boolean;
}

export interface AnswerPlan {
  format: AnswerFormat;
  isCompressed: boolean;
  /** Whether the answer contains only the number of records. */
  count: boolean;
  totals: boolean;
  detailed: boolean;
  limit: number;
  offset: number;
  dateTimezone: string;
  /** Time zone of the hours; absent without hours. */
  timezone?: string | undefined;
  /**
   * Columns of a CSV file in order, chosen from group fields and metrics. Absent: all columns, under their field names.
   */
  columns?: readonly RenamedCell[] | undefined;
  /** Flat metrics added to JSON records, together with flat group values. Absent: no flat fields. */
  flat?: readonly RenamedCell[] | undefined;
  /** Groups in the order of their cells. */
  groups: readonly AnswerGroup[];
  /** Metrics in the order of their cells, by block. */
  blocks: readonly { block: Block; metrics: readonly AnswerField[] }[];
}

/** Fields of a group; unknown fields are absent. */
export type GroupFieldValues = Readonly<Record<string, string | number | undefined>>;

/** Returns the fields of each group of a grouping, in the same order. */
export type DescribeGroups = (groups: {
  grouping: Grouping;
  /** Values of the cells of each group. */
  values: readonly Cells[];
}) => Awaitable<readonly GroupFieldValues[]>;

/** Values in the database's text form, because binary numbers would lose digits. null: no value. */
export type Cells = readonly (string | null)[];

export interface AnswerRows {
  /** Batches of records. A record contains the cells of the groups, then those of the metrics. */
  records: AsyncIterable<readonly Cells[]>;
  /** Returns the number of records and the totals, if requested. Call it after the last record. */
  readSummary(): Cells;
}

/** Cell separator, and the cell for a missing value, in lines from the databases. */
export const SEPARATOR = "\t";
export const ABSENT = "\\N";

/** Writes cells as a line of the databases. */
export function joinCells(cells: Cells): string {
  return cells.map((cell) => cell ?? ABSENT).join(SEPARATOR);
}

/** Splits a line as the databases write it. */
export function splitLine(line: string): Cells {
  return line.split(SEPARATOR).map((cell) => (cell === ABSENT ? null : cell));
}
