/**
 * Remembers which conversions were counted, by deduplication key.
 *
 * Few of an epoch's decisions convert, so a key is one number in the set of its epoch and day; pages of bits would be
 * almost empty. 300,000 conversions that are spread over 30 days take 14 MB.
 */
import type { DeduplicationKey, KeyKind } from "../facts/eventStore.ts";
import { DAY_MS } from "../values/day.ts";
import { KINDS } from "./lines.ts";
import type { PageAge } from "./localDeduplication.ts";
import { WriteOnce } from "./writeOnce.ts";

/** Factor that makes room for the kind in the number of a key. */
export const KIND_ROOM = 32;

interface Day extends PageAge {
  /** Numbers of the keys: number of the decision times `KIND_ROOM`, plus the number of the kind. */
  keys: Set<number>;
}

export class GoalDeduplication extends WriteOnce {
  readonly #runningTime: () => number;
  /** Keys by epoch and UTC day of the conversion. */
  readonly #epochs = new Map<number, Map<number, Day>>();

  /** `runningTime`: milliseconds; see `runningTime.ts`. */
  constructor(runningTime: () => number) {
    super();
    this.#runningTime = runningTime;
  }

  has({ epoch, number, kind }: DeduplicationKey): boolean {
    const key = join(number, kind);
    for (const { keys } of this.#epochs.get(epoch)?.values() ?? []) if (keys.has(key)) return true;
    return false;
  }

  add({ epoch, number, kind, decidedAt }: DeduplicationKey): void {
    this.addKeys(epoch, [join(number, kind)], { countedAt: this.#runningTime(), decidedAt });
  }

  /** Adds keys of one epoch and day, as numbers. Returns the new ones. */
  addKeys(epoch: number, keys: readonly number[], { countedAt, decidedAt }: PageAge): number[] {
    const days = this.#epochs.get(epoch) ?? new Map<number, Day>();
    this.#epochs.set(epoch, days);
    const number = Math.floor(decidedAt / DAY_MS);
    const day = days.get(number) ?? { keys: new Set(), countedAt, decidedAt };
    days.set(number, day);
    const added = keys.filter((key) => !day.keys.has(key));
    for (const key of added) day.keys.add(key);
    day.countedAt = Math.max(day.countedAt, countedAt);
    day.decidedAt = Math.max(day.decidedAt, decidedAt);
    return added;
  }

  /** Lists all keys per epoch and day, as numbers. */
  *listDays(): Generator<{ epoch: number; keys: ReadonlySet<number> }> {
    for (const [epoch, days] of this.#epochs) for (const { keys } of days.values()) yield { epoch, keys };
  }

  /** Drops days that are older by both clocks, so that a jump of the system clock drops no key too early. */
  dropBefore({ countedAt, decidedAt }: PageAge): void {
    for (const [epoch, days] of this.#epochs) {
      for (const [number, day] of days)
        if (day.countedAt < countedAt && day.decidedAt < decidedAt) days.delete(number);
      if (days.size === 0) this.#epochs.delete(epoch);
    }
  }
}

function join(number: number, kind: KeyKind): number {
  return number * KIND_ROOM + KINDS[kind];
}
