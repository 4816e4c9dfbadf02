import { appendFile, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { Catalogue } from "../../../src/service/catalogue/catalogue.ts";
import { toDocument } from "../../../src/service/catalogue/document.ts";
import { LiveCatalogue, type LiveCatalogueOptions } from "../../../src/service/catalogue/liveCatalogue.ts";
import { readHistory, requireWhole } from "../../../src/service/catalogue/logFiles.ts";
import { createLiveData } from "../../../src/service/people/takeSignIns.ts";
import { SLICE_MS } from "../../../src/service/runtime/slices.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { aCampaign, aCatalogueObject } from "../support/catalogue.ts";
import { anAuthor, putCampaign } from "../support/changes.ts";
import { canRecordDisk, NO_PROC, recordDiskCalls } from "../support/diskCalls.ts";

const data = useEmptyFolder();
const opened: LiveCatalogue[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const live of opened.splice(0)) await live.close();
});

const create = () => createLiveData(data, toDocument(aCatalogueObject({ campaigns: [] })));
async function open(options: Partial<LiveCatalogueOptions> = {}): Promise<LiveCatalogue> {
  const live = await LiveCatalogue.open({ data, ...options });
  opened.push(live);
  return live;
}
async function openNew(options?: Partial<LiveCatalogueOptions>): Promise<LiveCatalogue> {
  await create();
  return open(options);
}
const path = (name: string) => join(data, "catalogue", name);
const FIRST = "changes-000000000001.log";
const listNames = async (live: LiveCatalogue) => (await live.load()).data.campaigns.map(({ name }) => name);
const rename = (id: number, name: string) => putCampaign({ id, name });

async function readAll(needle?: string): Promise<number[]> {
  const sequences: number[] = [];
  for await (const { sequence } of readHistory(join(data, "catalogue"), needle)) sequences.push(sequence);
  return sequences;
}

test("a data folder without a catalogue gets an empty one that only its owner can read", async () => {
  const live = await open();
  expect([live.sequence, live.document.campaigns]).toEqual([0, []]);
  const [name = ""] = await readdir(path(""));
  expect((await stat(path(name))).mode & 0o777).toBe(0o600);
  expect((await stat(path(""))).mode & 0o777).toBe(0o700);
});

test("a change takes effect at once, survives a restart and keeps the objects of other entries", async () => {
  const live = await openNew();
  await live.change(rename(1, "One"), anAuthor());
  const before = await live.load();
  await live.change(rename(2, "Two"), anAuthor());
  const after = await live.load();
  expect(after.campaigns.get(1)).toBe(before.campaigns.get(1));
  expect(before.campaigns.has(2)).toBe(false);
  await live.change(rename(1, "First"), anAuthor());
  expect(await listNames(live)).toEqual(["First", "Two"]);
  await live.close();
  const again = await open();
  expect([again.sequence, await listNames(again)]).toEqual([3, ["First", "Two"]]);
  expect((await again.load()).data).toEqual((await live.load()).data);
});

test("concurrent changes are applied in the order of the calls", async () => {
  const live = await openNew();
  const ids = Array.from({ length: 20 }, (_, at) => at + 1);
  await Promise.all(ids.map((id) => live.change(rename(id, `Campaign ${id}`), anAuthor())));
  expect(live.sequence).toBe(20);
  expect(await readAll()).toEqual(ids.toReversed());
});

test.each<[string, (live: LiveCatalogue) => Promise<unknown>]>([
  ["refused by its own function", (live) => live.change(refuse, anAuthor())],
  ["invalid", (live) => live.change(putCampaign({ id: 1, weight: 0 }), anAuthor())],
  ["invalid in its references", (live) => live.change(putCampaign({ id: 1, account: 99 }), anAuthor())],
  [
    "refused while it is prepared",
    (live) => {
      live.watch(refuse);
      return live.change(rename(1, "One"), anAuthor());
    },
  ],
])("a change that is %s changes nothing", async (_what, change) => {
  const live = await openNew();
  await expect(change(live)).rejects.toThrow();
  expect([live.sequence, await listNames(live)]).toEqual([0, []]);
  expect(await readAll()).toEqual([]);
});

function refuse(): never {
  throw new Error("refused");
}

test("a prepared change is put to use only after it is on disk", async () => {
  const live = await openNew();
  const seen: unknown[] = [];
  live.watch(async (catalogue: Catalogue) => {
    seen.push(["prepared", catalogue.data.campaigns.length, await readAll()]);
    return () => seen.push(["used", live.sequence]);
  });
  await live.change(rename(1, "One"), anAuthor());
  expect(seen).toEqual([
    ["prepared", 1, []],
    ["used", 1],
  ]);
  expect(await readAll()).toEqual([1]);
});

test("the folder is synced before the first change in a new file is acknowledged", async ({ skip }) => {
  skip(!canRecordDisk, NO_PROC);
  const live = await openNew();
  const disk = await recordDiskCalls();
  await live.change(rename(1, "One"), anAuthor());
  expect(disk.calls).toMatchObject([
    { method: "sync", name: expect.stringMatching(FIRST) },
    { method: "sync", name: "catalogue", content: expect.arrayContaining([FIRST]) },
  ]);
});

test("a change that cannot be synced is refused and truncated from the file, and the next one succeeds", async ({
  skip,
}) => {
  skip(!canRecordDisk, NO_PROC);
  const live = await openNew();
  await live.change(rename(1, "One"), anAuthor());
  const disk = await recordDiskCalls();
  await live.change(rename(2, "Two"), anAuthor());
  const { size } = await stat(path(FIRST));
  expect(disk.calls).toMatchObject([{ method: "datasync", name: FIRST, content: size }]);
  let isFull = true;
  disk.inject(({ method }) => {
    if (!isFull || method !== "datasync") return undefined;
    isFull = false;
    return Promise.reject(new Error("ENOSPC: no space left on device"));
  });
  // Queued changes are not tried one by one.
  const queued = await Promise.allSettled([3, 5].map((id) => live.change(rename(id, "No"), anAuthor())));
  const reason = { message: expect.stringMatching(/could not be stored: ENOSPC/) };
  expect(queued).toMatchObject([{ reason }, { reason }]);
  expect((await stat(path(FIRST))).size).toBe(size);
  expect(await listNames(live)).toEqual(["One", "Two"]);
  await live.change(rename(4, "Four"), anAuthor());
  expect(await readAll()).toEqual([3, 2, 1]);
});

test("an incomplete last line, as after a crash, is dropped on opening", async () => {
  const live = await openNew();
  for (const name of ["One", "Two"]) await live.change(rename(1, name), anAuthor());
  await live.close();
  const content = await readFile(path(FIRST));
  const whole = content.indexOf("\n") + 1;
  for (const cut of [whole + 1, content.length - 1]) {
    await writeFile(path(FIRST), content.subarray(0, cut));
    const again = await open();
    expect([again.sequence, await listNames(again)]).toEqual([1, ["One"]]);
    await again.change(rename(2, "Later"), anAuthor());
    await again.close();
    expect(await listNames(await open())).toEqual(["One", "Later"]);
  }
});

test.each<[string, (lines: string[]) => string[], string]>([
  ["is damaged", ([a = "", b = ""]) => [a.replace("One", "0ne"), b], `${FIRST}:1: the line is damaged`],
  ["is empty", ([a = "", b = ""]) => [a, "", b], `${FIRST}:2: the line is damaged`],
  ["is missing", ([, b = ""]) => [b], `${FIRST}:1: change 1 is missing before change 2.`],
])("opening a catalogue with a line that %s fails with file and position", async (_what, damage, message) => {
  const live = await openNew();
  for (const name of ["One", "Two"]) await live.change(rename(1, name), anAuthor());
  await live.close();
  const lines = (await readFile(path(FIRST), "utf8")).split("\n").slice(0, -1);
  await writeFile(path(FIRST), `${damage(lines).join("\n")}\n`);
  await expect(open()).rejects.toThrow(message);
});

test("opening a catalogue with a damaged snapshot fails with its path", async () => {
  await create();
  const [name = ""] = await readdir(path(""));
  const text = await readFile(path(name), "utf8");
  await writeFile(path(name), text.replace("Publisher", "publisher"));
  await expect(open()).rejects.toThrow(`${path(name)}: the line is damaged`);
});

test("a line of an unsupported format is refused with what to do", async () => {
  await create();
  const { digest } = await import("../../../src/service/journal/journalFile.ts");
  const json = JSON.stringify({ format: 3, sequence: 1 });
  await writeFile(path(FIRST), `${digest(Buffer.from(json))} ${json}\n`);
  await expect(open()).rejects.toThrow(/:1: the line has format 3, and this program reads 1 and 2\. Run/);
});

test("after enough changes a snapshot is written, and earlier changes remain readable", async () => {
  const live = await openNew({ segmentBytes: 1 });
  const name = "x".repeat(400);
  for (let id = 1; id <= 12; id++) await live.change(rename(id, `${name} ${id}`), anAuthor());
  await live.close();
  const files = await readdir(path(""));
  const [snapshot = "", ...others] = files.filter((file) => file.startsWith("snapshot"));
  expect([others, Number(snapshot.slice(9, -5)) > 0]).toEqual([[], true]);
  const again = await open();
  expect([again.sequence, (await again.load()).data.campaigns.length]).toEqual([12, 12]);
  await again.change(rename(1, "Last"), anAuthor());
  await again.close();
  expect((await open()).document.campaigns[0]).toMatchObject({ id: 1, name: "Last" });
  expect(await readAll()).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(await readAll('{"list":"campaigns","id":1,')).toEqual([13, 1]);
});

test("reading the history yields to requests when a slice is over", async () => {
  const live = await openNew();
  for (let id = 1; id <= 4; id++) await live.change(rename(id, "Name"), anAuthor());
  let now = 0;
  const seen: number[] = [];
  const turns: number[] = [];
  const giveWay = async () => turns.push(...seen.slice(-1));
  for await (const { sequence } of readHistory(path(""), "", { elapsed: () => now, giveWay })) {
    // The time that the caller spends on a change counts as well.
    now += SLICE_MS / 2;
    seen.push(sequence);
  }
  expect([seen, turns]).toEqual([
    [4, 3, 2, 1],
    [3, 1],
  ]);
});

test("changes included in a snapshot are removed after keepMs", async () => {
  const live = await openNew({ segmentBytes: 1, keepMs: -60_000 });
  const name = "x".repeat(500);
  for (let id = 1; id <= 9; id++) await live.change(rename(id, name), anAuthor());
  await live.close();
  expect((await readAll()).at(-1)).toBeGreaterThan(1);
  expect((await open()).sequence).toBe(9);
});

test("a failed snapshot is reported and does not stop changes", async () => {
  await create();
  const problems: unknown[] = [];
  const live = await open({ segmentBytes: 1, onProblem: (problem) => problems.push(problem) });
  await appendFile(path("snapshot-000000000000.json"), "damaged\n");
  for (let id = 1; id <= 9; id++) await live.change(rename(id, "x".repeat(500)), anAuthor());
  await live.close();
  expect(String(problems[0])).toContain("snapshot-000000000000.json: the line is damaged");
  expect(await readAll()).toHaveLength(9);
});

test("custom keys such as __proto__ and constructor survive a restart", async () => {
  const live = await openNew();
  const custom = JSON.parse('{"__proto__": ["a"], "constructor": ["b"], "toString": ["c"]}');
  await live.change(
    () => [{ list: "campaigns", entry: { ...aCampaign({ id: 1 }), id: 1, targeting: { custom } } }],
    anAuthor(),
  );
  await live.close();
  const found = (await (await open()).load()).campaigns.get(1)?.targeting.custom ?? {};
  expect(Object.entries(found)).toEqual([
    ["__proto__", ["a"]],
    ["constructor", ["b"]],
    ["toString", ["c"]],
  ]);
});

test("queued changes are prepared and written together, and refused separately", async () => {
  const live = await openNew();
  const prepared: number[] = [];
  live.watch(async (catalogue) => {
    prepared.push(catalogue.data.campaigns.length);
    return () => {};
  });
  const outcomes = await Promise.allSettled([
    live.change(rename(1, "One"), anAuthor()),
    live.change(putCampaign({ id: 2, weight: 0 }), anAuthor()),
    live.change(rename(3, "Three"), anAuthor()),
    live.change(rename(3, "Third"), anAuthor()),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  const seen = outcomes.map((outcome) =>
    outcome.status === "fulfilled" ? outcome.value.value.campaigns.get(3)?.name : outcome.reason.message,
  );
  expect(seen).toEqual([undefined, expect.stringContaining("campaigns[1].weight"), "Three", "Third"]);
  expect(prepared).toEqual([2]);
  expect(await readAll()).toEqual([3, 2, 1]);
});

test("of queued changes, only those that contradict the catalogue are refused", async () => {
  const live = await openNew();
  const put = (id: number, account = 2) =>
    live.change(putCampaign({ id, name: `Campaign ${id}`, account }), anAuthor());
  const outcomes = await Promise.allSettled([put(1), put(2, 99), put(3), put(4, 99), put(5)]);
  const messages = outcomes.map((one) => (one.status === "rejected" ? one.reason.message : ""));
  const lost = "campaigns[1].account: no account has the id 99";
  expect(messages).toEqual(["", lost, "", lost.replace("[1]", "[2]"), ""]);
  expect(await listNames(live)).toEqual([1, 3, 5].map((id) => `Campaign ${id}`));
});

test("a queued change that cannot be prepared does not block other queued changes", async () => {
  const live = await openNew();
  live.watch(async (catalogue) => {
    if (catalogue.campaigns.has(2)) throw new Error("cannot be prepared");
    return () => {};
  });
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map((id) => live.change(rename(id, `Campaign ${id}`), anAuthor())),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await listNames(live)).toEqual(["Campaign 1", "Campaign 3"]);
});

test("a request queued twice is applied once, and both calls get its result", async () => {
  const live = await openNew();
  const author = { ...anAuthor(), request: "key" };
  const other = { ...author, account: { id: 9, name: "Other" } };
  const authors = [author, author, { ...author, request: "key 2" }, other];
  const made = await Promise.all(authors.map((one, at) => live.change(rename(at + 1, "One"), one)));
  expect(made.map(({ put }) => put.map(({ id }) => id))).toEqual([[1], [1], [3], [4]]);
  expect(await readAll()).toEqual([3, 2, 1]);
});

test("a damaged line in the changes before a snapshot is reported by a check and on opening", async () => {
  const live = await openNew({ segmentBytes: 1 });
  const name = "x".repeat(400);
  for (let id = 1; id <= 12; id++) await live.change(rename(id, `${name} ${id}`), anAuthor());
  await live.close();
  await requireWhole(path(""));
  await writeFile(path(FIRST), (await readFile(path(FIRST), "utf8")).replace(`${name} 1`, "Other"));
  await expect(requireWhole(path(""))).rejects.toThrow(`${path(FIRST)}:1: the line is damaged`);
  await expect(open()).rejects.toThrow(`${path(FIRST)}:1: the line is damaged`);
});
