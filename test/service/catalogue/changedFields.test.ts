/** Lines of changed fields have the same effect, and the same log, as the whole entries of earlier versions. */
import { appendFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createFinder,
  type Entry,
  type ListsOfEntries,
  listVariations,
  type Put,
  pickLists,
  putEntries,
} from "../../../src/service/catalogue/document.ts";
import {
  type ChangeAuthor,
  type Collection,
  createCollection,
  LiveCollection,
  openCollection,
} from "../../../src/service/catalogue/liveCollection.ts";
import { locateLiveCatalogue, nameSegment, replay } from "../../../src/service/catalogue/logFiles.ts";
import { type EntryPut, keepChange, type Position } from "../../../src/service/catalogue/logLine.ts";
import { recordPuts, restorePuts } from "../../../src/service/catalogue/recordPuts.ts";
import { type ChangeQuery, FolderChanges } from "../../../src/service/management/changeLog.ts";
import { mergePatch } from "../../../src/service/management/mergePatch.ts";
import type { Sliced } from "../../../src/service/runtime/slices.ts";
import { makeFolder } from "../../support/folder.ts";
import { anAuthor } from "../support/changes.ts";

const LISTS = ["campaigns", "sites"] as const;
type Lists = Readonly<Record<(typeof LISTS)[number], readonly Entry[]>>;

/** Accepts entries with any fields. */
const ANYTHING: Collection<Lists, Lists> = {
  what: "catalogue",
  folder: "catalogue",
  toDocument: (value) => pickLists(value, LISTS),
  // biome-ignore lint/correctness/useYield: the interface is sliced
  *read(document) {
    return document;
  },
  // biome-ignore lint/correctness/useYield: the interface is sliced
  *put(before, puts) {
    return putEntries(before, puts);
  },
  *check() {},
  findOwner: ({ entry }) => entry.id,
};

class AnyCollection extends LiveCollection<Lists, Lists> {
  static async open(data: string): Promise<AnyCollection> {
    const options = { data, segmentBytes: 2000 };
    return new AnyCollection(ANYTHING, await openCollection(ANYTHING, options), options);
  }
}

interface Step {
  list: (typeof LISTS)[number];
  id: number;
  patch: Record<string, unknown>;
  creative?: number | undefined;
}

const value = fc.oneof(
  fc.constantFrom(null, 0, 1, "", "a", true, [], {}),
  fc.array(fc.dictionary(fc.constantFrom("x", "y"), fc.integer(), { maxKeys: 2, noNullPrototype: true }), {
    maxLength: 2,
  }),
  fc.dictionary(
    fc.constantFrom("__proto__", "constructor", "x", "y", "1"),
    fc.oneof(
      fc.constantFrom(null, 0, "a"),
      fc.dictionary(fc.constantFrom("x", "y"), fc.constantFrom(null, 1, 2), { noNullPrototype: true }),
    ),
    { maxKeys: 3, noNullPrototype: true },
  ),
);
const step: fc.Arbitrary<Step> = fc.record({
  list: fc.constantFrom(...LISTS),
  id: fc.integer({ min: 1, max: 2 }),
  patch: fc.dictionary(fc.constantFrom("name", "targeting", "frequency", "__proto__", "b"), value, {
    maxKeys: 3,
  }),
  creative: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
});
/** Changes of one or more entries; the second value: whether the request has a key. */
const changes = fc.array(fc.tuple(fc.array(step, { minLength: 1, maxLength: 3 }), fc.boolean()), {
  maxLength: 12,
});

/** A campaign always has a list of creatives. */
const NEW = { campaigns: { variations: [] }, sites: {} };

/** Applies steps to a document as the interface does. */
function applySteps(document: Lists, steps: readonly Step[]): Put<keyof Lists>[] {
  let after = document;
  return steps.map(({ list, id, patch, creative }) => {
    const current = createFinder(after)(list, id);
    const put: Put<keyof Lists> =
      list === "campaigns" && creative !== undefined && current
        ? { list, creative, entry: patchCreative(current, creative, patch) }
        : { list, entry: { ...mergePatch(current ?? NEW[list], patch), id } };
    after = putEntries(after, [put]);
    return put;
  });
}

function patchCreative(campaign: Entry, id: number, patch: object): Entry {
  const variations = [...listVariations(campaign)];
  const at = variations.findIndex((one) => one.id === id);
  variations[at < 0 ? variations.length : at] = { ...mergePatch(variations[at], patch), id };
  return { ...campaign, variations };
}

/** Whole entries before and after each change, as format 1 has them. */
function recordEntries(document: ListsOfEntries, puts: readonly Put<string>[], isKeyed: boolean): EntryPut[] {
  let after = document;
  const all = puts.map(({ list, entry, creative }): EntryPut => {
    const before = createFinder(after)(list, entry.id);
    after = putEntries(after, [{ list, entry }]);
    return { list, id: entry.id, creative, owner: entry.id, before, entry };
  });
  const changed = all.filter(({ before, entry }) => !isDeepStrictEqual(before, entry));
  const [first] = all;
  return changed.length === 0 && isKeyed && first ? [{ ...first, before: first.entry }] : changed;
}

/** Writes changes as earlier versions did. */
class EarlierFolder {
  readonly data = makeFolder();
  #position: Position = { sequence: 0, digest: "" };

  async add(author: ChangeAuthor, put: EntryPut[]): Promise<void> {
    const { account, request, time } = author;
    const { sequence, digest } = this.#position;
    const line = keepChange({
      format: 1,
      sequence: sequence + 1,
      id: `${sequence}`,
      previous: digest,
      time: new Date(time).toISOString(),
      account,
      request,
      put,
    });
    await appendFile(nameSegment(locateLiveCatalogue(this.data), 1), `${line.text}\n`);
    this.#position = line;
  }
}

const EMPTY: Lists = { campaigns: [], sites: [] };
const toJson = (value: unknown) => JSON.parse(JSON.stringify(value));
const EVERYTHING = { isVisible: () => true, limit: 1000, offset: 0 };
const QUERIES: ChangeQuery[] = [
  EVERYTHING,
  { ...EVERYTHING, limit: 2, offset: 1 },
  { ...EVERYTHING, kind: "campaigns", id: 1 },
  { ...EVERYTHING, kind: "creatives", id: 2 },
  { ...EVERYTHING, campaign: 2 },
  { ...EVERYTHING, request: "key-3" },
  { ...EVERYTHING, isVisible: ({ owner }) => owner === 2 },
];

test("any changes give the same entries and the same log as lines with whole entries", async () => {
  const property = fc.asyncProperty(
    changes,
    fc.nat({ max: 12 }),
    fc.boolean(),
    async (all, upgradeAt, isBulk) => {
      const [earlier, upgraded] = [new EarlierFolder(), new EarlierFolder()];
      for (const { data } of [earlier, upgraded]) await createCollection(locateLiveCatalogue(data), EMPTY);
      let document = EMPTY;
      let live: AnyCollection | undefined;
      const expected: unknown[] = [];
      for (const [at, [steps, isKeyed]] of all.entries()) {
        const author = { ...anAuthor(), request: isKeyed ? `key-${at}` : "" };
        if (!isBulk) author.account = { id: 0, name: "command" };
        const puts = applySteps(document, steps);
        const recorded = recordEntries(document, puts, isKeyed);
        document = putEntries(document, puts);
        if (at >= upgradeAt) live ??= await AnyCollection.open(upgraded.data);
        await live?.change(() => puts, author);
        if (recorded.length === 0) continue;
        await earlier.add(author, recorded);
        if (!live) await upgraded.add(author, recorded);
        if (recorded.length > 1 || !isDeepStrictEqual(recorded[0]?.before, recorded[0]?.entry))
          expected.unshift(...recorded.map(describe));
      }
      if (live)
        expect(JSON.stringify(live.document)).toBe(
          JSON.stringify((await replay(locateLiveCatalogue(upgraded.data))).document),
        );
      await live?.close();
      live = await AnyCollection.open(upgraded.data);
      const reference = await AnyCollection.open(earlier.data);
      expect(toJson(live.document)).toEqual(toJson(document));
      const logs = [
        new FolderChanges(upgraded.data, live),
        new FolderChanges(earlier.data, reference),
      ] as const;
      for (const query of QUERIES) {
        const [found, wanted] = await Promise.all(logs.map((log) => log.list(query)));
        expect(found).toEqual(wanted);
      }
      if (!isBulk) expect((await logs[0].list(EVERYTHING)).entries).toMatchObject(expected);
      await live.close();
      await reference.close();
    },
  );
  await fc.assert(property, { numRuns: 40 });
});

function describe({ id, creative, owner, before, entry }: EntryPut): object {
  const [old, after] = [before, entry].map((one) =>
    creative === undefined ? one : listVariations(one).find((each) => each.id === creative),
  );
  return toJson({ id: creative ?? id, owner, action: old ? "change" : "create", before: old, after });
}

test("the entries of a change are recorded and restored in steps of 20, between which other work runs", () => {
  const before = {
    campaigns: Array.from({ length: 1000 }, (_, at) => ({ id: at + 1, name: "Before" })),
    sites: [],
  };
  const puts = before.campaigns.map(({ id }) => ({ list: "campaigns", entry: { id, name: "After" } }));
  const count = <T>(work: Sliced<T>): { steps: number; value: T } => {
    for (let steps = 0; ; steps++) {
      const { done, value } = work.next();
      if (done) return { steps, value };
    }
  };
  const recorded = count(recordPuts(puts, before, () => 0));
  const restored = count(restorePuts(recorded.value, createFinder(before)));
  expect([recorded.steps, restored.steps]).toEqual([50, 50]);
  expect(restored.value.map(({ entry }) => entry)).toEqual(puts.map(({ entry }) => entry));
});
