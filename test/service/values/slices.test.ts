/** Long work gives way to requests after each slice, and handles few entries between two looks at the clock. */
import { expect, test } from "vitest";
import {
  type Catalogue,
  changeCatalogue,
  readCatalogueSliced,
} from "../../../src/service/catalogue/catalogue.ts";
import type { Put } from "../../../src/service/catalogue/document.ts";
import { createOwnerTables } from "../../../src/service/import/ownerTables.ts";
import { sendTables } from "../../../src/service/import/sendTables.ts";
import { indexInSlices } from "../../../src/service/placement/campaignIndex.ts";
import {
  ENTRIES_PER_STEP,
  forEachSliced,
  runAtOnce,
  runInSlices,
  SLICE_MS,
  type Sliced,
} from "../../../src/service/values/slices.ts";
import { aCampaign, aCatalogue } from "../support/catalogue.ts";

test("work yields when a slice is over, and not before", async () => {
  let now = 0;
  let turns = 0;
  const work = forEachSliced(Array(10 * ENTRIES_PER_STEP).fill(0), (_, at) => {
    // Each step takes half a slice.
    if (at % ENTRIES_PER_STEP === 0) now += SLICE_MS / 2;
  });
  const giveWay = async () => {
    turns += 1;
  };
  await runInSlices(work, { elapsed: () => now, giveWay });
  expect(turns).toBe(5);
});

/** Zones, and as many campaigns. */
const ENTRIES = 4 * ENTRIES_PER_STEP;

/** A catalogue whose zones and campaigns report when they are looked at. */
function createWatched(onLook: (entry: string) => void) {
  const ids = Array.from({ length: ENTRIES }, (_, at) => at + 1);
  const campaigns = ids.map((id) =>
    aCampaign({ id, keywords: [`word ${id}`], targeting: { countries: ["DEU"] } }),
  );
  const zones = ids.map((id) => ({ id, site: 1, name: `Zone ${id}`, size: "300x250" }));
  const watch = <T extends { id: number }>(list: string, entry: T): T =>
    new Proxy(entry, {
      get: (target, field) => {
        // Finding an entry by its id is cheap.
        if (field !== "id") onLook(`${list} ${target.id}`);
        return Reflect.get(target, field);
      },
    });
  const { data } = aCatalogue({ campaigns, zones });
  // The schema makes new objects: those of the catalogue are watched.
  const watched = runAtOnce(readCatalogueSliced(data));
  for (const list of ["zones", "campaigns"] as const)
    for (const [at, entry] of watched.data[list].entries())
      Reflect.set(watched.data[list], at, watch(list, entry));
  const byId = <T extends { id: number }>(entries: readonly T[]) =>
    new Map(entries.map((one) => [one.id, one]));
  return { ...watched, zones: byId(watched.data.zones), campaigns: byId(watched.data.campaigns) };
}

/** Puts all accounts into a new network. */
function putInNetwork({ data }: Catalogue): Put[] {
  const network = { id: 9, name: "Network", role: "network" };
  const members = data.accounts.map((account) => ({ ...account, network: network.id }));
  return [network, ...members].map((entry) => ({ list: "accounts", entry }));
}

test.each<[string, (catalogue: Catalogue) => Sliced<unknown>]>([
  ["the index of a catalogue", (catalogue) => indexInSlices(catalogue)],
  ["the check of a catalogue", ({ data }) => readCatalogueSliced(data)],
  // Others rely on the network of an account, so all are checked.
  ["the check of a change", (catalogue) => changeCatalogue(catalogue, putInNetwork(catalogue), [])],
  ["a copy of owners for imports", (catalogue) => sendTables(createOwnerTables(catalogue), () => {})],
])("%s looks at a bounded number of entries at a time", (_what, start) => {
  const seen = new Set<string>();
  let most = 0;
  const work = start(createWatched((entry) => seen.add(entry)));
  seen.clear();
  let steps = 0;
  for (; !work.next().done; steps++) {
    most = Math.max(most, seen.size);
    seen.clear();
  }
  // The last entries of one loop and the first of the next can be in one step.
  expect(most).toBeLessThanOrEqual(2 * ENTRIES_PER_STEP);
  expect(steps).toBeGreaterThanOrEqual(ENTRIES / ENTRIES_PER_STEP);
});
