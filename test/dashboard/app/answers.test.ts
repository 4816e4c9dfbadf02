import { expect, test, vi } from "vitest";
import { AnswerCache } from "../../../src/dashboard/app/answers.ts";
import { StatisticsError } from "../../../src/statistics/index.ts";

const createQuestion = (load: (signal: AbortSignal) => Promise<string>) => ({
  key: "key",
  about: undefined,
  freshForMs: 0,
  load,
});

/** Creates a cache and a request that stays pending until the test answers it. */
function createRequest() {
  const signals: AbortSignal[] = [];
  const answers: ((text: string) => void)[] = [];
  const load = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<string>((done) => answers.push(done));
  };
  return { cache: new AnswerCache(), load, signals, answers };
}

test("when the last listener unsubscribes, the request is aborted and its late answer is ignored", async () => {
  const { cache, load, signals, answers } = createRequest();
  const leaveFirst = cache.subscribe(createQuestion(load), () => {});
  const leaveSecond = cache.subscribe(createQuestion(load), () => {});
  const asking = cache.ask({ key: "key", load }, false);
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
  const leave = cache.subscribe(createQuestion(load), () => {});
  const first = cache.ask({ key: "key", load }, false);
  leave();
  cache.subscribe(createQuestion(load), () => {});
  const second = cache.ask({ key: "key", load }, false);
  answers[1]?.("newer");
  await second;
  answers[0]?.("older");
  await first;
  expect(cache.read("key").data).toBe("newer");
});

test("a listener is called once when its key is answered", async () => {
  const { cache, load, answers } = createRequest();
  const listener = vi.fn();
  const asking = cache.ask({ key: "key", load }, false);
  cache.subscribe(createQuestion(load), listener);
  answers[0]?.("answer");
  await asking;
  expect(listener).toHaveBeenCalledTimes(1);
  expect(cache.isFresh("key", 60_000)).toBe(true);
});

test("any number of requests for a key in flight cause one repeat after the answer", async () => {
  const { cache, load, signals, answers } = createRequest();
  const asking = cache.ask({ key: "key", load }, false);
  for (let time = 0; time < 3; time++) await cache.ask({ key: "key", load }, false);
  expect(signals).toHaveLength(1);
  answers[0]?.("before the change");
  await expect.poll(() => signals).toHaveLength(2);
  answers[1]?.("after the change");
  await asking;
  expect(cache.read("key").data).toBe("after the change");
  expect(signals).toHaveLength(2);
});

test("answers are listed while a component shows them, with their errors and a way to ask again", async () => {
  const cache = new AnswerCache();
  const load = vi.fn().mockRejectedValueOnce(new StatisticsError("network", "")).mockResolvedValue("data");
  const watcher = vi.fn();
  const stopWatching = cache.watch(watcher);
  const question = createQuestion(load);
  const leave = cache.subscribe(question, () => {});
  expect(cache.listShown()).toMatchObject([{ isLoading: true, error: undefined }]);
  await cache.ask(question, false);
  expect(cache.listShown()).toMatchObject([{ isLoading: false, error: { code: "network" } }]);
  cache.listShown()[0]?.ask();
  await expect.poll(() => cache.listShown()).toMatchObject([{ isLoading: false, error: undefined }]);
  watcher.mockClear();
  leave();
  expect(watcher).toHaveBeenCalledTimes(1);
  expect(cache.listShown()).toEqual([]);
  stopWatching();
  cache.subscribe(question, () => {});
  expect(watcher).toHaveBeenCalledTimes(1);
});

test.each([
  ["forbidden", undefined],
  ["network", "network"],
] as const)("of an optional answer, the error %s is listed as %s", async (code, listed) => {
  const cache = new AnswerCache();
  const load = () => Promise.reject(new StatisticsError(code, ""));
  const question = { ...createQuestion(load), isOptional: true };
  cache.subscribe(question, () => {});
  await cache.ask(question, false);
  expect(cache.listShown().map(({ error }) => error?.code)).toEqual([listed]);
});
