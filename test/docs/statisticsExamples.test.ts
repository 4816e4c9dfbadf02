// @programs Runs a service and the commands of a guide.
/** Runs the commands of the guide to the statistics. */
import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "../support/folder.ts";
import { runShell, startDemo } from "./demoService.ts";

/** Removes the flat fields, which only a grouping in the address adds. */
function removeFlat(report: string): unknown[] {
  return JSON.parse(report).result.map(({ group_by, clicks, ...others }: Record<string, unknown>) => ({
    group_by,
    clicks,
    others: Object.keys(others).filter((name) => !["date", "ddate", "value"].includes(name)),
  }));
}

test("the commands of the guide to the statistics succeed", async (context) => {
  context.skip(spawnSync("curl", ["--version"]).status !== 0, "needs curl");
  const guide = await readFile("docs/statistics.md", "utf8");
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  // `lastMonth.test.ts` runs the one that waits and tries again.
  const script = blocks.filter((block) => /curl (?!.*--retry)/.test(block)).join("\n");
  const calls = script.match(/curl -s/g) ?? [];
  expect(calls.length).toBeGreaterThanOrEqual(10);
  const folder = makeFolder();
  await writeFile(join(folder, "facts.ndjson"), /^\{"time".*\}$/m.exec(guide)?.[0] ?? "");
  const service = await startDemo(join(folder, "data"));
  onTestFinished(() => service.stop());
  // Print each response on a separate line, and fail on HTTP errors.
  const failing = script
    .replaceAll("http://localhost:8080", service.address)
    .replaceAll("curl -s", "curl --fail-with-body -w '\\n' -s");
  const printed = await runShell(failing, folder);
  // Seven reports, and the list of imports.
  expect(printed.match(/^\{"request_metadata"/gm)).toHaveLength(8);
  expect(printed).toContain('"impressions":');
  expect(printed).toContain('"name":"auctions/2026-11-20","read":1,"added":1,"rejected":0');
  expect(printed).toMatch(/^date,impressions,/m);
  expect(printed).toMatch(/^\{"group_by":\{"date":/m);
  expect((await readFile(join(folder, "report.parquet"))).subarray(0, 4).toString()).toBe("PAR1");
});

test("the calls that the guide calls the same report have the same records with the same metrics", async (context) => {
  context.skip(spawnSync("curl", ["--version"]).status !== 0, "needs curl");
  const guide = await readFile("docs/statistics.md", "utf8");
  const [, block = ""] = /All of these are the same report,[^:]*:\n\n```sh\n(.*?)^```$/ms.exec(guide) ?? [];
  const folder = makeFolder();
  const service = await startDemo(join(folder, "data"));
  onTestFinished(() => service.stop());
  const calls = block.split(/^(?=curl)/m);
  const reports: unknown[] = [];
  for (const call of calls) {
    const shell = call.replaceAll("$base", service.address).replaceAll("$token", "$API_TOKEN");
    reports.push(removeFlat(await runShell(shell, folder)));
  }
  expect(reports).toHaveLength(3);
  expect(reports[0]).toContainEqual(expect.objectContaining({ clicks: expect.any(Number), others: [] }));
  expect(reports).toEqual([reports[0], reports[0], reports[0]]);
});
