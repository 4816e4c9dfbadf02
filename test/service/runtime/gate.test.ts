import { expect, test, vi } from "vitest";
import { BusyError, Gate } from "../../../src/service/runtime/gate.ts";
import { defer } from "../../support/defer.ts";

const NEVER = new AbortController().signal;

/** Creates a task that ends when the test calls `end`. */
function createTask() {
  const { promise, resolve } = defer();
  return { task: () => promise, end: resolve };
}

test("a gate runs two tasks at once and starts waiting tasks in order", async () => {
  const gate = new Gate({ running: 2, waiting: 10 });
  const order: number[] = [];
  const tasks = [0, 1, 2, 3].map(createTask);
  const done = tasks.map(({ task }, at) => gate.run(() => task().then(() => void order.push(at)), NEVER));
  expect([gate.running, gate.waiting]).toEqual([2, 2]);
  for (const { end } of tasks) end();
  await Promise.all(done);
  expect(order).toEqual([0, 1, 2, 3]);
  expect([gate.running, gate.waiting]).toEqual([0, 0]);
});

test("a gate refuses a task when its queue is full", async () => {
  const gate = new Gate({ running: 1, waiting: 1, refusal: "imports" });
  const first = createTask();
  const running = gate.run(first.task, NEVER);
  const waiting = gate.run(async () => "second", NEVER);
  const refused = gate.run(async () => "third", NEVER);
  await expect(refused).rejects.toThrow(new BusyError("imports"));
  first.end();
  await running;
  expect(await waiting).toBe("second");
});

test("owners of waiting tasks take turns", async () => {
  const gate = new Gate({ running: 1, waiting: 3, waitingOfAll: 10 });
  const order: string[] = [];
  const names = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"];
  await Promise.all(names.map((name) => gate.run(async () => void order.push(name), NEVER, name[0])));
  expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  expect([gate.running, gate.waiting]).toEqual([0, 0]);
});

test.each([
  ["one owner", { waiting: 1, waitingOfAll: 10 }, "a"],
  ["all owners", { waiting: 10, waitingOfAll: 1 }, "b"],
])("a gate refuses a task when the queue of %s is full", async (_, options, owner) => {
  const gate = new Gate({ running: 1, ...options });
  const first = createTask();
  const running = gate.run(first.task, NEVER, "a");
  const waiting = gate.run(async () => "waited", NEVER, "a");
  await expect(gate.run(async () => "refused", NEVER, owner)).rejects.toBeInstanceOf(BusyError);
  first.end();
  await running;
  expect(await waiting).toBe("waited");
});

test("aborting a waiting task rejects it and lets the next task run", async () => {
  const gate = new Gate({ running: 1, waiting: 5 });
  const first = createTask();
  const running = gate.run(first.task, NEVER);
  const controller = new AbortController();
  const impatient = gate.run(async () => "never", controller.signal);
  const patient = gate.run(async () => "patient", NEVER);
  controller.abort();
  await expect(impatient).rejects.toThrow(new BusyError("requests"));
  expect(await impatient.catch(({ name }) => name)).toBe("BusyError");
  first.end();
  await running;
  expect(await patient).toBe("patient");
});

test("the next task runs after a task fails", async () => {
  const gate = new Gate({ running: 1, waiting: 5 });
  const failing = gate.run(async () => {
    throw new Error("no");
  }, NEVER);
  const next = gate.run(async () => "next", NEVER);
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("next");
});

test("a task with an aborted signal is refused instead of queued, but runs if the gate is free", async () => {
  const gate = new Gate({ running: 1, waiting: 5 });
  const first = createTask();
  const running = gate.run(first.task, NEVER);
  await expect(gate.run(async () => "never", AbortSignal.abort())).rejects.toBeInstanceOf(BusyError);
  expect(gate.waiting).toBe(0);
  first.end();
  await running;
  expect(await gate.run(async () => "free", AbortSignal.abort())).toBe("free");
});

test("a task removes its abort listener when it starts", async () => {
  const gate = new Gate({ running: 1, waiting: 5 });
  const first = createTask();
  const running = gate.run(first.task, NEVER);
  const { signal } = new AbortController();
  const [add, remove] = [vi.spyOn(signal, "addEventListener"), vi.spyOn(signal, "removeEventListener")];
  const waiting = gate.run(async () => {}, signal);
  first.end();
  await Promise.all([running, waiting]);
  expect(add).toHaveBeenCalledOnce();
  expect(remove.mock.calls).toEqual([["abort", add.mock.calls[0]?.[1]]]);
});

test("aborting a task after its start does not end it", async () => {
  const gate = new Gate({ running: 1, waiting: 5 });
  const [first, second] = [createTask(), createTask()];
  const controller = new AbortController();
  const running = gate.run(first.task, NEVER);
  const waiting = gate.run(second.task, controller.signal);
  first.end();
  await running;
  controller.abort();
  expect(gate.running).toBe(1);
  second.end();
  await waiting;
  expect(gate.running).toBe(0);
});

test("tasks that fail at once leave turns of the event loop between them", async () => {
  const gate = new Gate({ running: 1, waiting: 50 });
  let turns = 0;
  const count = () => {
    turns += 1;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  const fail = () => Promise.reject(new Error("refused"));
  await Promise.allSettled(Array.from({ length: 50 }, () => gate.run(fail)));
  clearImmediate(immediate);
  expect(turns).toBeGreaterThanOrEqual(48);
});
