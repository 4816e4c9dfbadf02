/**
 * Days of budgets and daily caps. This is the only place that tells a midnight from a wrong clock.
 *
 * Days are the UTC days of one wall clock: Redis' clock for shared budgets, else this machine's. A wall clock can be set,
 * so it is compared with a monotonic clock:
 *
 * - A clock that ran into a later day passed a midnight. The new day starts with nothing spent. So does one that went on
 *   while the machine slept, which the monotonic clock leaves out.
 * - A clock that was set to another day, forward or back, was wrong before or is wrong now. The new day is used at once,
 *   and what was spent in the day before counts for it, so no daily amount is granted twice. When the clock is set
 *   right, the amounts are kept again.
 * - Corrections of up to a minute, as time servers make them, are not steps: a day that began stays, although the clock
 *   was set back across its midnight.
 *
 * A step that no process saw, because all were stopped, looks like midnights. The amounts of the day before are kept for
 * this case: if the later day proves wrong, the amounts of both count for the day that holds. A virtual machine that was
 * paused across midnight looks like one whose clock was set, so its daily amounts continue until the next midnight.
 */
import { DAY_MS, toDayNumber } from "../values/day.ts";
import type { Nano } from "../values/money.ts";

/** A day between two midnights. Its number changes when the clock is set; each midnight begins another object. */
export interface BudgetDay {
  /** Days since 1970. */
  number: number;
}

/** Amounts of a day, which count against daily limits. */
export interface DayAmounts {
  day: number;
  costToday: Nano;
  shownToday: number;
}

export interface CountedDays extends DayAmounts {
  /** Amounts of the day before, if no process saw its end. */
  before?: DayAmounts | undefined;
}

/** Maximum milliseconds of a correction that does not count as setting the clock. */
const CORRECTION_MS = 60_000;
/** Minimum milliseconds of a change that may be a sleep: reading the sleep takes longer than a placement may. */
const SHORTEST_SLEEP_MS = 1000;
/** Milliseconds of a reading beyond which it is too imprecise to compare. */
const SLOW_MS = 10_000;

interface BudgetClockOptions {
  /** Monotonic milliseconds. */
  elapsed: () => number;
  /** Milliseconds that the machine slept since its start. */
  slept?: (() => number) | undefined;
  /** Called when the wall clock was set by more than a minute. */
  onSet?: (milliseconds: number) => void;
}

export class BudgetClock {
  readonly #options: BudgetClockOptions;
  /** Wall clock minus monotonic clock; undefined before the first reading. */
  #offset: number | undefined;
  /** Sleep before the last change that may have been a sleep. */
  #sleptBefore = 0;
  #day: BudgetDay = { number: 0 };
  /** First day since the start or since the clock was set. */
  #firstDay = 0;
  /** Days before and after the clock was last set to another day. */
  #step: { from: number; to: number } | undefined;

  constructor(options: BudgetClockOptions) {
    this.#options = options;
  }

  /** Time by the wall clock as of its last reading; milliseconds since 1970. */
  now(): number {
    return (this.#offset ?? 0) + this.#options.elapsed();
  }

  get day(): BudgetDay {
    const number = toDayNumber(this.now());
    if (number > this.#day.number) this.#day = { number };
    return this.#day;
  }

  /** Takes a reading of the wall clock. `sent`, `received`: monotonic times between which it was read. */
  read(time: number, sent = this.#options.elapsed(), received = sent): void {
    const offset = time - (sent + received) / 2;
    if (this.#offset === undefined) {
      this.#offset = offset;
      this.#sleptBefore = this.#options.slept?.() ?? 0;
      this.#firstDay = this.day.number;
      return;
    }
    if (received - sent > SLOW_MS) return;
    const change = offset - this.#offset;
    const { day } = this;
    this.#offset = offset;
    const hasSlept = this.#hasSlept(change);
    const isWrong = day.number > toDayNumber(time + CORRECTION_MS);
    if (hasSlept || (Math.abs(change) <= CORRECTION_MS && !isWrong)) return;
    const to = toDayNumber(time);
    if (to !== day.number) {
      this.#step = { from: day.number, to };
      this.#firstDay = to;
      day.number = to;
    }
    this.#options.onSet?.(change);
  }

  /**
   * Returns whether the wall clock went on by more than a correction while the machine slept. A sleep counts for the next
   * change only, which can be a reading later: the time of a reading can be from before a sleep that is seen with it.
   */
  #hasSlept(change: number): boolean {
    if (change < SHORTEST_SLEEP_MS) return false;
    const slept = this.#options.slept?.() ?? 0;
    const sleep = slept - this.#sleptBefore;
    this.#sleptBefore = slept;
    return change > CORRECTION_MS && sleep >= change - CORRECTION_MS;
  }

  /** Whether the clock was set past the end of a day. */
  wasSetPast(day: number): boolean {
    return this.#step !== undefined && this.#step.from <= day && day < this.#step.to;
  }

  /** Whether the clock ran past the end of a day. */
  hasRunPast(day: number): boolean {
    return this.#firstDay <= day && day < this.#day.number;
  }

  /** Whether a day is at most a correction ahead. */
  isAboutToBegin(day: number): boolean {
    return day <= toDayNumber(this.now() + CORRECTION_MS);
  }

  /** Whether the current day had begun some time ago. */
  hadBegun(milliseconds: number): boolean {
    return this.now() - milliseconds >= this.day.number * DAY_MS;
  }
}

/** Moves amounts to the current day: see above. */
export function moveToToday(counted: CountedDays, clock: BudgetClock): void {
  const { number } = clock.day;
  const { day, costToday, shownToday, before } = counted;
  if (day === number || (day > number && clock.isAboutToBegin(day))) return;
  counted.day = number;
  if (day < number && !clock.wasSetPast(day)) {
    const isSpent = shownToday !== 0 || costToday !== 0n;
    counted.before = isSpent && !clock.hasRunPast(day) ? { day, costToday, shownToday } : undefined;
    counted.costToday = 0n;
    counted.shownToday = 0;
  } else if (before?.day === number) {
    counted.costToday += before.costToday;
    counted.shownToday += before.shownToday;
    counted.before = undefined;
  }
}

/** Describes the position of a clock that is ahead by some milliseconds, rounded: `3 days behind`. */
export function describeDifference(milliseconds: number): string {
  const count = (size: number) => Math.round(Math.abs(milliseconds) / size);
  const [size, unit] = UNITS.find(([one, , end]) => count(one) < end) ?? [DAY_MS, "days"];
  return `${count(size)} ${unit} ${milliseconds > 0 ? "ahead of" : "behind"}`;
}

/** Each unit below a day, with the count from which on the next one is used. */
const UNITS = [
  [1000, "seconds", 120],
  [60_000, "minutes", 120],
  [3600_000, "hours", 48],
] as const;
