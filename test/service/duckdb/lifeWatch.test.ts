import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LifeWatch } from "../../../src/service/duckdb/lifeWatch.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function watch(silentMs: number) {
  const [ping, onSilent] = [vi.fn(), vi.fn()];
  return { ping, onSilent, life: new LifeWatch({ silentMs, ping, onSilent }) };
}

test("a process that answers is pinged once a second and not reported as silent", () => {
  const { ping, onSilent, life } = watch(3000);
  ping.mockImplementation(() => life.hear());
  vi.advanceTimersByTime(60_000);
  expect(ping).toHaveBeenCalledTimes(60);
  expect(onSilent).not.toHaveBeenCalled();
  life.end();
  vi.advanceTimersByTime(60_000);
  expect(ping).toHaveBeenCalledTimes(60);
});

test("a process that stays silent beyond the limit is reported once, after a single ping", () => {
  const { ping, onSilent, life } = watch(3000);
  life.hear();
  vi.advanceTimersByTime(3000);
  expect([ping.mock.calls.length, onSilent.mock.calls.length]).toEqual([1, 0]);
  vi.advanceTimersByTime(1000);
  expect(onSilent).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(onSilent).toHaveBeenCalledOnce();
});

test("a process that sends other messages is not reported as silent", () => {
  const { onSilent, life } = watch(3000);
  for (let second = 0; second < 60; second++) {
    vi.advanceTimersByTime(1000);
    life.hear();
  }
  expect(onSilent).not.toHaveBeenCalled();
  life.end();
});

test("a process that stays silent from its start is reported after 30 s or a longer limit", () => {
  for (const [silentMs, startMs] of [
    [1000, 30_000],
    [60_000, 60_000],
  ] as const) {
    const { onSilent } = watch(silentMs);
    vi.advanceTimersByTime(startMs);
    expect(onSilent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(onSilent).toHaveBeenCalledOnce();
  }
});
