/** Goals: kinds of deduplication keys of conversions, and the time for which a click can convert. */
import { listKeys } from "../../protocol/tables.ts";
import { DAY_MS } from "../values/day.ts";
import { COUNTERS, type Counter } from "./factTable.ts";

/** Kind of a goal's keys; also the goal's counter. */
export type GoalKind = Extract<Counter, `goal_${number}`>;

/** In the order of the goals. */
export const GOAL_KINDS: readonly GoalKind[] = listKeys(COUNTERS).filter(isGoalKind);

/** Milliseconds after a click for which its conversions count. */
export const CONVERSION_WINDOW_MS = 30 * DAY_MS;

/**
 * Computes how long the key of a conversion is kept, in milliseconds: the window begins again when the visitor clicks the
 * same ad again, which is possible while its tracking URL is valid, that is for `keysKeptMs`.
 */
export function computeGoalKeysKept(keysKeptMs: number): number {
  return CONVERSION_WINDOW_MS + keysKeptMs;
}

export function isGoalKind(name: string): name is GoalKind {
  return name.startsWith("goal_");
}
