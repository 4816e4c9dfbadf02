// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "../../../src/dashboard/app/answers.ts";
import {
  LIVE_ENTRIES,
  LIVE_REPORTS,
  useLive,
  useNow,
  useOnline,
  useRecovery,
} from "../../../src/dashboard/app/live.ts";
import { createStatistics, StatisticsError } from "../../../src/statistics/index.ts";
import { useRoot } from "../useRoot.ts";

const MINUTE_MS = 60_000;
const { show: showContent, call: use, leave } = useRoot();
const ask = vi.fn();
const client = createStatistics({ baseUrl: "http://localhost/", session: { token: "", expiresAt: 0 } });
let remaining: number;

beforeEach(() => {
  vi.useFakeTimers();
  remaining = 100;
  vi.spyOn(client, "limit").mockImplementation(() => ({ limit: 100, remaining, resetAt: 0 }));
});
afterEach(() => {
  leave();
  ask.mockReset();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function createAnswer(error?: StatisticsError): Answer<unknown> {
  return { shown: undefined, isStale: false, isLoading: false, answeredAt: 0, awaited: 0, error, ask };
}

function setHidden(isHidden: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  document.dispatchEvent(new Event("visibilitychange"));
}

test("live numbers are refreshed every 10 s except in a hidden tab", () => {
  use(() => useLive(client, [createAnswer()], LIVE_REPORTS));
  vi.advanceTimersByTime(MINUTE_MS);
  expect(ask).toHaveBeenCalledTimes(6);
  setHidden(true);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(ask).toHaveBeenCalledTimes(6);
  setHidden(false);
  expect(ask).toHaveBeenCalledTimes(7);
});

test("live numbers are not refreshed when less than 40 % of the rate limit is left", () => {
  use(() => useLive(client, [createAnswer()], LIVE_REPORTS));
  remaining = 39;
  vi.advanceTimersByTime(MINUTE_MS);
  expect(ask).not.toHaveBeenCalled();
});

test("entries are refreshed once they are a minute old, and on return once they are 15 s old", () => {
  const answer = { ...createAnswer(), answeredAt: Date.now() };
  use(() => useLive(client, [answer], LIVE_ENTRIES));
  vi.advanceTimersByTime(MINUTE_MS - 1);
  dispatchEvent(new Event("focus"));
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(ask).toHaveBeenCalledTimes(2);
  answer.answeredAt = Date.now();
  vi.advanceTimersByTime(14_999);
  dispatchEvent(new Event("focus"));
  document.dispatchEvent(new Event("visibilitychange"));
  expect(ask).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(ask).toHaveBeenCalledTimes(3);
  expect(ask).toHaveBeenLastCalledWith({ isQuiet: true });
});

test("entries are refreshed within the limit of all requests, reports within their own", () => {
  const limit = vi.spyOn(client, "limit");
  use(() => useLive(client, [], LIVE_ENTRIES));
  vi.advanceTimersByTime(10_000);
  expect(limit).toHaveBeenLastCalledWith("overall");
  use(() => useLive(client, [], LIVE_REPORTS));
  vi.advanceTimersByTime(10_000);
  expect(limit).toHaveBeenLastCalledWith("statistics");
});

test("live refreshes stop when the user leaves the page", () => {
  use(() => useLive(client, [createAnswer()], LIVE_REPORTS));
  leave();
  expect(vi.getTimerCount()).toBe(0);
  document.dispatchEvent(new Event("visibilitychange"));
  dispatchEvent(new Event("focus"));
  expect(ask).not.toHaveBeenCalled();
});

const OFFLINE = new StatisticsError("network", "No connection.");

test("a failed report is requested again after a pause, and at once when the connection is back", () => {
  use(() => useRecovery([createAnswer(OFFLINE)]));
  vi.advanceTimersByTime(MINUTE_MS);
  expect(ask).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event("online"));
  expect(ask).toHaveBeenCalledTimes(2);
});

test("of several failed reports, the first is retried with growing pauses; the others follow when it succeeds", () => {
  const asks = [vi.fn(), vi.fn()];
  const Probe = ({ answers }: { answers: Answer<unknown>[] }) => {
    useRecovery(answers.map((answer, at) => ({ ...answer, ask: asks[at] ?? ask })));
    return null;
  };
  const show = (...answers: Answer<unknown>[]) => showContent(h(Probe, { answers }));
  const calls = () => asks.map(({ mock }) => mock.calls.length);
  const failed = createAnswer(OFFLINE);
  const advance = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
  show(failed, failed);
  advance(2_999);
  expect(calls()).toEqual([0, 0]);
  advance(1);
  expect(calls()).toEqual([1, 0]);
  show({ ...createAnswer(), isLoading: true }, failed);
  show(failed, failed);
  advance(5_999);
  expect(calls()).toEqual([1, 0]);
  advance(1);
  expect(calls()).toEqual([2, 0]);
  show(createAnswer(), failed);
  expect(calls()).toEqual([2, 1]);
});

test("the first failure after loaded answers is retried after a pause", () => {
  const Probe = ({ answers }: { answers: Answer<unknown>[] }) => {
    useRecovery(answers);
    return null;
  };
  const show = (...answers: Answer<unknown>[]) => showContent(h(Probe, { answers }));
  show();
  show(createAnswer(), createAnswer());
  show(createAnswer(), createAnswer(OFFLINE));
  expect(ask).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(3_000));
  expect(ask).toHaveBeenCalledTimes(1);
});

test("the only failed answer is retried with growing pauses, although its error is gone during a retry", () => {
  const Probe = ({ answer }: { answer: Answer<unknown> }) => {
    useRecovery([answer]);
    return null;
  };
  const show = (answer: Answer<unknown>) => showContent(h(Probe, { answer }));
  const failAgain = () => {
    show({ ...createAnswer(), isLoading: true });
    show(createAnswer(OFFLINE));
  };
  show(createAnswer(OFFLINE));
  for (const [at, pause] of [3_000, 6_000, 12_000].entries()) {
    act(() => void vi.advanceTimersByTime(pause - 1));
    expect(ask).toHaveBeenCalledTimes(at);
    act(() => void vi.advanceTimersByTime(1));
    expect(ask).toHaveBeenCalledTimes(at + 1);
    failAgain();
  }
});

test("retries of failed reports stop when the user leaves the page", () => {
  use(() => useRecovery([createAnswer(OFFLINE)]));
  leave();
  expect(vi.getTimerCount()).toBe(0);
  dispatchEvent(new Event("online"));
  expect(ask).not.toHaveBeenCalled();
});

test("useOnline follows the connection state until its component unmounts", () => {
  const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  const shown: boolean[] = [];
  use(() => shown.push(useOnline()));
  const change = (value: boolean) =>
    act(() => {
      isOnline.mockReturnValue(value);
      dispatchEvent(new Event(value ? "online" : "offline"));
    });
  change(false);
  change(true);
  expect(shown).toEqual([true, false, true]);
  leave();
  isOnline.mockClear();
  for (const type of ["online", "offline"]) dispatchEvent(new Event(type));
  expect(isOnline).not.toHaveBeenCalled();
});

test("useNow advances at each full minute until its component unmounts", () => {
  vi.setSystemTime(Date.parse("2026-11-20T23:59:30Z"));
  let now = 0;
  use(() => {
    now = useNow();
  });
  act(() => void vi.advanceTimersByTime(30_000));
  expect(new Date(now).toISOString()).toBe("2026-11-21T00:00:00.000Z");
  act(() => void vi.advanceTimersByTime(MINUTE_MS));
  expect(new Date(now).toISOString()).toBe("2026-11-21T00:01:00.000Z");
  leave();
  expect(vi.getTimerCount()).toBe(0);
});
