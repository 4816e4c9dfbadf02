import { expect, test, vi } from "vitest";
import { BusyError, Gate } from "../../../src/service/values/gate.ts";

const NEVER = new AbortController().signal;

/** A task that ends when it is told to. */
function createTask() {
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { task: () => ended, end };
}

test("a gate lets so many run at once, the rest in their order", async () => {
  const gate = new Gate(2, 10);
  const order: number[] = [];
  const tasks = [0, 1, 2, 3].map(createTask);
  const done = tasks.map(({ task }, at) => gate.run(() => task().then(() => void order.push(at)), NEVER));
  expect([gate.running, gate.waiting]).toEqual([2, 2]);
  for (const { end } of tasks) end();
  await Promise.all(done);
  expect(order).toEqual([0, 1, 2, 3]);
  expect([gate.running, gate.waiting]).toEqual([0, 0]);
});

test("a gate refuses more than may wait", async () => {
  const gate = new Gate(1, 1);
  const first = createTask();
  const running = gate.run(first.task, NEVER);
  const waiting = gate.run(async () => "second", NEVER);
  const refused = gate.run(async () => "third", NEVER);
  await expect(refused).rejects.toThrow(new BusyError("Too much waits already."));
  first.end();
  await running;
  expect(await waiting).toBe("second");
});

test("a wait is given up when its signal says so, and the turn passes on", async () => {
  const gate = new Gate(1, 5);
  const first = createTask();
  const running = gate.run(first.task, NEVER);
  const controller = new AbortController();
  const impatient = gate.run(async () => "never", controller.signal);
  const patient = gate.run(async () => "patient", NEVER);
  controller.abort();
  await expect(impatient).rejects.toThrow(new BusyError("The turn did not come in time."));
  expect(await impatient.catch(({ name }) => name)).toBe("BusyError");
  first.end();
  await running;
  expect(await patient).toBe("patient");
});

test("the turn passes on when a task fails", async () => {
  const gate = new Gate(1, 5);
  const failing = gate.run(async () => {
    throw new Error("no");
  }, NEVER);
  const next = gate.run(async () => "next", NEVER);
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("next");
});

test("somebody whose signal has ended already does not wait", async () => {
  const gate = new Gate(1, 5);
  const first = createTask();
  const running = gate.run(first.task, NEVER);
  await expect(gate.run(async () => "never", AbortSignal.abort())).rejects.toBeInstanceOf(BusyError);
  expect(gate.waiting).toBe(0);
  first.end();
  await running;
  expect(await gate.run(async () => "free", AbortSignal.abort())).toBe("free");
});

test("who gets a turn lets go of the signal", async () => {
  const gate = new Gate(1, 5);
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

test("a signal that ends after the turn has come changes nothing", async () => {
  const gate = new Gate(1, 5);
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
