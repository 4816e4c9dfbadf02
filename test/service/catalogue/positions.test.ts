/** Compares finding entries by id in lists with shared positions with linear searches. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { findById, findPosition, replaceEntries } from "../../../src/service/catalogue/entryList.ts";
import { Positions } from "../../../src/service/catalogue/positions.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";

const IDS = Array.from({ length: 12 }, (_, id) => id);

interface Holder {
  holds: number[];
}

test("entries are found by id in every list, even after changes of lists with shared positions", () => {
  const change = fc.record({ of: fc.nat(), ids: fc.array(fc.constantFrom(...IDS), { maxLength: 3 }) });
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...IDS)), fc.array(change), (ids, changes) => {
      const lists: { id: number }[][] = [ids.map((id) => ({ id }))];
      for (const { of, ids } of changes) {
        const before = lists[of % lists.length] ?? [];
        const { after, changed } = replaceEntries(
          before,
          ids.map((id) => ({ id })),
        );
        const kept = before.filter((_, at) => !changed.includes(at));
        expect(after.filter((_, at) => !changed.includes(at))).toEqual(kept);
        expect(changed.map((at) => after[at]?.id)).toEqual([...new Set(ids)]);
        lists.push(after);
        for (const list of lists)
          for (const id of IDS) {
            const at = list.findIndex((entry) => entry.id === id);
            expect(findPosition(list, id)).toBe(at < 0 ? undefined : at);
            expect(findById(list, id)).toBe(list[at]);
          }
      }
    }),
  );
});

test("of several new entries with one id the last replaces the existing entry", () => {
  const { after } = replaceEntries(
    [{ id: 1, name: "One" }],
    [
      { id: 1, name: "Two" },
      { id: 1, name: "Three" },
    ],
  );
  expect(after).toEqual([{ id: 1, name: "Three" }]);
});

/** Creates positions of the ids in entries and counts the entries read. */
function createPositions() {
  const counted = { reads: 0 };
  const positions = new Positions<Holder>(({ holds }) => {
    counted.reads += 1;
    return holds;
  });
  return { positions, counted };
}

test("an id that moves to another entry is found in both lists", () => {
  const { positions } = createPositions();
  const before: Holder[] = [{ holds: [1, 2] }, { holds: [3] }];
  const after: Holder[] = [{ holds: [2] }, { holds: [3, 1] }];
  expect(positions.locate(before, 1)).toBe(0);
  positions.share(before, after, [0, 1]);
  expect([before, after].map((list) => positions.locate(list, 1))).toEqual([0, 1]);
});

test("a change reads only changed entries, and removed ids are discarded by occasional rereading", () => {
  const { positions, counted } = createPositions();
  let list: Holder[] = Array.from({ length: 100 }, (_, at) => ({ holds: [at] }));
  runAtOnce(positions.read(list));
  expect(counted.reads).toBe(100);
  let readAgain = 0;
  for (let id = 100; id < 5100; id++) {
    const after = list.with(0, { holds: [id] });
    positions.share(list, after, [0]);
    counted.reads = 0;
    expect(positions.locate(after, id)).toBe(0);
    if (counted.reads > 0) readAgain += 1;
    list = after;
  }
  // All entries are read again about once per thousand ids.
  expect(readAgain).toBeGreaterThan(1);
  expect(readAgain).toBeLessThan(10);
});
