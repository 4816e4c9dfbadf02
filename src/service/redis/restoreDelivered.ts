/** Restores the deliveries of campaigns to a Redis that lost its data. */
import type { Account } from "../delivery/budgetRules.ts";
import type { Delivered } from "../facts/delivered.ts";
import { deriveKey } from "../signing/secret.ts";
import { toDayNumber } from "../values/day.ts";
import { hasMarks, renewMarks } from "./dataMark.ts";
import { createNames, SECRET } from "./names.ts";
import { replaceAccount } from "./redisBudgetAccounts.ts";
import type { RedisConnection } from "./redisConnection.ts";

/** Deliveries of a node. `day`: UTC day of "today", as days since 1970. */
interface DeliveredOnDay {
  day: number;
  campaigns: readonly Delivered[];
}

/**
 * Restores deliveries and resolves with the number of campaigns. Rejects with a one-line error when there is nothing to
 * restore.
 */
export async function restoreDelivered(
  redis: RedisConnection,
  nodes: readonly DeliveredOnDay[],
  now: number,
): Promise<number> {
  if (await hasMarks(redis)) throw new Error("Redis has not lost its data. Nothing was changed.");
  const secret = await redis.send(["GET", SECRET]);
  if (secret === null)
    throw new Error("No node has restored the shared secret to this Redis. Start a node first.");
  const names = createNames(deriveKey(Buffer.from(String(secret), "base64url"), "shared keys"));
  const sums = sumUp(nodes, toDayNumber(now));
  for (const [campaign, account] of sums) await replaceAccount(redis, names.budget(campaign), account, 1);
  await renewMarks(redis);
  return sums.size;
}

function sumUp(nodes: readonly DeliveredOnDay[], today: number): Map<number, Account> {
  const sums = new Map<number, Account>();
  for (const { day, campaigns } of nodes)
    for (const each of campaigns) {
      const own = toAccount(each, day);
      const sum = sums.get(each.campaign) ?? { ...EMPTY, day: today };
      sum.shownTotal += own.shownTotal;
      sum.costTotal += own.costTotal;
      if (day === today) {
        sum.shownToday += own.shownToday;
        sum.costToday += own.costToday;
      }
      sums.set(each.campaign, sum);
    }
  return sums;
}

const EMPTY = { shownToday: 0, shownTotal: 0, costToday: 0n, costTotal: 0n, reserved: 0, reservedCost: 0n };

/**
 * Converts deliveries to an account. Pending reservations count as delivered, because their impressions may still come.
 */
export function toAccount(delivered: Delivered, day: number): Account {
  const { costToday, costTotal, shownToday, shownTotal, pending, pendingCost } = delivered;
  return {
    day,
    costToday: costToday + pendingCost,
    costTotal: costTotal + pendingCost,
    shownToday: shownToday + pending,
    shownTotal: shownTotal + pending,
    reserved: 0,
    reservedCost: 0n,
  };
}
