import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { type LockedPackages, lockService } from "../../scripts/serviceLock.ts";

interface Entry {
  integrity?: string;
  /** A package of this repository. */
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}

const file = resolve(import.meta.dirname, "../../package-lock.json");
const packages: Record<string, Entry> = JSON.parse(readFileSync(file, "utf8")).packages;
const paths = Object.keys(packages);

/** `npm install` omits packages that the registry lacks; `npm ci` then refuses the lockfile. */
test("the lockfile has the packages of every platform", () => {
  const wanted = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  const missing = wanted.filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`)));
  expect(missing).toEqual([]);
});

test("the lockfile has the digest of every package", () => {
  const fetched = paths.filter((path) => path.includes("node_modules/") && !packages[path]?.link);
  expect(fetched.filter((path) => !packages[path]?.integrity)).toEqual([]);
});

test.each(["package.json", "packages/service/package.json"])("%s names exact versions", (path) => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(resolve(file, "..", path), "utf8"));
  const versions = Object.entries<string>({ ...dependencies, ...devDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+[\w.-]*$/.test(version))).toEqual([]);
});

test("the lockfile of the image has each dependency of the service, and of those, with its digest", () => {
  const locked = lockService(packages as LockedPackages);
  const { "": service = {}, ...installed } = locked;
  const { dependencies } = JSON.parse(
    readFileSync(resolve(file, "../packages/service/package.json"), "utf8"),
  );
  expect(service.dependencies).toEqual(dependencies);
  const names = Object.keys(installed);
  for (const [name, version] of Object.entries(dependencies))
    expect(installed[`node_modules/${name}`]?.version).toBe(version);
  // A dependency of a dependency, and one of another platform.
  expect(names).toEqual(
    expect.arrayContaining(["node_modules/sonic-boom", "node_modules/@duckdb/node-bindings-linux-arm64"]),
  );
  expect(names).not.toContain("node_modules/vitest");
  expect(Object.values(installed).filter(({ integrity }) => !integrity)).toEqual([]);
});

test("a nested version of a dependency is locked where Node finds it", () => {
  const entry = { version: "1.0.0", integrity: "sha512-1" };
  const a = { ...entry, dependencies: { b: "^2.0.0" } };
  const nested = { ...entry, version: "2.0.0", dev: true, dependencies: { c: "^1.0.0" } };
  const locked = lockService({
    "packages/service": { dependencies: { a: "1.0.0", b: "1.0.0" } },
    "node_modules/a": a,
    "node_modules/b": entry,
    "node_modules/a/node_modules/b": nested,
    "node_modules/c": entry,
    "node_modules/other": entry,
  });
  const { dev: _, ...kept } = nested;
  expect(locked).toEqual({
    "": { dependencies: { a: "1.0.0", b: "1.0.0" } },
    "node_modules/a": a,
    "node_modules/a/node_modules/b": kept,
    "node_modules/b": entry,
    "node_modules/c": entry,
  });
});
