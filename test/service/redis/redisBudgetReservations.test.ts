import { expect, test } from "vitest";
import { PAGE_NUMBERS } from "../../../src/service/journal/localDeduplication.ts";
import { BudgetReservations } from "../../../src/service/redis/redisBudgetReservations.ts";

const EPOCH = 3;
const decision = (number: number) => ({
  campaign: 7,
  epoch: EPOCH,
  number,
  decidedAt: 1000 + number,
  reserved: "",
});
const RESERVED = { campaign: 7, amount: 2_000_000n };

/** Creates reservations with a stubbed script that finds no impressions. `calls` lists the numbers of each call. */
function createReservations() {
  const calls: unknown[][] = [];
  const run = async (_name: string, _keys: readonly string[], [, , ...numbers]: readonly unknown[]) => {
    calls.push(numbers);
    return numbers as number[];
  };
  const reservations = new BudgetReservations({ redis: { run }, epoch: EPOCH, reservationLife: 0, life: 0 });
  return { reservations, calls };
}

test("a reservation is released once and only with its own epoch", () => {
  const { reservations } = createReservations();
  reservations.add(decision(1), { ...RESERVED, mark: "" });
  expect(reservations.release({ ...decision(1), epoch: EPOCH + 1 })).toBe(undefined);
  expect(reservations.has(decision(1))).toBe(true);
  expect(reservations.release(decision(1))).toEqual({ ...RESERVED, decidedAt: 1001 });
  expect(reservations.has(decision(1))).toBe(false);
  expect(reservations.release(decision(1))).toBe(undefined);
});

test("lapsed reservations are closed in ascending order, page by page", async () => {
  const { reservations, calls } = createReservations();
  for (const number of [5, PAGE_NUMBERS + 2, 3, PAGE_NUMBERS + 1])
    reservations.add(decision(number), { ...RESERVED, mark: "" });
  await reservations.close(60_000);
  expect(calls).toEqual([
    [3, 5],
    [PAGE_NUMBERS + 1, PAGE_NUMBERS + 2],
  ]);
});

test("a reservation released while its closing is pending is not returned again", async () => {
  const { reservations } = createReservations();
  reservations.add(decision(1), { ...RESERVED, mark: "" });
  reservations.add(decision(2), { ...RESERVED, mark: "" });
  const closing = reservations.close(60_000);
  expect(reservations.release(decision(1))).toEqual({ ...RESERVED, decidedAt: 1001 });
  expect(await closing).toEqual([{ ...RESERVED, decidedAt: 1002 }]);
});
