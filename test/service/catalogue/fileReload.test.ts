import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Reloaded } from "../../../src/service/catalogue/catalogueSource.ts";
import { createFileSource } from "../../../src/service/catalogue/fileReload.ts";
import { aCampaign, aCatalogueObject } from "../support/catalogue.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-source-"));
  file = join(folder, "catalogue.json");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (id: number) =>
  writeFile(file, JSON.stringify(aCatalogueObject({ campaigns: [aCampaign({ id })] })));

test("a catalogue in a file is read when it is asked for and when the file changes, and a wrong one is an error", async () => {
  await write(1);
  const source = createFileSource(file, []);
  expect(source.name).toBe(file);
  expect([...(await source.load()).campaigns.keys()]).toEqual([1]);
  const reloaded: Reloaded[] = [];
  const watching = await source.watch((result) => void reloaded.push(result));
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
  const watching = createFileSource(file, []).watch((result) => void reloaded.push(result));
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
