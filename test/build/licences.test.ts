/** Licence notices of the packages in each bundle. */
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { BUNDLES, readMetafile } from "../../scripts/build.ts";
import { listPackages, readNotice } from "../../scripts/licences.ts";
import { makeFolder } from "../support/folder.ts";

const ROOT = resolve(import.meta.dirname, "../..");

test.each(Object.keys(BUNDLES))("dist/licences.txt has the notice of every package in %s", async (name) => {
  const notices = await readFile(join(ROOT, "dist/licences.txt"), "utf8");
  const packages = listPackages(await readMetafile(name));
  for (const each of packages) {
    const notice = await readNotice(join(ROOT, "node_modules", each));
    expect(notices).toContain(`${notice.name} (${notice.licence})`);
    expect(notices).toContain(notice.text.trim());
  }
  if (name.startsWith("dashboard/")) expect(packages).toContain("uplot");
});

test("a package without a licence file fails the build", async () => {
  const folder = makeFolder();
  await writeFile(join(folder, "package.json"), '{ "name": "bare", "version": "1.0.0" }');
  await expect(readNotice(folder)).rejects.toThrow("bare is in a bundle and has no licence file.");
});
