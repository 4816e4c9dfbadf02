// @programs Runs a service and the commands of a guide.
/** Runs the commands of the guide to the statistics. */
import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "../support/folder.ts";
import { runShell, startDemo } from "./demoService.ts";

test("the commands of the guide to the statistics succeed", async (context) => {
  context.skip(spawnSync("curl", ["--version"]).status !== 0, "needs curl");
  const guide = await readFile("docs/statistics.md", "utf8");
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  const script = blocks.filter((block) => block.includes("curl ")).join("\n");
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
