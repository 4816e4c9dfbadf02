/** Finds out whether an account has amounts, whose currency must not change. */
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import type { Condition } from "../facts/factsQuery.ts";
import { type Facts, sumFacts } from "../facts/sumFacts.ts";
import { DAY_MS } from "../values/day.ts";

interface CountedMoneyOptions {
  facts: Facts;
  catalogue: Catalogue;
  now: number;
  signal: AbortSignal;
}

/** Whether money was counted for an advertiser or a publisher. Sums of earlier months only have the campaign. */
export async function hasCountedMoney(
  { id, role }: Account,
  { facts, catalogue, now, signal }: CountedMoneyOptions,
): Promise<boolean> {
  if (role === "network") return false;
  const campaigns = catalogue.data.campaigns.flatMap((one) => (one.account === id ? [one.id] : []));
  const conditions: Condition[] = [{ value: { column: `${role}_id` }, within: [id] }];
  if (role === "advertiser") conditions.push({ value: { column: "campaign_id" }, within: campaigns });
  for (const condition of conditions) {
    const rows = await sumFacts(
      facts,
      {
        from: 0,
        until: now + DAY_MS,
        conditions: [condition],
        groups: [],
        counters: ["cost", "publisher_revenue"],
      },
      signal,
    );
    if (rows.flat().some((sum) => Number(sum) !== 0)) return true;
  }
  return false;
}
