/** Every bundle contains the notices of everything in it. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BUNDLES, readMetafile } from "../../scripts/build.ts";
import { listPackages, readNotice } from "../../scripts/licences.ts";

const ROOT = resolve(import.meta.dirname, "../..");
let outdir: string;
beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), "zonetag-licences-"));
});
afterAll(() => rm(outdir, { recursive: true, force: true }));

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
  const folder = join(outdir, "package");
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), '{ "name": "bare", "version": "1.0.0" }');
  await expect(readNotice(folder)).rejects.toThrow("bare is in a bundle and has no licence file.");
});
