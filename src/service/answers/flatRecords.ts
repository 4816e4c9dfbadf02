/** Flat fields of records, for programs that do not read nested ones: values of groupings, and metrics, by older names. */
import { findValueField, GROUP_DETAILS } from "../../protocol/groups.ts";
import { FLAT_METRICS, type Role } from "../../protocol/statistics.ts";
import type { AnswerGroup, AnswerPlan, Cells, GroupFieldValues, RenamedCell } from "./answer.ts";

/** Lists the flat metrics of a role whose metric is in the answer, with its place among the metrics. */
export function listFlatMetrics(blocks: AnswerPlan["blocks"], role: Role): RenamedCell[] {
  const metrics = blocks.flatMap(({ block, metrics }) => metrics.map(({ name }) => `${block}.${name}`));
  return FLAT_METRICS[role].flatMap(({ name, block, metric, inHundredths = false }) => {
    const at = metrics.indexOf(`${block}.${metric}`);
    return at < 0 ? [] : { name, at, inHundredths };
  });
}

/** The value of a grouping by both of its names; ids are numbers here. */
export function flattenGroup({ grouping }: AnswerGroup, values: GroupFieldValues): GroupFieldValues {
  const field = findValueField(grouping);
  const value = field === "id" ? Number(values.id) : values[field];
  return { [grouping]: value, [GROUP_DETAILS[grouping].flat]: value };
}

/** Reads the cell of a renamed field without rounding. */
export function readRenamed(cells: Cells, { at, inHundredths }: RenamedCell): string {
  const cell = cells[at] ?? "0";
  return inHundredths ? toHundredths(cell) : cell;
}

/** `12.345` → `1235`, exactly: halves are rounded away from zero. */
export function toHundredths(decimal: string): string {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d*)\.?(\d*)$/.exec(decimal) ?? [];
  const digits = fraction.padEnd(3, "0");
  const rounded = BigInt(whole + digits.slice(0, 2)) + (digits.charAt(2) >= "5" ? 1n : 0n);
  return rounded === 0n ? "0" : `${sign}${rounded}`;
}
