/** Pages of keys. `contracts/deduplication.test.ts` tests that events count once. */
import { expect, test } from "vitest";
import type { DeduplicationKey, Keys, WriteNew } from "../../../src/service/facts/eventStore.ts";
import { Deduplication, PAGE_NUMBERS } from "../../../src/service/journal/localDeduplication.ts";
import { defer } from "../../support/defer.ts";

const DECIDED = 1_790_000_000_000;
const writeAll: WriteNew = async (fresh) => fresh;

function makeKey(number: number, more: Partial<DeduplicationKey> = {}): DeduplicationKey {
  return { epoch: 1, number, kind: "impression", decidedAt: DECIDED, ...more };
}

const KEYS = [0, 1, 7, 8, PAGE_NUMBERS - 1, PAGE_NUMBERS, 3 * PAGE_NUMBERS + 9].map((number) =>
  makeKey(number),
);

test("a key is known only if it was added with the same number, kind and epoch", () => {
  const deduplication = new Deduplication(() => 0);
  for (const key of KEYS) deduplication.add(key);
  expect(KEYS.filter((key) => !deduplication.has(key))).toEqual([]);
  const others = [2, 6, 9, PAGE_NUMBERS - 2, PAGE_NUMBERS + 1, 2 * PAGE_NUMBERS].map((at) => makeKey(at));
  others.push(makeKey(0, { kind: "click" }), makeKey(0, { epoch: 2 }));
  expect(others.filter((key) => deduplication.has(key))).toEqual([]);
});

test("adding listed pages to another deduplication makes it know the same keys", () => {
  const deduplication = new Deduplication(() => 0);
  const keys = [...KEYS, makeKey(3, { kind: "click" }), makeKey(5, { epoch: 12 })];
  for (const key of keys) deduplication.add(key);
  const pages = [...deduplication.listPages()];
  expect(pages.map(({ epoch, page, kind, bits }) => [epoch, page, kind, bits.length])).toEqual([
    [1, 0, "impression", 512],
    [1, 0, "click", 512],
    [1, 1, "impression", 512],
    [1, 3, "impression", 512],
    [12, 0, "impression", 512],
  ]);
  const other = new Deduplication(() => 0);
  other.add(makeKey(2));
  for (const { epoch, page, kind, bits } of pages)
    other.addPage(epoch, page, kind, bits, { countedAt: 0, decidedAt: DECIDED });
  expect([...keys, makeKey(2)].filter((key) => !other.has(key))).toEqual([]);
  expect([makeKey(4), makeKey(3), makeKey(5, { epoch: 11 })].filter((key) => other.has(key))).toEqual([]);
});

test.each([
  ["counted and decided earlier", { countedAt: 101, decidedAt: DECIDED + 1 }, false],
  ["counted at that moment", { countedAt: 100, decidedAt: DECIDED + 1 }, true],
  ["decided at that moment", { countedAt: 101, decidedAt: DECIDED }, true],
])("whether a page whose newest key was %s is kept: %j, %s", (_, before, isKept) => {
  let runningTime = 100;
  const deduplication = new Deduplication(() => runningTime);
  deduplication.add(makeKey(1));
  // A key counted and decided earlier does not change the page's age.
  runningTime = 50;
  deduplication.add(makeKey(2, { decidedAt: DECIDED - 1 }));
  deduplication.dropBefore(before);
  expect([1, 2].map((number) => deduplication.has(makeKey(number)))).toEqual([isKept, isKept]);
});

test("a key counted later renews the age of its page", () => {
  let runningTime = 50;
  const deduplication = new Deduplication(() => runningTime);
  deduplication.add(makeKey(1, { decidedAt: DECIDED - 1 }));
  runningTime = 100;
  deduplication.add(makeKey(2));
  deduplication.dropBefore({ countedAt: 100, decidedAt: DECIDED + 1 });
  deduplication.dropBefore({ countedAt: 101, decidedAt: DECIDED });
  expect(deduplication.has(makeKey(1))).toBe(true);
});

test("an event that waits for a write of the same key is repeated once the write succeeds", async () => {
  const deduplication = new Deduplication(() => 0);
  const [impression, click] = [makeKey(1), makeKey(1, { kind: "click" })];
  const writes: Keys[] = [];
  const append = (keys: Keys) =>
    deduplication.writeOnce(keys, async (fresh) => {
      writes.push(fresh);
      return fresh;
    });
  const both = [impression, click];
  const results = await Promise.all([append([impression]), append(both), append(both)]);
  expect(results).toEqual([[impression], [click], []]);
  expect(writes).toEqual([[impression], [click]]);
});

test("an event waits for a write of the same key but not for others, and is written if that write fails", async () => {
  const deduplication = new Deduplication(() => 0);
  const writing = defer<Keys>();
  const first = deduplication.writeOnce([makeKey(1)], () => writing.promise);
  const both = [makeKey(1, { kind: "click" }), makeKey(1)];
  const second = deduplication.writeOnce(both, async (fresh) => {
    expect(fresh).toEqual(both);
    return fresh;
  });
  expect(await deduplication.writeOnce([makeKey(2)], writeAll)).toEqual([makeKey(2)]);
  expect(deduplication.has(makeKey(1, { kind: "click" }))).toBe(false);
  writing.reject(new Error("disk full"));
  await expect(first).rejects.toThrow("disk full");
  expect(await second).toEqual(both);
});
