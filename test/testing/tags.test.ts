/** Tags of browser tests, which decide what `npm test` runs. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface Suite {
  suites?: Suite[];
  specs?: { title: string; tags: string[]; tests: { projectName: string }[] }[];
}

const listSpecs = ({ suites = [], specs = [] }: Suite): NonNullable<Suite["specs"]> => [
  ...specs,
  ...suites.flatMap(listSpecs),
];

const LIST = ["test", "--list", "--reporter=json", "--project=essential", "--project=chromium"];
const report = execFileSync("node_modules/.bin/playwright", LIST, { encoding: "utf8", maxBuffer: 1e8 });
const specs = listSpecs(JSON.parse(report));
const essential = specs.filter(({ tests }) => tests[0]?.projectName === "essential");

test("npm test runs at most 200 browser tests", () => {
  expect(essential.length).toBeGreaterThan(100);
  expect(essential.length).toBeLessThanOrEqual(200);
});

test("npm test runs no test that is marked as unstable", () => {
  expect(essential.filter(({ tags }) => tags.includes("unstable"))).toEqual([]);
});

test("CONTRIBUTING.md lists the unstable tests with a date", () => {
  const browser = specs.filter(({ tags }) => tags.includes("unstable")).map(({ title }) => title);
  const units = readdirSync("test", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes("node_modules"))
    .map((path) => join("test", path))
    .filter((path) => /^\/\/ @unstable\b/m.test(readFileSync(path, "utf8")));
  const rows = readFileSync("CONTRIBUTING.md", "utf8").matchAll(/^\| \d{4}-\d\d-\d\d \| `(.*?)` \|/gm);
  expect([...rows].map(([, name]) => name).sort()).toEqual([...browser, ...units].sort());
});
