/** Columns of a CSV file that a request names itself, in its own order. */
import { findValueField, GROUP_DETAILS } from "../../protocol/groups.ts";
import { FLAT_METRICS, type Role } from "../../protocol/statistics.ts";
import type { AnswerField, AnswerGroup, AnswerPlan, RenamedCell } from "../answers/answer.ts";

type Parts = Pick<AnswerPlan, "groups" | "blocks">;
type Columns = ReadonlyMap<string, RenamedCell>;

/** The columns that a report can have, by each of their names; its own name comes first. */
export function listColumns({ groups, blocks }: Parts, role: Role): Columns {
  const columns = new Map<string, RenamedCell>();
  let at = 0;
  const add = (names: readonly string[]) => {
    for (const name of names) if (!columns.has(name)) columns.set(name, { name, at, inHundredths: false });
    at += 1;
  };
  for (const group of groups) for (const field of group.fields) add(nameField(group, field));
  for (const { block, metrics } of blocks)
    for (const { name, column } of metrics) add([...nameMetric(block, name), column]);
  for (const { name, block, metric, inHundredths = false } of FLAT_METRICS[role]) {
    const known = columns.get(block === "base" ? metric : `${block}_${metric}`);
    if (known) columns.set(name, { ...known, name, inHundredths });
  }
  return columns;
}

/** Metrics of `base` and goals go by their name alone. */
const nameMetric = (block: string, name: string): string[] =>
  block === "base" ? [name] : [`${block}_${name}`, ...(block === "goals" ? [name] : [])];

/** `zone_id`, `idzone` and `zone_id.id`; `zone_name` and `zone_id.name`; other fields go by their name. */
function nameField({ grouping }: AnswerGroup, { name, column }: AnswerField): string[] {
  if (name === findValueField(grouping)) return [grouping, GROUP_DETAILS[grouping].flat, column];
  return [name === "name" ? `${grouping.replace(/_id$/, "")}_name` : name, column];
}

/** The columns of these names; `findColumnProblems` has refused unknown ones. */
export const chooseColumns = (columns: Columns, names: readonly string[]): RenamedCell[] =>
  names.flatMap((name) => columns.get(name) ?? []);
