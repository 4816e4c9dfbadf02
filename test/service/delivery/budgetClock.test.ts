import { expect, test } from "vitest";
import {
  BudgetClock,
  type CountedDays,
  describeDifference,
  moveToToday,
} from "../../../src/service/delivery/budgetClock.ts";
import { DAY_MS, toDayNumber } from "../../../src/service/values/day.ts";

const HOUR = 3600_000;
const NOON = Date.parse("2026-11-20T12:00:00Z");
const TODAY = toDayNumber(NOON);

/** Creates a clock whose wall clock is read after each step. */
function createClock(start = NOON) {
  let elapsed = 0;
  let wall = start;
  let slept = 5 * HOUR;
  const changes: number[] = [];
  const clock = new BudgetClock({
    elapsed: () => elapsed,
    slept: () => slept,
    onSet: (change) => changes.push(change),
  });
  clock.read(wall);
  const move = (running: number, set = 0) => {
    elapsed += running;
    wall += running + set;
    clock.read(wall);
  };
  const sleep = (by: number, set = 0) => {
    slept += by;
    move(0, by + set);
  };
  return { clock, changes, run: (by: number) => move(by), set: (by: number) => move(0, by), sleep, move };
}

const spent = (day = TODAY): CountedDays => ({ day, shownToday: 5, costToday: 50n });

/** Moves the amounts to today, and returns their day relative to `TODAY`, and the impressions of that day. */
function moved(counted: CountedDays, clock: BudgetClock): [number, number] {
  moveToToday(counted, clock);
  return [counted.day - TODAY, counted.shownToday];
}

test("a midnight begins a day with nothing spent", () => {
  const { clock, run } = createClock();
  const counted = spent();
  const { day } = clock;
  run(12 * HOUR);
  expect(clock.day).not.toBe(day);
  expect(moved(counted, clock)).toEqual([1, 0]);
  expect(counted.before).toBe(undefined);
});

test("a midnight is noticed between two readings, and after hours without one", () => {
  let elapsed = 0;
  const clock = new BudgetClock({ elapsed: () => elapsed });
  clock.read(NOON);
  elapsed = 12 * HOUR;
  expect(clock.day.number).toBe(TODAY + 1);
  const counted = spent();
  clock.read(NOON + elapsed);
  expect(moved(counted, clock)).toEqual([1, 0]);
});

for (const [name, by] of [
  ["hours ahead", 13 * HOUR],
  ["days ahead", 2 * DAY_MS],
  ["years ahead", 800 * DAY_MS],
  ["hours behind", -13 * HOUR],
  ["days behind", -3 * DAY_MS],
  ["before 1970", -NOON - DAY_MS],
] as const)
  test(`what was spent stays spent while the clock is set ${name}, and afterwards`, () => {
    const { clock, changes, set, run } = createClock();
    const counted = spent();
    const { day } = clock;
    set(by);
    const away = toDayNumber(NOON + by) - TODAY;
    expect(moved(counted, clock)).toEqual([away, 5]);
    counted.shownToday += 2;
    set(-by);
    expect(moved(counted, clock)).toEqual([0, 7]);
    // Leases and reservations of the day keep their day.
    expect(clock.day).toBe(day);
    expect(changes).toEqual([by, -by]);
    run(12 * HOUR);
    expect(moved(counted, clock)).toEqual([1, 0]);
  });

test("a machine that sleeps over midnight begins the day with nothing spent", () => {
  const { clock, changes, sleep, run } = createClock();
  const counted = spent();
  sleep(13 * HOUR);
  expect(moved(counted, clock)).toEqual([1, 0]);
  expect(counted.before).toBe(undefined);
  counted.shownToday = 3;
  sleep(2 * HOUR);
  expect(moved(counted, clock)).toEqual([1, 3]);
  run(23 * HOUR);
  sleep(3 * DAY_MS);
  expect(moved(counted, clock)).toEqual([5, 0]);
  expect(changes).toEqual([]);
});

test("a clock that is set after a sleep, or by more than a sleep, was set", () => {
  const { clock, changes, sleep, set } = createClock();
  const counted = spent();
  sleep(HOUR);
  set(HOUR);
  set(12 * HOUR);
  expect(moved(counted, clock)).toEqual([1, 5]);
  sleep(HOUR, DAY_MS);
  expect(moved(counted, clock)).toEqual([2, 5]);
  sleep(HOUR, -2 * DAY_MS);
  expect(moved(counted, clock)).toEqual([0, 5]);
  expect(changes).toEqual([HOUR, 12 * HOUR, DAY_MS + HOUR, HOUR - 2 * DAY_MS]);
});

test("sleeps of under a minute do not add up to one that explains a step", () => {
  const { clock, changes, sleep, set, run } = createClock();
  const counted = spent();
  for (let night = 0; night < 500; night++) {
    sleep(50_000);
    run(1000);
  }
  set(6 * HOUR);
  expect(changes).toEqual([6 * HOUR]);
  expect(moved(counted, clock)).toEqual([1, 5]);
});

test("a sleep explains a step of the next reading, if the last one was sent before the sleep", () => {
  let [elapsed, slept] = [0, 0];
  const changes: number[] = [];
  const options = {
    elapsed: () => elapsed,
    slept: () => slept,
    onSet: (change: number) => changes.push(change),
  };
  const clock = new BudgetClock(options);
  clock.read(NOON);
  slept = HOUR;
  clock.read(NOON);
  elapsed = 1000;
  clock.read(NOON + HOUR + elapsed);
  expect(changes).toEqual([]);
});

test("a midnight after a step to the same day begins a new day", () => {
  const { clock, set, run } = createClock();
  const counted = spent();
  set(2 * HOUR);
  expect(moved(counted, clock)).toEqual([0, 5]);
  run(12 * HOUR);
  expect(moved(counted, clock)).toEqual([1, 0]);
});

test("a campaign that was not asked for during a step and a midnight starts the day with nothing spent", () => {
  const { clock, set, run } = createClock();
  const counted = spent();
  set(-2 * DAY_MS);
  set(2 * DAY_MS);
  run(DAY_MS);
  expect(moved(counted, clock)).toEqual([1, 0]);
  const before = spent(TODAY - 5);
  set(DAY_MS);
  expect(moved(before, clock)).toEqual([2, 0]);
});

test("corrections of seconds across midnight neither end nor repeat a day", () => {
  const { clock, changes, set, run } = createClock(NOON + 12 * HOUR - 10_000);
  const counted = spent();
  run(20_000);
  expect(moved(counted, clock)).toEqual([1, 0]);
  counted.shownToday = 3;
  set(-30_000);
  expect(moved(counted, clock)).toEqual([1, 3]);
  // A process that starts now sees the day before, but keeps the day that others began.
  const { clock: fresh } = createClock(NOON + 12 * HOUR - 20_000);
  expect(moved(counted, fresh)).toEqual([1, 3]);
  run(40_000);
  expect(moved(counted, clock)).toEqual([1, 3]);
  expect(changes).toEqual([]);
});

test("many small corrections back give up a day that begins too early", () => {
  const { clock, set, run } = createClock(NOON + 12 * HOUR - 10_000);
  run(20_000);
  const counted = spent(TODAY + 1);
  set(-50_000);
  set(-50_000);
  expect(moved(counted, clock)).toEqual([0, 5]);
});

test("a process started under a wrong day adds its amounts to the day that holds", () => {
  const { clock, set } = createClock(NOON + 2 * DAY_MS);
  const counted = spent();
  expect(moved(counted, clock)).toEqual([2, 0]);
  counted.shownToday = 3;
  counted.costToday = 30n;
  set(-2 * DAY_MS);
  expect(moved(counted, clock)).toEqual([0, 8]);
  expect(counted).toEqual({ day: TODAY, shownToday: 8, costToday: 80n, before: undefined });
});

test("a reading whose answer was late is not taken for a step", () => {
  let elapsed = 0;
  const changes: number[] = [];
  const clock = new BudgetClock({ elapsed: () => elapsed, onSet: (change) => changes.push(change) });
  clock.read(NOON, 0, 0);
  elapsed = 20 * HOUR;
  // Redis answered at once; this process was frozen for twenty hours.
  clock.read(NOON + 1, 1, elapsed);
  expect(clock.day.number).toBe(TODAY + 1);
  clock.read(NOON + elapsed, elapsed, elapsed);
  expect(changes).toEqual([]);
});

test.each([
  [3 * DAY_MS, "3 days ahead of"],
  [-2 * DAY_MS, "2 days behind"],
  [-DAY_MS, "24 hours behind"],
  [90 * 60_000, "90 minutes ahead of"],
  [-61_000, "61 seconds behind"],
  [5 - 2 * DAY_MS, "2 days behind"],
  [36 * HOUR - 1, "36 hours ahead of"],
  [119_600, "2 minutes ahead of"],
])("a difference of %d ms is described as %s", (milliseconds, text) => {
  expect(describeDifference(milliseconds)).toBe(text);
});
