// @long Waits for many saves to be noticed.
/** A declared catalogue is reloaded after any way of saving. `ZONETAG_SAVES` sets the saves for each way. */
import { execFileSync } from "node:child_process";
import { copyFile, mkdir, open, readFile, rename, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDeclaredCatalogue } from "../../../src/service/catalogue/declaredCatalogue.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { aCatalogueObject } from "../support/catalogue.ts";

const ROUNDS = Number(process.env.ZONETAG_SAVES ?? 3);

const folder = useEmptyFolder();
const file = join(folder, "catalogue.json");

const write = (name: string) => JSON.stringify(aCatalogueObject({ campaigns: [], site: { name } }));

/** Renames the old file and writes a new one, like Vim with `backupcopy=no`. */
async function saveAsVim(name: string): Promise<void> {
  await rename(file, `${file}~`);
  await writeFile(file, write(name));
  await unlink(`${file}~`);
}

/** Truncates the file and writes it in place, like VS Code. */
async function saveAsCode(name: string): Promise<void> {
  const handle = await open(file, "r+");
  await handle.truncate(0);
  await handle.writeFile(write(name));
  await handle.close();
}

async function saveBySed(name: string): Promise<void> {
  const { sites } = JSON.parse(await readFile(file, "utf8"));
  execFileSync("sed", ["-i", `s/"${sites[0].name}"/"${name}"/`, file]);
}

async function saveByCopy(name: string): Promise<void> {
  await writeFile(join(folder, "other.json"), write(name));
  await copyFile(join(folder, "other.json"), file);
}

async function saveByMove(name: string): Promise<void> {
  await writeFile(join(folder, "other.json"), write(name));
  await rename(join(folder, "other.json"), file);
}

/** Swaps the link `..data`, through which `catalogue.json` points to a version's folder, as in a ConfigMap volume. */
async function saveByLink(name: string): Promise<void> {
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, "catalogue.json"), write(name));
  await symlink(name, join(folder, "..data-new"));
  await rename(join(folder, "..data-new"), join(folder, "..data"));
  await symlink("..data/catalogue.json", file).catch(() => {});
}

const WAYS: [string, (name: string) => Promise<void>][] = [
  ["vim", saveAsVim],
  ["VS Code", saveAsCode],
  ["sed -i", saveBySed],
  ["cp", saveByCopy],
  ["mv", saveByMove],
  ["a swapped symbolic link", saveByLink],
];

test.each(WAYS)(
  "each save by %s is reloaded without a reported error",
  async (_way, save) => {
    if (save === saveByLink) await saveByLink("start");
    else await writeFile(file, write("start"));
    const names: (string | undefined)[] = [];
    const problems: unknown[] = [];
    const watching = openDeclaredCatalogue(file, []).watch(
      async ({ data }) =>
        () =>
          void names.push(data.sites[0]?.name),
      (problem) => problem && problems.push(problem),
    );
    for (let round = 1; round <= ROUNDS; round++) {
      await save(`save-${round}`);
      await expect.poll(() => names.at(-1), { timeout: 30_000, interval: 10 }).toBe(`save-${round}`);
    }
    await watching.close();
    expect(problems).toEqual([]);
  },
  300_000,
);
