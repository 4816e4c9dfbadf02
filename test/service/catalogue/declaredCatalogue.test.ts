import { appendFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Reloading } from "../../../src/service/catalogue/catalogueSource.ts";
import { openDeclaredCatalogue } from "../../../src/service/catalogue/declaredCatalogue.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { aCampaign, aCatalogueObject } from "../support/catalogue.ts";

const folder = useEmptyFolder();
const file = join(folder, "catalogue.json");
let watching: Reloading | undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(async () => {
  await watching?.close();
  vi.useRealTimers();
});

/** Campaign ids of each catalogue put to use, and problems of each refused one. */
type Reloaded = (number[] | string[])[];

/** Loads the file as at startup. `watch` starts recording reloads. */
async function openFile() {
  const source = openDeclaredCatalogue(file, []);
  const reloaded: Reloaded = [];
  await source.load();
  return {
    source,
    reloaded,
    watch: () => {
      watching = source.watch(
        async ({ data }) =>
          () =>
            void reloaded.push(data.campaigns.map(({ id }) => id)),
        (error) => error && reloaded.push(error.problems),
      );
      return watching;
    },
  };
}

/** Maximum event loop turns for one check of the file. */
const MAX_TURNS = 10_000;

const write = (id: number) =>
  writeFile(file, JSON.stringify(aCatalogueObject({ campaigns: [aCampaign({ id })] })));

/** Lets the watcher check the file once and finish a reload. */
async function look(): Promise<void> {
  await vi.advanceTimersToNextTimerAsync();
  for (let turn = 0; turn < MAX_TURNS && vi.getTimerCount() === 0; turn++) await stat(folder);
}

async function lookTwice(): Promise<void> {
  await look();
  await look();
}

test("a declared catalogue is read by a reload and on file changes, and an invalid file is reported", async () => {
  await write(1);
  const { source, reloaded, watch } = await openFile();
  expect(source.name).toBe(file);
  expect((await source.load()).data.campaigns.map(({ id }) => id)).toEqual([1]);
  const { reload } = watch();
  await write(2);
  await reload();
  expect(reloaded).toEqual([[2]]);
  await writeFile(file, "{");
  await reload();
  expect(reloaded[1]).toEqual([expect.stringContaining("This is not JSON")]);
  await expect(source.load()).rejects.toMatchObject({ problems: reloaded[1] });
  await write(3);
  await lookTwice();
  expect(reloaded.slice(2)).toEqual([[3]]);
});

test("a file with a repeated key is refused at startup and by a reload", async () => {
  await write(1);
  const { source, reloaded, watch } = await openFile();
  const { reload } = watch();
  const text = JSON.stringify(aCatalogueObject({ campaigns: [aCampaign({ id: 2 })] }));
  await writeFile(file, text.replace('"campaigns":', '"campaigns":[],\n"campaigns":'));
  await reload();
  const problem = `${file}:2:1: campaigns: this key is also in line 1. Keep one of them.`;
  expect(reloaded).toEqual([[problem]]);
  await expect(source.load()).rejects.toMatchObject({ problems: [problem] });
});

test("an unchanged file is not read again, whether it is valid or invalid", async () => {
  await write(1);
  const { reloaded, watch } = await openFile();
  watch();
  await lookTwice();
  expect(reloaded).toEqual([]);
  await writeFile(file, "{");
  await lookTwice();
  await lookTwice();
  expect(reloaded).toEqual([[expect.stringContaining("This is not JSON")]]);
});

test("a file that changes between startup and the first check is read again", async () => {
  await write(1);
  const { reloaded, watch } = await openFile();
  await write(2);
  watch();
  await lookTwice();
  expect(reloaded).toEqual([[2]]);
});

test("a removed file is reported once and read again when it exists", async () => {
  await write(1);
  const { reloaded, watch } = await openFile();
  watch();
  await rm(file);
  await lookTwice();
  await lookTwice();
  expect(reloaded).toEqual([[expect.stringContaining("There is no such file")]]);
  await write(2);
  await lookTwice();
  expect(reloaded.slice(1)).toEqual([[2]]);
});

test("a file written in several steps is read only when it is unchanged between two checks", async () => {
  await write(1);
  const { reloaded, watch } = await openFile();
  watch();
  const text = JSON.stringify(aCatalogueObject({ campaigns: [aCampaign({ id: 999 })] }));
  const half = Math.floor(text.length / 2);
  await writeFile(file, text.slice(0, half));
  await look();
  await appendFile(file, text.slice(half));
  await look();
  expect(reloaded).toEqual([]);
  await look();
  expect(reloaded).toEqual([[999]]);
});
