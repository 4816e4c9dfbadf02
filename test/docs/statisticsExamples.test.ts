// @programs Runs a service and the commands of a guide.
/** Commands of the guide to the statistics, run as they stand there. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addDemoFacts } from "../../demo/facts.ts";
import { readCatalogue } from "../../src/service/catalogue/catalogue.ts";
import { toDocument } from "../../src/service/catalogue/document.ts";
import { openStore } from "../../src/service/duckdb/duckdbStore.ts";
import { createLiveData } from "../../src/service/people/takeSignIns.ts";
import { startService } from "../../src/service/service.ts";
import { DEFAULT_SETTINGS } from "../../src/service/settings.ts";
import { hashToken } from "../../src/service/signing/passwords.ts";

const API_TOKEN = "zt-token-of-a-script";
const PASSWORD = "longshore";

const NETWORK_TOKEN = "zt-token-of-a-network";
const TOKENS: Record<string, string> = { publisher: API_TOKEN, network: NETWORK_TOKEN };

/** The demo's data, with API tokens for its publisher and its network. */
async function startDemo(folder: string) {
  const demo = JSON.parse(await readFile("demo/catalogue.json", "utf8"));
  const accounts = demo.accounts.map((account: { username?: string }) => {
    const token = TOKENS[account.username ?? ""];
    return token === undefined ? account : { ...account, apiTokens: [hashToken(token)] };
  });
  const catalogue = { ...demo, accounts };
  await createLiveData(folder, toDocument(catalogue));
  const store = await openStore({ folder });
  await addDemoFacts(store, readCatalogue(catalogue), new Date(), 4);
  await store.close();
  const settings = { ...DEFAULT_SETTINGS, port: 0, logLevel: "silent", data: folder } as const;
  return startService(settings);
}

/** Runs shell commands, which fail as a whole when one does. */
function run(script: string, cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, PASSWORD, API_TOKEN, NETWORK_TOKEN } };
    execFile("bash", ["-euo", "pipefail", "-c", script], options, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout),
    );
  });
}

test("the commands of the guide to the statistics are answered", async (context) => {
  context.skip(spawnSync("curl", ["--version"]).status !== 0, "needs curl");
  const guide = await readFile("docs/statistics.md", "utf8");
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  const script = blocks.filter((block) => block.includes("curl ")).join("\n");
  const calls = script.match(/curl -s/g) ?? [];
  expect(calls.length).toBeGreaterThanOrEqual(10);
  const folder = await mkdtemp(join(tmpdir(), "zonetag-guide-"));
  await writeFile(join(folder, "facts.ndjson"), /^\{"time".*\}$/m.exec(guide)?.[0] ?? "");
  const service = await startDemo(join(folder, "data"));
  try {
    // Each answer on a line of its own; a refusal is a failure.
    const failing = script
      .replaceAll("http://localhost:8080", service.address)
      .replaceAll("curl -s", "curl --fail-with-body -w '\\n' -s");
    const printed = await run(failing, folder);
    expect(printed.match(/^\{"request_metadata"/gm)).toHaveLength(7);
    expect(printed).toContain('"impressions":');
    expect(printed).toContain('"name":"auctions/2026-11-20","read":1,"added":1,"rejected":0');
    expect(printed).toMatch(/^date,impressions,/m);
    expect(printed).toMatch(/^\{"group_by":\{"date":/m);
    expect((await readFile(join(folder, "report.parquet"))).subarray(0, 4).toString()).toBe("PAR1");
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
