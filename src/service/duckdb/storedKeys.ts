/** Deduplication keys in the database: read at a start, deleted when they have expired. */

import { listKeys } from "../../protocol/tables.ts";
import { computeGoalKeysKept, GOAL_KINDS, isGoalKind } from "../facts/goals.ts";
import { type GoalDeduplication, KIND_ROOM } from "../journal/goalDeduplication.ts";
import { KINDS } from "../journal/lines.ts";
import { type Deduplication, PAGE_NUMBERS, type PageAge } from "../journal/localDeduplication.ts";
import { type Database, run } from "./database.ts";
import type { Connection } from "./engineTypes.ts";

interface KeyPage extends PageAge {
  epoch: number;
  page: number;
  kind: number;
  bits: Uint8Array;
}

const GOALS = `(${GOAL_KINDS.map((kind) => KINDS[kind]).join(", ")})`;

/** A page of keys is a single value, so that millions of keys create few objects. */
const KEY_PAGES = `
  SELECT epoch, (number // ${PAGE_NUMBERS})::INTEGER AS page, kind, max(counted_at)::DOUBLE AS countedAt,
    max(epoch_ms(decided))::DOUBLE AS decidedAt,
    bitstring_agg((number % ${PAGE_NUMBERS})::INTEGER, 0, ${PAGE_NUMBERS - 1}) AS bits
  FROM deduplication_keys WHERE kind NOT IN ${GOALS} GROUP BY ALL`;

interface GoalDay extends PageAge {
  epoch: number;
  keys: string;
}

/** The keys of an epoch and day are a single value, too. */
const GOAL_DAYS = `
  SELECT epoch, max(counted_at)::DOUBLE AS countedAt, max(epoch_ms(decided))::DOUBLE AS decidedAt,
    string_agg(number * ${KIND_ROOM} + kind, ',') AS keys
  FROM deduplication_keys WHERE kind IN ${GOALS} GROUP BY epoch, CAST(decided AS DATE)`;

export async function recallKeys(database: Database, deduplication: Deduplication): Promise<void> {
  const kinds = new Map(
    listKeys(KINDS).flatMap((kind) => (isGoalKind(kind) ? [] : [[KINDS[kind], kind] as const])),
  );
  for (const row of await database.query<KeyPage>(KEY_PAGES)) {
    const kind = kinds.get(row.kind);
    const { epoch, page, countedAt, decidedAt } = row;
    // The first byte is the number of padding bits, which is zero.
    if (kind) deduplication.addPage(epoch, page, kind, row.bits.subarray(1), { countedAt, decidedAt });
  }
}

export async function recallGoals(database: Database, goals: GoalDeduplication): Promise<void> {
  for (const { epoch, keys, ...age } of await database.query<GoalDay>(GOAL_DAYS))
    goals.addKeys(epoch, keys.split(",").map(Number), age);
}

/** Current times of both clocks, milliseconds; see `runningTime.ts`. */
interface Clocks {
  runningTime: number;
  now: number;
}

/** Returns the age at which keys are dropped that are kept for a time. */
export function computeAge({ runningTime, now }: Clocks, keptMs: number): PageAge {
  return { countedAt: runningTime - keptMs, decidedAt: now - keptMs };
}

/**
 * Deletes keys that are older by both clocks, so that a jump of the system clock deletes no key too early. `keptMs`: for
 * keys of impressions and clicks.
 */
export async function deleteKeys(connection: Connection, clocks: Clocks, keptMs: number): Promise<void> {
  const lives = { [`NOT IN ${GOALS}`]: keptMs, [`IN ${GOALS}`]: computeGoalKeysKept(keptMs) };
  for (const [kinds, life] of Object.entries(lives)) {
    const { countedAt, decidedAt } = computeAge(clocks, life);
    await run(
      connection,
      `DELETE FROM deduplication_keys WHERE kind ${kinds} AND counted_at < $1 AND decided < $2::TIMESTAMP`,
      [countedAt, new Date(decidedAt)],
    );
  }
}
