import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

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
