import { expect, test } from "vitest";
import { describeShape, ReportTurns, type Work } from "../../../src/service/reports/reportTurns.ts";
import type { ReportRequest } from "../../../src/service/reports/request.ts";
import { BusyError } from "../../../src/service/runtime/gate.ts";
import { defer } from "../../support/defer.ts";

/** Time limit of light reports that no test reaches. */
const NEVER_MS = 2 ** 31 - 1;
const AT_ONCE_MS = 0;
/** Creates the abort signal of a request. */
const createSignal = () => new AbortController().signal;

function run<T>(turns: ReportTurns, work: Work<T>, owner = 1, shape = "a"): Promise<T> {
  return turns.run(work, { owner, shape, signal: createSignal() });
}

/** Creates work that ends when it is resolved or its signal is aborted. */
function createWork() {
  const { promise, resolve } = defer<string>();
  return { resolve, run: (ended: AbortSignal) => Promise.race([promise, rejectOn(ended)]) };
}

const resolveOn = (ended: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (ended.aborted) resolve();
    ended.addEventListener("abort", () => resolve());
  });

function rejectOn(ended: AbortSignal): Promise<never> {
  return new Promise((_, reject) => ended.addEventListener("abort", () => reject(ended.reason)));
}

test("a report that exceeds the light time limit is interrupted and restarted in the heavy slot", async () => {
  const turns = new ReportTurns(1, AT_ONCE_MS);
  let times = 0;
  const work = async (ended: AbortSignal) => {
    times += 1;
    return times === 1 ? rejectOn(ended) : "done";
  };
  expect(await run(turns, work)).toBe("done");
  expect(times).toBe(2);
});

test("a light report runs while heavy reports of another account wait", async () => {
  const turns = new ReportTurns(1, AT_ONCE_MS);
  const heavy = createWork();
  const running = [1, 2, 3].map((at) => run(turns, heavy.run, 1, `${at}`));
  await expect.poll(() => turns.load).toEqual({ running: 1, waiting: 2 });
  expect(await run(turns, async () => "light", 2, "light")).toBe("light");
  heavy.resolve("heavy");
  expect(await Promise.all(running)).toEqual(["heavy", "heavy", "heavy"]);
  expect(turns.load).toEqual({ running: 0, waiting: 0 });
});

test("heavy reports run in turns by account", async () => {
  const turns = new ReportTurns(1, AT_ONCE_MS);
  const order: string[] = [];
  const first = createWork();
  const start = (name: string) => {
    let isHeavy = false;
    const work = (ended: AbortSignal) => {
      if (!isHeavy) {
        isHeavy = true;
        return rejectOn(ended);
      }
      order.push(name);
      return name === "a1" ? first.run(ended) : Promise.resolve(name);
    };
    return turns.run(work, { owner: name.charCodeAt(0), shape: name, signal: createSignal() });
  };
  const running = [start("a1")];
  await expect.poll(() => order).toEqual(["a1"]);
  for (const [at, name] of ["a2", "a3", "b1"].entries()) {
    running.push(start(name));
    await expect.poll(() => turns.load).toEqual({ running: 1, waiting: at + 1 });
  }
  first.resolve("");
  await Promise.all(running);
  expect(order).toEqual(["a1", "a2", "b1", "a3"]);
});

test("a report of a shape known as heavy skips the light slot", async () => {
  const turns = new ReportTurns(1, AT_ONCE_MS);
  let times = 0;
  const work = async (ended: AbortSignal) => {
    times += 1;
    if (times === 1) await rejectOn(ended);
  };
  for (let repeat = 0; repeat < 2; repeat++) await run(turns, work);
  expect(times).toBe(3);
});

test("a report is tried twice in the light slot if its shape was light, once if it is unknown", async () => {
  const turns = new ReportTurns(1, AT_ONCE_MS);
  let slots: string[] = [];
  /** Runs a report that is interrupted a number of times; returns the slots that it ran in. */
  const send = async (interruptions: number) => {
    slots = [];
    const work = async (ended: AbortSignal, isLight: boolean) => {
      slots.push(isLight ? "light" : "heavy");
      if (slots.length <= interruptions) await rejectOn(ended);
    };
    await run(turns, work);
    return slots;
  };
  expect(await send(0)).toEqual(["light"]);
  expect(await send(1)).toEqual(["light", "light"]);
  expect(await send(2)).toEqual(["light", "light", "heavy"]);
  const others = new ReportTurns(1, AT_ONCE_MS);
  const made: boolean[] = [];
  const work = async (ended: AbortSignal, isLight: boolean) => {
    made.push(isLight);
    if (isLight) await rejectOn(ended);
  };
  await run(others, work, 1, "a");
  // This shape is too long to be remembered.
  await run(others, work, 1, "a".repeat(501));
  expect(made).toEqual([true, false, true, true, false]);
});

/** Creates a clock that the test advances. */
function createClock() {
  let now = 0;
  const ends = new Map<AbortController, number>();
  return {
    elapsed: () => now,
    /** Counts the reports started in the light slot. */
    countLight: () => ends.size,
    timeout: (milliseconds: number) => {
      const controller = new AbortController();
      ends.set(controller, now + milliseconds);
      return controller.signal;
    },
    advance: (milliseconds: number) => {
      now += milliseconds;
      for (const [controller, end] of ends) if (end <= now) controller.abort();
    },
  };
}

test("twenty heavy reports of one account delay another account's light report by one interruption", async () => {
  const clock = createClock();
  const turns = new ReportTurns(1, 100, clock);
  const started: string[] = [];
  const ended = new AbortController();
  const isOver = resolveOn(ended.signal);
  const start = (name: string, shape: string, isHeavy: boolean) =>
    turns.run(
      async (interrupted) => {
        started.push(name);
        if (isHeavy) await Promise.race([rejectOn(interrupted), isOver]);
      },
      { owner: isHeavy ? 1 : 2, shape, signal: createSignal() },
    );
  const heavy = Array.from({ length: 20 }, (_, at) => start(`heavy ${at}`, "heavy", true));
  const light = ["light 1", "light 2"].map((name) => start(name, name, false));
  await expect.poll(() => started).toEqual(["heavy 0"]);
  clock.advance(100);
  await Promise.all(light);
  // One heavy report was interrupted and restarted; the other 18 of its shape skip the light slot.
  expect(started.slice(0, 4).sort()).toEqual(["heavy 0", "heavy 0", "light 1", "light 2"]);
  await expect.poll(() => turns.load).toEqual({ running: 1, waiting: 19 });
  ended.abort();
  await Promise.all(heavy);
  expect(started).toHaveLength(2 + 20 + 1);
});

test("a shape stays heavy until a report of it takes less than the light time limit", async () => {
  const clock = createClock();
  const turns = new ReportTurns(1, 100, clock);
  const made: string[] = [];
  const take = (milliseconds: number, name: string) => async (interrupted: AbortSignal) => {
    clock.advance(milliseconds);
    interrupted.throwIfAborted();
    made.push(name);
  };
  // The first is interrupted at 100 ms; the shape stays heavy until a report takes less than that.
  await run(turns, take(101, "interrupted"));
  await run(turns, take(100, "known as heavy"));
  await run(turns, take(99, "light again"));
  expect(made).toEqual(["interrupted", "known as heavy", "light again"]);
  expect(clock.countLight()).toBe(2);
});

test("an account with 64 waiting reports gets the next one refused, other accounts do not", async () => {
  const turns = new ReportTurns(1, NEVER_MS);
  const running = createWork();
  const all = Array.from({ length: 65 }, () => run(turns, running.run));
  await expect(run(turns, running.run)).rejects.toBeInstanceOf(BusyError);
  const other = run(turns, running.run, 2, "b");
  expect(turns.load).toEqual({ running: 1, waiting: 65 });
  running.resolve("done");
  expect(await Promise.all([...all, other])).toHaveLength(66);
});

test("a failed report is not repeated", async () => {
  const turns = new ReportTurns(1, NEVER_MS);
  let times = 0;
  const work = async () => {
    times += 1;
    throw new Error("no");
  };
  await expect(run(turns, work)).rejects.toThrow("no");
  expect(times).toBe(1);
});

test("light and heavy reports end when the client disconnects", async () => {
  for (const lightMs of [NEVER_MS, AT_ONCE_MS]) {
    const turns = new ReportTurns(1, lightMs);
    const leave = new AbortController();
    let started = 0;
    const work = (ended: AbortSignal) => {
      started += 1;
      return rejectOn(ended);
    };
    const running = turns.run(work, { owner: 1, shape: "a", signal: leave.signal });
    await expect.poll(() => started).toBe(lightMs === NEVER_MS ? 1 : 2);
    leave.abort(new Error("left"));
    await expect(running).rejects.toThrow("left");
    expect(turns.load).toEqual({ running: 0, waiting: 0 });
  }
});

test("requests of an account share a shape if groupings, filtered fields and period length are similar", () => {
  const request = {
    role: "publisher",
    groupings: ["date"],
    filter: { zone_id: [1] },
    exclude: {},
    from: "2026-11-01",
    to: "2026-11-20",
    count: false,
    totals: true,
    limit: 50,
  } as unknown as ReportRequest;
  const shape = describeShape(1, request);
  expect(describeShape(1, { ...request, filter: { zone_id: [2, 3] }, to: "2026-11-21" })).toBe(shape);
  for (const other of [
    { groupings: ["zone_id"] },
    { filter: {} },
    { exclude: { zone_id: [1] } },
    { to: "2027-11-20" },
    { role: "advertiser" },
  ])
    expect(describeShape(1, { ...request, ...other } as ReportRequest)).not.toBe(shape);
  expect(describeShape(2, request)).not.toBe(shape);
});
