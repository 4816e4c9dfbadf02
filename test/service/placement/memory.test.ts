// @long Fills memory with large catalogues.
/** Memory of a long-running service: replaced catalogues are freed, caches are bounded. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { endWithTests } from "../../../e2e/support/children.ts";
import type { Catalogue } from "../../../src/service/catalogue/catalogue.ts";
import { CurrentCatalogue } from "../../../src/service/catalogue/currentCatalogue.ts";
import { type Caller, Placement } from "../../../src/service/placement/placement.ts";
import { Visitors } from "../../../src/service/placement/visitor.ts";
import { aCampaign, aCatalogue } from "../support/catalogue.ts";
import { createPlacementParts } from "../support/placementParts.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const LIFE = 60_000;
const CALLER: Caller = {
  address: "192.0.2.1",
  isBrowser: true,
  userAgent: undefined,
  language: undefined,
  optsOut: false,
  origin: "https://ads.example",
};

/** Creates the placement parts of a service and records the addresses looked up. */
function createParts(catalogue: Catalogue) {
  const located: string[] = [];
  const placement = new Placement(
    {
      ...createPlacementParts(LIFE),
      random: Math.random,
      locate: (address) => {
        located.push(address);
        return { country: "GBR", subdivision: "GB-SCT" };
      },
    },
    catalogue,
    0,
  );
  const current = new CurrentCatalogue(catalogue, LIFE);
  const replace = async (next: Catalogue, now: number) => {
    current.replace(next, now);
    (await placement.prepare(next))(now);
  };
  const place = (ip: string) => placement.place({ user: { ip }, zones: [{ id: 1 }] }, CALLER, 0);
  return { located, current, replace, place };
}

const createCatalogue = (id: number) => aCatalogue({ campaigns: [aCampaign({ id })] });

test("replaced catalogues are freed except for campaigns with valid tracking URLs", async () => {
  const references: WeakRef<object>[] = [];
  // In a function of its own, so that no local variable keeps the objects alive.
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
    await replace(create(id), id * 1000);
  }
  place("192.0.2.1");
  expect(current.findCampaign(2)?.id).toBe(2);
  await replace(createCatalogue(6), 5000 + LIFE);
  await expect
    .poll(() => {
      collectGarbage();
      return references.map((reference) => reference.deref() !== undefined);
    })
    .toEqual([...Array(14).fill(false), true]);
  expect(current.findCampaign(2)).toBe(undefined);
  expect(current.findCampaign(5)?.id).toBe(5);
});

test("a visitor's location is looked up once for each catalogue", async () => {
  const { located, replace, place } = createParts(createCatalogue(1));
  for (let times = 0; times < 3; times++) place("192.0.2.1");
  expect(located).toEqual(["192.0.2.1"]);
  await replace(createCatalogue(2), 0);
  place("192.0.2.1");
  expect(located).toEqual(["192.0.2.1", "192.0.2.1"]);
});

test("the latest 20,000 visitors are cached", () => {
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

test("6,000 requests with 62 KB of text each fit into a heap of 64 MB", async () => {
  const program = join(import.meta.dirname, "heapFixture.ts");
  const args = ["--max-old-space-size=64", "--import", "tsx", program];
  const child = endWithTests(spawn(process.execPath, args, { stdio: "ignore" }));
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
});
