/** Contract of the live catalogue's change lines, in a folder and in Redis. */
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { FolderLog } from "../../../src/service/catalogue/folderLog.ts";
import type { KeptLine, Position } from "../../../src/service/catalogue/logLine.ts";
import { compareLines, NOTHING, type ReplicatedLog } from "../../../src/service/catalogue/replicatedLog.ts";
import { SetAside } from "../../../src/service/journal/setAside.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { aCatalogueObject } from "../support/catalogue.ts";
import { writeLines } from "../support/changes.ts";
import { aSnapshot, Cluster, manage } from "./engines.ts";
import { testEach, testWithRedis } from "./tests.ts";

const folder = useEmptyFolder();

async function openFolder(name = "lines"): Promise<ReplicatedLog> {
  const path = join(folder, name);
  const onProblem = (error: unknown) => {
    throw error;
  };
  const setAside = new SetAside(join(folder, "set-aside"), () => {});
  const options = {
    folder: path,
    keepMs: Number.POSITIVE_INFINITY,
    segmentBytes: 1_000_000,
    onProblem,
    setAside,
  };
  const lines = await FolderLog.open(options);
  await lines.fill(SNAPSHOT, []);
  onTestFinished(() => lines.close());
  return lines;
}

async function openRedis(): Promise<ReplicatedLog> {
  const cluster = await Cluster.start();
  onTestFinished(() => cluster.stop());
  const { lines } = await manage(await cluster.addNode());
  await lines.fill(SNAPSHOT, []);
  return lines;
}

const SNAPSHOT = aSnapshot(aCatalogueObject({ campaigns: [] }));

const follow = (after: Position, count: number, name?: string) =>
  writeLines(
    after,
    Array.from({ length: count }, (_, at) => after.sequence + at + 1),
    name,
  );

const PLACES = [
  ["in a folder", () => openFolder(), false],
  ["in Redis", openRedis, true],
] as const;

const pick = ({ sequence, digest }: Position) => ({ sequence, digest });
const findHead = (lines: readonly KeptLine[]) => pick(lines.at(-1) ?? NOTHING);

testEach(PLACES, "%s, appended changes are read unchanged from any number on", async (open) => {
  const place = await open();
  const lines = follow(SNAPSHOT, 5);
  expect(await place.append(SNAPSHOT, lines.slice(0, 2))).toBe(true);
  expect(await place.append(findHead(lines.slice(0, 2)), lines.slice(2))).toBe(true);
  expect(await place.readHead()).toEqual(findHead(lines));
  expect(await place.read(0)).toEqual(lines);
  expect(await place.read(4)).toEqual(lines.slice(3));
  expect(await place.read(6)).toEqual([]);
});

testEach(PLACES, "%s, a change based on an outdated state is not written", async (open) => {
  const place = await open();
  const lines = follow(SNAPSHOT, 2);
  await place.append(SNAPSHOT, lines);
  const others = follow(SNAPSHOT, 3, "Other");
  for (const after of [SNAPSHOT, { ...findHead(lines), digest: "f".repeat(16) }, findHead(others)])
    expect(await place.append(after, follow(after, 1, "Late"))).toBe(false);
  expect(await place.read(0)).toEqual(lines);
});

testEach(PLACES, "%s, the first snapshot is kept when another is offered", async (open) => {
  const place = await open();
  expect(await place.readSnapshot()).toEqual(SNAPSHOT);
  expect(await place.fill(SNAPSHOT, follow(SNAPSHOT, 1))).toBe(false);
  expect(await place.readHead()).toEqual(pick(SNAPSHOT));
});

testEach(PLACES, "%s, a node with fewer changes gets the missing ones", async (open) => {
  const [shared, own] = [await open(), await openFolder("own")];
  const lines = follow(SNAPSHOT, 3);
  await shared.append(SNAPSHOT, lines);
  await own.append(SNAPSHOT, lines.slice(0, 1));
  expect(await compareLines(own, shared)).toEqual(lines.slice(1));
});

testEach(PLACES, "%s, shared lines that lost their last changes get them back from a node", async (open) => {
  const [shared, own] = [await open(), await openFolder("own")];
  const lines = follow(SNAPSHOT, 3);
  await shared.append(SNAPSHOT, lines.slice(0, 1));
  await own.append(SNAPSHOT, lines);
  expect(await compareLines(own, shared)).toEqual([]);
  expect(await shared.read(0)).toEqual(lines);
});

testEach(PLACES, "%s, a diverged history is detected whether it is shorter or longer", async (open) => {
  const [shared, own] = [await open(), await openFolder("own")];
  await shared.append(SNAPSHOT, follow(SNAPSHOT, 3));
  const others = follow(SNAPSHOT, 5, "Other");
  let after: Position = SNAPSHOT;
  for (const line of others) {
    await own.append(after, [line]);
    after = line;
    expect(await compareLines(own, shared)).toBeUndefined();
  }
  expect(await shared.read(0)).toEqual(follow(SNAPSHOT, 3));
});

testWithRedis(
  "a node with more changes after its snapshot than Redis keeps fills Redis with all of them",
  async () => {
    const cluster = await Cluster.startOwn();
    const { lines: shared } = await manage(await cluster.addNode());
    const lines = follow(SNAPSHOT, 10_002);
    expect(await shared.fill(SNAPSHOT, lines)).toBe(true);
    const [first] = await shared.read(0);
    expect(first?.sequence).toBe(1);
  },
);
