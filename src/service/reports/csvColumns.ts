/** Columns of a CSV file, when a request selects and orders them. */
import { findValueField, GROUP_DETAILS } from "../../protocol/groups.ts";
import type { Role } from "../../protocol/statistics.ts";
import type { AnswerField, AnswerGroup, AnswerPlan, RenamedCell } from "../answers/answer.ts";
import { listFlatMetrics } from "../answers/flatRecords.ts";

type Parts = Pick<AnswerPlan, "groups" | "blocks">;
type Columns = ReadonlyMap<string, RenamedCell>;

/** Lists the possible columns of a report by name. A column is listed under each of its names, the main one first. */
export function listColumns({ groups, blocks }: Parts, role: Role): Columns {
  const columns = new Map<string, RenamedCell>();
  let at = 0;
  const add = (names: readonly string[]) => {
    for (const name of names) if (!columns.has(name)) columns.set(name, { name, at, inHundredths: false });
    at += 1;
  };
  for (const group of groups) for (const field of group.fields) add(nameField(group, field));
  const metricsFrom = at;
  for (const { block, metrics } of blocks)
    for (const { name, column } of metrics) add([...nameMetric(block, name), column]);
  for (const flat of listFlatMetrics(blocks, role))
    columns.set(flat.name, { ...flat, at: metricsFrom + flat.at });
  return columns;
}

/** Lists the columns by their main names. */
export function listMainNames(columns: Columns): string[] {
  const names = new Map<string, string>();
  for (const { name, at, inHundredths } of columns.values()) {
    const cell = `${at} ${inHundredths}`;
    if (!names.has(cell)) names.set(cell, name);
  }
  return [...names.values()];
}

/**
 * Lists the column names of a metric: `clicks` in `base`, `g1` and `goals_g1` in `goals`, `rtb_wins` in other blocks.
 */
function nameMetric(block: string, name: string): string[] {
  if (block === "base") return [name];
  return block === "goals" ? [name, `${block}_${name}`] : [`${block}_${name}`];
}

/**
 * Lists the column names of a field: `zone_id`, `idzone` and `zone_id.id`; `zone_name` and `zone_id.name`; other fields
 * by their name.
 */
function nameField({ grouping }: AnswerGroup, { name, column }: AnswerField): string[] {
  if (name === findValueField(grouping)) return [grouping, GROUP_DETAILS[grouping].flat, column];
  return [name === "name" ? `${grouping.replace(/_id$/, "")}_name` : name, column];
}

/** Selects the columns of these names; `findColumnProblems` of `plan.ts` has refused unknown ones. */
export const chooseColumns = (columns: Columns, names: readonly string[]): RenamedCell[] =>
  names.flatMap((name) => columns.get(name) ?? []);
