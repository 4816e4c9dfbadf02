/** Long work yields to requests after each slice, and checks the clock every few entries. */
import { expect, test } from "vitest";
import {
  type Catalogue,
  changeCatalogue,
  parseCatalogueSliced,
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
} from "../../../src/service/runtime/slices.ts";
import { aCampaign, aCatalogue } from "../support/catalogue.ts";

test("work yields only at the end of each time slice", async () => {
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

/** Number of zones and of campaigns. */
const ENTRIES = 4 * ENTRIES_PER_STEP;

/** Creates a catalogue whose zones and campaigns report when one of their fields is read. */
function createWatched(onLook: (entry: string) => void) {
  const ids = Array.from({ length: ENTRIES }, (_, at) => at + 1);
  const campaigns = ids.map((id) =>
    aCampaign({ id, keywords: [`word ${id}`], targeting: { countries: ["DEU"] } }),
  );
  const zones = ids.map((id) => ({ id, site: 1, name: `Zone ${id}`, size: "300x250" }));
  const watch = <T extends { id: number }>(list: string, entry: T): T =>
    new Proxy(entry, {
      get: (target, field) => {
        // Reading the id does not count, since finding an entry by id is cheap.
        if (field !== "id") onLook(`${list} ${target.id}`);
        return Reflect.get(target, field);
      },
    });
  const { data } = aCatalogue({ campaigns, zones });
  // The schema copies its input, so the catalogue's copies are watched.
  const watched = runAtOnce(parseCatalogueSliced(data));
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
  ["the check of a catalogue", ({ data }) => parseCatalogueSliced(data)],
  // A changed network of an account requires all entries to be checked.
  ["the check of a change", (catalogue) => changeCatalogue(catalogue, putInNetwork(catalogue), [])],
  ["a copy of owners for imports", (catalogue) => sendTables(createOwnerTables(catalogue), () => {})],
])("%s reads a bounded number of entries per step", (_what, start) => {
  const seen = new Set<string>();
  let most = 0;
  const work = start(createWatched((entry) => seen.add(entry)));
  seen.clear();
  let steps = 0;
  for (; !work.next().done; steps++) {
    most = Math.max(most, seen.size);
    seen.clear();
  }
  // One step can contain the last entries of one loop and the first of the next.
  expect(most).toBeLessThanOrEqual(2 * ENTRIES_PER_STEP);
  expect(steps).toBeGreaterThanOrEqual(ENTRIES / ENTRIES_PER_STEP);
});
