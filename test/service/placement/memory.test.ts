/** A service that runs for a year: what was replaced is freed, what is remembered is bounded. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { Catalogue } from "../../../src/service/catalogue/catalogue.ts";
import { CurrentCatalogue } from "../../../src/service/catalogue/currentCatalogue.ts";
import { LocalBudgets } from "../../../src/service/delivery/localBudgets.ts";
import { LocalFrequencyCaps } from "../../../src/service/delivery/localFrequency.ts";
import { type Caller, Placement } from "../../../src/service/placement/placement.ts";
import { Visitors } from "../../../src/service/placement/visitor.ts";
import { createTokens } from "../../../src/service/signing/token.ts";
import { aCampaign, aCatalogue } from "../support/catalogue.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const LIFE = 60_000;
const CALLER: Caller = {
  ...{ address: "192.0.2.1", isBrowser: true, userAgent: undefined, language: undefined },
  ...{ optsOut: false, origin: "https://ads.example" },
};

/** The deciding parts as the service has them, and what they asked the source of places. */
function createParts(catalogue: Catalogue) {
  const located: string[] = [];
  const placement = new Placement(
    {
      ...{
        epoch: 1,
        budgets: new LocalBudgets(LIFE),
        frequencyCaps: new LocalFrequencyCaps(),
        random: Math.random,
      },
      tokens: createTokens(Buffer.alloc(32), LIFE),
      locate: (address) => {
        located.push(address);
        return { country: "GBR", subdivision: "GB-SCT" };
      },
    },
    catalogue,
    0,
  );
  const current = new CurrentCatalogue(catalogue, LIFE);
  const replace = (next: Catalogue, now: number) => {
    current.replace(next, now);
    placement.setCatalogue(next, now);
  };
  const place = (ip: string) => placement.place({ user: { ip }, zones: [{ id: 1 }] }, CALLER, 0);
  return { located, current, replace, place };
}

const createCatalogue = (id: number) => aCatalogue({ campaigns: [aCampaign({ id })] });

test("catalogues that were replaced, and what was made of them, are freed when their addresses have ended", async () => {
  const references: WeakRef<object>[] = [];
  // Where nothing of this test holds them.
  const create = (id: number) => {
    const created = createCatalogue(id);
    const [campaign] = created.data.campaigns;
    if (!campaign) throw new Error("No campaign.");
    references.push(new WeakRef(created.data), new WeakRef(created.campaigns), new WeakRef(campaign));
    return created;
  };
  const { current, replace, place } = createParts(create(1));
  for (let id = 2; id <= 5; id++) {
    place("192.0.2.1");
    replace(create(id), id * 1000);
  }
  place("192.0.2.1");
  expect(current.findCampaign(2)?.id).toBe(2);
  replace(createCatalogue(6), 5000 + LIFE);
  await expect
    .poll(() => {
      collectGarbage();
      return references.map((reference) => reference.deref() !== undefined);
    })
    .toEqual([...Array(12).fill(false), true, true, true]);
  expect(current.findCampaign(2)).toBe(undefined);
  expect(current.findCampaign(5)?.id).toBe(5);
});

test("visitors are looked up once, and again under a new catalogue, whose regions may have other ids", () => {
  const { located, replace, place } = createParts(createCatalogue(1));
  for (let times = 0; times < 3; times++) place("192.0.2.1");
  expect(located).toEqual(["192.0.2.1"]);
  replace(createCatalogue(2), 0);
  place("192.0.2.1");
  expect(located).toEqual(["192.0.2.1", "192.0.2.1"]);
});

test("at most 20,000 visitors are remembered, the latest", () => {
  const located: string[] = [];
  const visitors = new Visitors((address) => {
    located.push(address);
    return {};
  }, new Map());
  const find = (address: number) =>
    visitors.find({ address: String(address), userAgent: "", language: undefined, hasConsent: true });
  for (let address = 0; address <= 20_000; address++) find(address);
  find(20_000);
  expect(located).toHaveLength(20_001);
  find(0);
  expect(located).toHaveLength(20_002);
});
