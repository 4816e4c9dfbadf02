/** Built files while an upgrade removes and replaces them. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { PUBLIC_FILES } from "../../../src/service/http/servedFiles.ts";
import { makeFolder } from "../../support/folder.ts";
import { aCatalogueObject } from "../support/catalogue.ts";
import { testService } from "../support/service.ts";

const built = vi.hoisted(() => ({ folder: "" }));
vi.mock("../../../src/service/builtFolder.ts", () => ({
  builtFolder: () => built.folder,
  readVersion: () => "0.1.0",
}));

const PATHS = [...PUBLIC_FILES, "dashboard/", "dashboard/index.html", "dashboard/page-ABCDEFGH.js"];

async function writeBuilt(folder: string, version: string): Promise<void> {
  await mkdir(join(folder, "dashboard"), { recursive: true });
  for (const name of [...PUBLIC_FILES, "dashboard/index.html", "dashboard/page-ABCDEFGH.js"])
    await writeFile(join(folder, name), `${name} of ${version} `.repeat(30));
}

test("built files are answered with the same content while an upgrade removes and replaces them", async () => {
  built.folder = join(makeFolder(), "dist");
  await writeBuilt(built.folder, "0.1.0");
  await using service = await testService(aCatalogueObject({ campaigns: [] }));
  const ask = async (path: string) => {
    const response = await fetch(`${service.origin}/${path}`, { headers: { "accept-encoding": "br" } });
    return [path, response.status, response.headers.get("etag"), await response.text()];
  };
  const askedBefore = PATHS.slice(0, 3);
  const before = await Promise.all(askedBefore.map(ask));

  await rm(built.folder, { recursive: true });
  const during = await Promise.all(PATHS.map(ask));
  expect(during.slice(0, 3)).toEqual(before);
  for (const [path, status, , text] of during)
    expect([path, status, text]).toEqual([path, 200, expect.stringContaining(" of 0.1.0 ")]);

  await writeBuilt(built.folder, "0.2.0");
  expect(await Promise.all(PATHS.map(ask))).toEqual(during);
});

test.each(["dashboard/none-ABCDEFGH.js", "creatives/none.png", "none"])(
  "no cache keeps the 404 of /%s",
  async (path) => {
    built.folder = join(makeFolder(), "dist");
    await writeBuilt(built.folder, "0.1.0");
    await using service = await testService(aCatalogueObject({ campaigns: [] }));
    const response = await fetch(`${service.origin}/${path}`);
    expect([response.status, response.headers.get("cache-control")]).toEqual([404, "no-store"]);
  },
);
