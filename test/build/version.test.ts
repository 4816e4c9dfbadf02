/** The repository, both packages and the ad service have one version. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { readVersion } from "../../src/service/builtFolder.ts";
import { createOpenApi } from "../../src/service/http/openApiDocument.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const readManifest = (path: string) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));

test("the manifests, the lockfile, --version and the OpenAPI document name the same version", () => {
  const { version } = readManifest("package.json");
  const lock = readManifest("package-lock.json");
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect([
    ...["packages/zonetag/package.json", "packages/service/package.json"].map(
      (path) => readManifest(path).version,
    ),
    ...["", "packages/zonetag", "packages/service"].map((name) => lock.packages[name].version),
    ...[lock.version, readVersion(), createOpenApi(readVersion()).info.version],
  ]).toEqual(Array(8).fill(version));
});
