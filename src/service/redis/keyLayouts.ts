/** Layouts of counted deduplication keys in Redis: pages of bits for impressions and clicks, sets for conversions. */
import { GOAL_KINDS } from "../facts/goals.ts";
import { type GoalDeduplication, KIND_ROOM } from "../journal/goalDeduplication.ts";
import { KINDS } from "../journal/lines.ts";
import { type Deduplication, PAGE_NUMBERS } from "../journal/localDeduplication.ts";
import { groupBy } from "../values/groupBy.ts";
import { nameEvents, nameGoals } from "./names.ts";
import type { Parameter } from "./redisConnection.ts";
import type { ScriptName } from "./scripts.ts";

/** Keys of a page that this node counted, as keys and first parameters of the script that adds them. */
export interface OwnKeys {
  epoch: number;
  page: number;
  script: ScriptName;
  names: readonly string[];
  values: readonly Parameter[];
}

export interface KeyLayout {
  /** Form of the counted numbers of a page. */
  form: "bits" | "set";
  /** Decisions of a page. */
  pageNumbers: number;
  /** Names a Redis key of a page. `what`: `claims`, `closed`, or a kind of event. */
  name(epoch: number, page: number, what: string): string;
  listOwn(): Iterable<OwnKeys>;
  /** Whether events count by the node's own keys while Redis is away. Otherwise they are refused. */
  countsAlone: boolean;
}

export function layOutEvents(own: Deduplication): KeyLayout {
  return {
    form: "bits",
    pageNumbers: PAGE_NUMBERS,
    name: nameEvents,
    *listOwn() {
      for (const { epoch, page, kind, bits } of own.listPages()) {
        const names = [nameEvents(epoch, page, kind), nameEvents(epoch, page, "merged")];
        yield { epoch, page, script: "mergeCountedEvents", names, values: [Buffer.from(bits)] };
      }
    },
    countsAlone: true,
  };
}

/**
 * Decisions of a page of goals. Few of them convert, so that Redis stores most sets as arrays of 4 bytes a number. A set
 * contains the conversions of some decisions instead of those of a day: a claim looks at one set, and finds a conversion
 * whatever the clocks of the nodes say.
 */
const GOAL_PAGE_NUMBERS = 2 ** 20;
/** Maximum numbers added by one call. */
const NUMBERS_AT_ONCE = 1000;

/** Conversions are reported again after a refusal, so they are not counted without Redis. */
export function layOutGoals(own: GoalDeduplication): KeyLayout {
  return {
    form: "set",
    pageNumbers: GOAL_PAGE_NUMBERS,
    name: nameGoals,
    *listOwn() {
      for (const { epoch, keys } of own.listDays())
        for (const { page, kind, numbers } of splitGoals(keys)) {
          const names = [nameGoals(epoch, page, kind)];
          yield { epoch, page, script: "mergeCountedGoals", names, values: numbers };
        }
    },
    countsAlone: false,
  };
}

/** Splits keys, as numbers of `GoalDeduplication`, by page and goal. */
function* splitGoals(keys: Iterable<number>) {
  const groups = groupBy(
    keys,
    (key) => Math.floor(key / KIND_ROOM / GOAL_PAGE_NUMBERS) * KIND_ROOM + (key % KIND_ROOM),
  );
  for (const [group, all] of groups) {
    const kind = GOAL_KINDS.find((each) => KINDS[each] === group % KIND_ROOM);
    if (!kind) continue;
    const page = Math.floor(group / KIND_ROOM);
    const numbers = all.map((key) => Math.floor(key / KIND_ROOM) % GOAL_PAGE_NUMBERS);
    for (let at = 0; at < numbers.length; at += NUMBERS_AT_ONCE)
      yield { page, kind, numbers: numbers.slice(at, at + NUMBERS_AT_ONCE) };
  }
}
