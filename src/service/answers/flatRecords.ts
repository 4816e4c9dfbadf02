/** Flat fields of records, for programs that do not read nested ones: group values and metrics under older names. */
import { findValueField, GROUP_DETAILS } from "../../protocol/groups.ts";
import { FLAT_METRICS, type Role } from "../../protocol/statistics.ts";
import type { AnswerGroup, AnswerPlan, Cells, GroupFieldValues, RenamedCell } from "./answer.ts";

/** Lists the flat metrics of a role that the answer includes, each with the position of its metric. */
export function listFlatMetrics(blocks: AnswerPlan["blocks"], role: Role): RenamedCell[] {
  const metrics = blocks.flatMap(({ block, metrics }) => metrics.map(({ name }) => `${block}.${name}`));
  return FLAT_METRICS[role].flatMap(({ name, block, metric, inHundredths = false }) => {
    const at = metrics.indexOf(`${block}.${metric}`);
    return at < 0 ? [] : { name, at, inHundredths };
  });
}

/** Returns the value of a group under both of its names, with ids as numbers. */
export function flattenGroup({ grouping }: AnswerGroup, values: GroupFieldValues): GroupFieldValues {
  const field = findValueField(grouping);
  const value = field === "id" ? Number(values.id) : values[field];
  return { [grouping]: value, [GROUP_DETAILS[grouping].flat]: value };
}

/** Reads a renamed cell without converting it to a binary number. */
export function getRenamed(cells: Cells, { at, inHundredths }: RenamedCell): string {
  const cell = cells[at] ?? "0";
  return inHundredths ? toHundredths(cell) : cell;
}

/** Converts `12.345` to `1235` exactly; rounds halves away from zero. */
function toHundredths(decimal: string): string {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d*)\.?(\d*)$/.exec(decimal) ?? [];
  const digits = fraction.padEnd(3, "0");
  const rounded = BigInt(whole + digits.slice(0, 2)) + (digits.charAt(2) >= "5" ? 1n : 0n);
  return rounded === 0n ? "0" : `${sign}${rounded}`;
}
