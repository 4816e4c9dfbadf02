/** Wording of compile errors in code that uses the client. `types.ts` in this folder tests which code compiles. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeFolder } from "../support/folder.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

/** Compiles the lines and returns the compiler's errors for each line. */
async function compile(lines: readonly string[]): Promise<string[]> {
  const folder = makeFolder();
  const types = join(ROOT, "src/statistics/index.ts");
  const head = `import type { Groupings, Query, Statistics } from ${JSON.stringify(types)}; declare const s: Statistics;`;
  await writeFile(join(folder, "use.ts"), [head, ...lines].join("\n"));
  const config = {
    extends: join(ROOT, "tsconfig.json"),
    compilerOptions: { types: [] },
    files: ["use.ts"],
    include: [],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const { stdout } = await run(process.execPath, [compiler, "--pretty", "false", "-p", folder]).catch(
    (error: { stdout: string }) => error,
  );
  const errors = stdout.split(/^(?=\S)/m);
  return lines.map((_, at) => errors.filter((error) => error.includes(`use.ts(${at + 2},`)).join(""));
}

test("the compile error of an empty group_by says that a grouping is needed", async () => {
  const errors = await compile([
    "s.publisher.query({ group_by: [] });",
    "s.advertiser.count({ group_by: [] });",
    "s.publisher.totals({ group_by: [] });",
    "s.publisher.pages({ group_by: [] });",
    "s.publisher.records({ group_by: [] });",
    "s.publisher.csv({ group_by: [] });",
    'export const query: Query<"publisher"> = { group_by: [] };',
    'export const groupings: Groupings<"date"> = [];',
    'export const ask = (list: "date"[]) => s.publisher.query({ group_by: list });',
  ]);
  for (const error of errors) {
    expect(error).toContain("group_by needs at least one grouping");
    expect(error).not.toContain("requires");
  }
});

test("the compile errors of other invalid groupings name the limit or the wrong grouping", async () => {
  const [five, unknown, foreign] = await compile([
    's.publisher.query({ group_by: ["date", "hour", "zone_id", "country_iso", "sub"] });',
    's.publisher.query({ group_by: ["colour"] });',
    's.publisher.query({ group_by: ["date", "campaign_id"] });',
  ]);
  expect(five).toContain("Source has 5 element(s) but target allows only 4");
  expect(unknown).toMatch(/Type '"colour"' is not assignable to type '.*GroupingOf<"publisher">/);
  expect(foreign).toMatch(/Type '"campaign_id"' is not assignable to type '.*GroupingOf<"publisher">/);
});
