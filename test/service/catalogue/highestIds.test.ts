import { expect, test } from "vitest";
import { type HighestId, HighestIds } from "../../../src/service/catalogue/highestIds.ts";

function aStore(records: readonly HighestId[] = []) {
  const kept = new Map(records.map(({ id, highest }) => [id, highest]));
  const written: HighestId[] = [];
  let isFull = false;
  return {
    written,
    setFull: (full: boolean) => {
      isFull = full;
    },
    list: async () => [...kept].map(([id, highest]) => ({ id, highest })),
    add: async (record: HighestId) => {
      if (isFull) throw new Error("The disk is full.");
      kept.set(record.id, record.highest);
      written.push(record);
    },
  };
}

const putZone = (id: number) => [{ list: "zones", entry: { id } }];

const SITE = { id: "sites", highest: 9 };

test("the highest id of all stores is used and written to the stores that lack it", async () => {
  const [own, shared] = [aStore([{ id: "zones", highest: 9 }]), aStore([{ id: "zones", highest: 4 }, SITE])];
  const ids = await HighestIds.open([own, shared]);
  expect(["zones", "sites", "offers"].map((kind) => ids.getHighest(kind))).toEqual([9, 9, 0]);
  await ids.add([]);
  for (const store of [own, shared]) expect(await store.list()).toEqual([{ id: "zones", highest: 9 }, SITE]);
});

test("ids up to the known highest id are not written", async () => {
  const store = aStore([{ id: "zones", highest: 9 }]);
  const ids = await HighestIds.open([store]);
  await ids.add(putZone(9));
  await ids.add(putZone(10));
  await ids.add(putZone(10));
  expect(store.written).toEqual([{ id: "zones", highest: 10 }]);
});

test("the highest creative id is counted across all campaigns", async () => {
  const ids = await HighestIds.open([]);
  const campaigns = [
    { id: 1, variations: [{ id: 7 }] },
    { id: 2, variations: [{ id: 3 }] },
  ];
  await ids.add(campaigns.map((entry) => ({ list: "campaigns", entry })));
  expect([ids.getHighest("campaigns"), ids.getHighest("creatives")]).toEqual([2, 7]);
});

test("an id that could not be written is written by the next call", async () => {
  const store = aStore();
  const ids = await HighestIds.open([store]);
  store.setFull(true);
  await expect(ids.add(putZone(5))).rejects.toThrow("full");
  expect(ids.getHighest("zones")).toBe(5);
  store.setFull(false);
  await ids.add([]);
  expect(await store.list()).toEqual([{ id: "zones", highest: 5 }]);
});
