import { expect, test, vi } from "vitest";
import { AnswerCache } from "../../../src/dashboard/app/answers.ts";

/** Creates a cache and a request that stays pending until the test answers it. */
function createRequest() {
  const signals: AbortSignal[] = [];
  const answers: ((text: string) => void)[] = [];
  const load = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<string>((done) => answers.push(done));
  };
  return { cache: new AnswerCache<string>(), load, signals, answers };
}

test("when the last listener unsubscribes, the request is aborted and its late answer is ignored", async () => {
  const { cache, load, signals, answers } = createRequest();
  const leaveFirst = cache.subscribe("key", () => {});
  const leaveSecond = cache.subscribe("key", () => {});
  const asking = cache.ask("key", load, false);
  leaveFirst();
  expect(signals[0]?.aborted).toBe(false);
  leaveSecond();
  expect(signals[0]?.aborted).toBe(true);
  answers[0]?.("late");
  await asking;
  expect(cache.read("key").data).toBeUndefined();
});

test("the late answer of an aborted request does not replace the answer of a newer request", async () => {
  const { cache, load, answers } = createRequest();
  const leave = cache.subscribe("key", () => {});
  const first = cache.ask("key", load, false);
  leave();
  cache.subscribe("key", () => {});
  const second = cache.ask("key", load, false);
  answers[1]?.("newer");
  await second;
  answers[0]?.("older");
  await first;
  expect(cache.read("key").data).toBe("newer");
});

test("a listener is called once when its key is answered", async () => {
  const { cache, load, answers } = createRequest();
  const listener = vi.fn();
  const asking = cache.ask("key", load, false);
  cache.subscribe("key", listener);
  answers[0]?.("answer");
  await asking;
  expect(listener).toHaveBeenCalledTimes(1);
  expect(cache.isFresh("key", 60_000)).toBe(true);
});

test("any number of requests for a key in flight cause one repeat after the answer", async () => {
  const { cache, load, signals, answers } = createRequest();
  const asking = cache.ask("key", load, false);
  for (let time = 0; time < 3; time++) await cache.ask("key", load, false);
  expect(signals).toHaveLength(1);
  answers[0]?.("before the change");
  await expect.poll(() => signals).toHaveLength(2);
  answers[1]?.("after the change");
  await asking;
  expect(cache.read("key").data).toBe("after the change");
  expect(signals).toHaveLength(2);
});
