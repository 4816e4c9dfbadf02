import { appendFile, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Catalogue, CatalogueError } from "../../../src/service/catalogue/catalogue.ts";
import { openDeclaredCatalogue } from "../../../src/service/catalogue/declaredCatalogue.ts";
import { aCampaign, aCatalogueObject } from "../support/catalogue.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-source-"));
  file = join(folder, "catalogue.json");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Reloaded {
  catalogue?: Catalogue;
  error?: CatalogueError;
}

/** Notes what is put to use and what is refused. */
function watchFile(reloaded: Reloaded[]) {
  return openDeclaredCatalogue(file, []).watch(
    async (catalogue) => () => void reloaded.push({ catalogue }),
    (error) => error && reloaded.push({ error }),
  );
}

const write = (id: number) =>
  writeFile(file, JSON.stringify(aCatalogueObject({ campaigns: [aCampaign({ id })] })));

test("a catalogue in a file is read when it is asked for and when the file changes, and a wrong one is an error", async () => {
  await write(1);
  const source = openDeclaredCatalogue(file, []);
  expect(source.name).toBe(file);
  expect([...(await source.load()).campaigns.keys()]).toEqual([1]);
  const reloaded: Reloaded[] = [];
  const watching = watchFile(reloaded);
  const last = () => {
    const result = reloaded.at(-1);
    return result?.catalogue ? [...result.catalogue.campaigns.keys()] : result?.error?.problems;
  };
  await write(2);
  await watching.reload();
  expect(last()).toEqual([2]);
  await writeFile(file, "{");
  await watching.reload();
  expect(last()).toEqual([expect.stringContaining("This is not JSON")]);
  await expect(source.load()).rejects.toMatchObject({ problems: last() });
  // Whether the watcher sees the file already is not known: it is written until it does.
  let id = 3;
  await expect
    .poll(
      async () => {
        await write(id++);
        return last();
      },
      // Longer than a file must be quiet.
      { interval: 500 },
    )
    .not.toEqual([expect.stringContaining("This is not JSON")]);
  await watching.close();
});

test("a catalogue's file that goes away and comes back is read again", async () => {
  await write(1);
  const reloaded: Reloaded[] = [];
  const watching = watchFile(reloaded);
  // Whether the watcher has seen the file go is not known: it goes and comes until it has.
  let isThere = true;
  await expect
    .poll(
      async () => {
        if (isThere) await rm(file);
        else await write(2);
        isThere = !isThere;
        return reloaded.at(-1)?.catalogue?.campaigns.has(2);
      },
      { interval: 500, timeout: 20_000 },
    )
    .toBe(true);
  await watching.close();
}, 30_000);

test("a catalogue's file that is written in several steps is read once it is whole", async () => {
  await write(1);
  const reloaded: Reloaded[] = [];
  const watching = watchFile(reloaded);
  const hasRead = (id: number) => reloaded.at(-1)?.catalogue?.campaigns.has(id) ?? false;
  // Whether the watcher sees the file already is not known: it is written until the last version was read.
  let id = 1;
  await expect
    .poll(
      async () => {
        if (!hasRead(id)) await write(++id);
        return hasRead(id);
      },
      { interval: 500 },
    )
    .toBe(true);
  reloaded.length = 0;
  // A quiet time passes only when the test says so.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const text = JSON.stringify(aCatalogueObject({ campaigns: [aCampaign({ id: 999 })] }));
  const half = Math.floor(text.length / 2);
  try {
    await writeFile(file, text.slice(0, half));
    while (vi.getTimerCount() === 0 && reloaded.length === 0) await stat(file);
    for (let turn = 0; turn < 200; turn++) await stat(file);
    await appendFile(file, text.slice(half));
    while (!hasRead(999)) {
      await stat(file);
      await vi.advanceTimersByTimeAsync(10);
    }
  } finally {
    vi.useRealTimers();
  }
  expect(reloaded.flatMap(({ error }) => error?.problems ?? [])).toEqual([]);
  await watching.close();
});
