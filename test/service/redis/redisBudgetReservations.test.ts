import { expect, test } from "vitest";
import { PAGE_NUMBERS } from "../../../src/service/journal/localDeduplication.ts";
import { BudgetReservations } from "../../../src/service/redis/redisBudgetReservations.ts";

const EPOCH = 3;
const LATER = 60_000;
const LEASE = {};
const decision = (number: number, epoch = EPOCH) => ({ epoch, number });
const reservation = (number: number) => ({
  campaign: 7,
  amount: 2_000_000n,
  day: { number: 20_000 },
  madeAt: 1000 + number,
  lease: LEASE,
});

/**
 * Creates reservations with a stubbed script that returns all numbers. `calls` lists the scripts with the numbers of each
 * call. `fail`: error of the next call.
 */
function createReservations({ reservationLife = 0, fail }: { reservationLife?: number; fail?: Error } = {}) {
  const calls: unknown[][] = [];
  let error = fail;
  const run = async (name: string, _keys: readonly string[], [, , ...numbers]: readonly unknown[]) => {
    const thrown = error;
    error = undefined;
    if (thrown) throw thrown;
    calls.push([name, ...numbers]);
    return numbers as number[];
  };
  const redis = { run, runOnReturn: run };
  const reservations = new BudgetReservations({ redis, epoch: EPOCH, reservationLife, trackingLife: 0 });
  return { reservations, calls };
}

test("a reservation is released once and only with its own epoch", () => {
  const { reservations } = createReservations();
  reservations.add(decision(1), reservation(1));
  expect(reservations.release(decision(1, EPOCH + 1))).toBe(undefined);
  expect(reservations.release(decision(1))).toEqual(reservation(1));
  expect(reservations.find(decision(1))).toBe(undefined);
  expect(reservations.release(decision(1))).toBe(undefined);
});

test("reservations lapse by the monotonic clock, in steps of ten seconds", async () => {
  const { reservations, calls } = createReservations({ reservationLife: 50_000 });
  reservations.add(decision(1), { ...reservation(1), madeAt: 9999 });
  reservations.add(decision(2), { ...reservation(2), madeAt: 10_000 });
  await reservations.close(59_999);
  expect(calls).toEqual([]);
  await reservations.close(60_000);
  expect(calls).toEqual([["closeBudgetReservations", 1]]);
  expect(reservations.find(decision(2))).toBeDefined();
  expect(reservations.longestLife).toBe(60_000);
});

test("lapsed reservations are closed in ascending order, page by page", async () => {
  const { reservations, calls } = createReservations();
  for (const number of [5, PAGE_NUMBERS + 2, 3, PAGE_NUMBERS + 1])
    reservations.add(decision(number), reservation(0));
  await reservations.close(LATER);
  expect(calls).toEqual([
    ["closeBudgetReservations", 3, 5],
    ["closeBudgetReservations", PAGE_NUMBERS + 1, PAGE_NUMBERS + 2],
  ]);
});

test("a reservation released while its closing is pending is not returned again", async () => {
  const { reservations } = createReservations();
  for (const number of [1, 2]) reservations.add(decision(number), reservation(number));
  const closing = reservations.close(LATER);
  expect(reservations.release(decision(1))).toEqual(reservation(1));
  expect(await closing).toEqual([reservation(2)]);
});

test("a closing without an answer leaves the reservations open", async () => {
  const { reservations } = createReservations({ fail: new Error("no answer") });
  reservations.add(decision(1), reservation(1));
  await expect(reservations.close(LATER)).rejects.toThrow("no answer");
  expect(reservations.find(decision(1))).toBeDefined();
  expect(await reservations.close(LATER)).toEqual([reservation(1)]);
});

test("freed reservations of other nodes are reported once, again after a failure", async () => {
  const { reservations, calls } = createReservations({ fail: new Error("no answer") });
  reservations.free(decision(4, 8), { campaign: 7, amount: 3n });
  reservations.free(decision(4, 9), { campaign: 7, amount: 5n });
  await expect(reservations.reportFreed(true)).rejects.toThrow("no answer");
  calls.length = 0;
  const returned = await reservations.reportFreed(false);
  expect(returned.map(({ epoch, amount }) => [epoch, amount])).toEqual([
    [8, 3n],
    [9, 5n],
  ]);
  expect(calls).toEqual([
    ["freeBudgetReservations", 4],
    ["freeBudgetReservations", 4],
  ]);
  expect(await reservations.reportFreed(false)).toEqual([]);
});
