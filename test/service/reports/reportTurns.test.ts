import { expect, test } from "vitest";
import { describeShape, ReportTurns, type Work } from "../../../src/service/reports/reportTurns.ts";
import type { ReportRequest } from "../../../src/service/reports/request.ts";
import { BusyError } from "../../../src/service/values/gate.ts";
import { defer } from "../../support/defer.ts";

/** No report is interrupted within a test. */
const NEVER_MS = 2 ** 31 - 1;
const AT_ONCE_MS = 0;
/** The signal of a request: each has its own. */
const createSignal = () => new AbortController().signal;

function run<T>(turns: ReportTurns, work: Work<T>, owner = 1, shape = "a"): Promise<T> {
  return turns.run(work, { owner, shape, signal: createSignal() });
}

/** Work that ends when it is resolved, or when its signal ends it. */
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

test("a report that is not light is interrupted, and runs in a slot of heavy ones", async () => {
  const turns = new ReportTurns(1, AT_ONCE_MS);
  let times = 0;
  const work = async (ended: AbortSignal) => {
    times += 1;
    return times === 1 ? rejectOn(ended) : "done";
  };
  expect(await run(turns, work)).toBe("done");
  expect(times).toBe(2);
});

test("light reports are made while heavy ones of another account wait", async () => {
  const turns = new ReportTurns(1, AT_ONCE_MS);
  const heavy = createWork();
  const running = [1, 2, 3].map((at) => run(turns, heavy.run, 1, `${at}`));
  await expect.poll(() => turns.load).toEqual({ running: 1, waiting: 2 });
  expect(await run(turns, async () => "light", 2, "light")).toBe("light");
  heavy.resolve("heavy");
  expect(await Promise.all(running)).toEqual(["heavy", "heavy", "heavy"]);
  expect(turns.load).toEqual({ running: 0, waiting: 0 });
});

test("heavy reports take turns by account", async () => {
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

test("a shape that was heavy does not take the light slot again", async () => {
  const turns = new ReportTurns(1, AT_ONCE_MS);
  let times = 0;
  const work = async (ended: AbortSignal) => {
    times += 1;
    if (times === 1) await rejectOn(ended);
  };
  for (let repeat = 0; repeat < 2; repeat++) await run(turns, work);
  expect(times).toBe(3);
});

test("a report whose shape was light is tried twice as a light one, and a new one once", async () => {
  const turns = new ReportTurns(1, AT_ONCE_MS);
  let slots: string[] = [];
  /** Sends a report that is interrupted this often, and returns the slots in which it was made. */
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
  // Too long to be remembered.
  await run(others, work, 1, "a".repeat(501));
  expect(made).toEqual([true, false, true, true, false]);
});

/** Time that a test moves on by itself. */
function createClock() {
  let now = 0;
  const ends = new Map<AbortController, number>();
  return {
    elapsed: () => now,
    /** Reports that were begun in the slot of light ones. */
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

test("twenty heavy reports of one account delay a light one of another by one interrupted report", async () => {
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
  // The slot of heavy reports has one, and the other 18 of its shape left the light slot without being made there.
  expect(started.slice(0, 4).sort()).toEqual(["heavy 0", "heavy 0", "light 1", "light 2"]);
  await expect.poll(() => turns.load).toEqual({ running: 1, waiting: 19 });
  ended.abort();
  await Promise.all(heavy);
  expect(started).toHaveLength(2 + 20 + 1);
});

test("a report is heavy by the time that it took in the slot of heavy ones", async () => {
  const clock = createClock();
  const turns = new ReportTurns(1, 100, clock);
  const made: string[] = [];
  const take = (milliseconds: number, name: string) => async (interrupted: AbortSignal) => {
    clock.advance(milliseconds);
    interrupted.throwIfAborted();
    made.push(name);
  };
  // Interrupted at 100 ms, and again, until it takes no longer than a light one.
  await run(turns, take(101, "interrupted"));
  await run(turns, take(100, "known as heavy"));
  await run(turns, take(99, "light again"));
  expect(made).toEqual(["interrupted", "known as heavy", "light again"]);
  expect(clock.countLight()).toBe(2);
});

test("beyond 64 waiting reports of an account its next one is refused, and those of others are not", async () => {
  const turns = new ReportTurns(1, NEVER_MS);
  const running = createWork();
  const all = Array.from({ length: 65 }, () => run(turns, running.run));
  await expect(run(turns, running.run)).rejects.toBeInstanceOf(BusyError);
  const other = run(turns, running.run, 2, "b");
  expect(turns.load).toEqual({ running: 1, waiting: 65 });
  running.resolve("done");
  expect(await Promise.all([...all, other])).toHaveLength(66);
});

test("a failed report is not tried again", async () => {
  const turns = new ReportTurns(1, NEVER_MS);
  let times = 0;
  const work = async () => {
    times += 1;
    throw new Error("no");
  };
  await expect(run(turns, work)).rejects.toThrow("no");
  expect(times).toBe(1);
});

test("a caller who disconnects ends light and heavy reports", async () => {
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

test("requests of one account have one shape when groupings, filters and length of time are alike", () => {
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
