import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { compress } from "../../bench/page/mockServers.ts";
import { formatNumber } from "../../bench/page/tables.ts";
import { writeBytesByFile } from "../../bench/tagBytes.ts";
import {
  closeMark,
  listStale,
  openMark,
  readSection,
  SECTION_NAMES,
  SECTIONS,
} from "../../scripts/benchSections.ts";
import { useEmptyFolder } from "../support/folder.ts";

const ROOT = resolve(import.meta.dirname, "../..");

const root = useEmptyFolder();
const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });

async function commit(path: string): Promise<string> {
  await mkdir(join(root, path, ".."), { recursive: true });
  await writeFile(join(root, path), `${Math.random()}`);
  git("add", ".");
  git("-c", "user.name=Tester", "-c", "user.email=tester@site.example", "commit", "--quiet", "-m", "Change");
  return git("rev-parse", "--short", "HEAD").trim();
}

const measureAll = (revision: string) =>
  SECTION_NAMES.map(
    (name) => `${openMark(name)}*Measured 2026-11-22 at ${revision}: here.*\n${closeMark(name)}`,
  ).join("\n");

beforeEach(() => void git("init", "--quiet"));

test("a section is stale only after a commit changed its sources", async () => {
  const results = measureAll(await commit("src/tag/zone.ts"));
  expect(listStale(root, results)).toEqual([]);
  await commit("docs/service.md");
  expect(listStale(root, results)).toEqual([]);
  const revision = / at (\w+):/.exec(results)?.[1];
  await commit("src/tag/zone.ts");
  await commit("src/tag/zone.ts");
  await commit("bench/monthOfEvents.ts");
  expect(listStale(root, results)).toEqual([
    `page: measured at ${revision}; commits to its sources since: 2`,
    `paired: measured at ${revision}; commits to its sources since: 2`,
    `growth: measured at ${revision}; commits to its sources since: 1`,
  ]);
});

test("a section is stale if it was never measured or was measured at an unknown revision", async () => {
  await commit("src/tag/zone.ts");
  expect(listStale(root, "")).toEqual(SECTION_NAMES.map((name) => `${name}: not measured`));
  expect(listStale(root, measureAll("0123abc"))).toContain(
    "page: measured at 0123abc, which this repository does not have",
  );
});

test("every source of a measurement exists", () => {
  const sources = Object.values(SECTIONS).flat();
  expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("the published sizes of the tag are those of the build: `npm run bench -- sizes`", async () => {
  const published = readSection(await readFile(join(ROOT, "bench/RESULTS.md"), "utf8"), "sizes");
  const script = await readFile(join(ROOT, "dist/zonetag.js"));
  const [bytes, brotli] = [script, compress(script)].map(({ length }) => formatNumber(length));
  expect(published).toContain(`| zonetag |  | ${bytes} | ${brotli} |`);
  expect(published).toContain(writeBytesByFile());
  expect(await readFile(join(ROOT, "docs/images/bench-size.svg"), "utf8")).toContain(`>${brotli}<`);
});

test("readSection returns a section without its marks", () => {
  const results = `${openMark("page")}## Page\n${closeMark("page")}\n${openMark("service")}x\n${closeMark("service")}`;
  expect(readSection(results, "page")).toBe("## Page\n");
  expect(readSection(results, "growth")).toBe("");
});
