/** Service with the demo's data, on which tests run the commands of guides. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { addDemoFacts } from "../../demo/facts.ts";
import { parseCatalogue } from "../../src/service/catalogue/catalogue.ts";
import { toDocument } from "../../src/service/catalogue/document.ts";
import { openStore } from "../../src/service/duckdb/duckdbStore.ts";
import { createLiveData } from "../../src/service/people/takeSignIns.ts";
import { startService } from "../../src/service/service.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../src/service/settings.ts";
import { hashToken } from "../../src/service/signing/passwords.ts";

export const API_TOKEN = "zt-token-of-a-script";
export const PASSWORD = "longshore";

export const NETWORK_TOKEN = "zt-token-of-a-network";
const TOKENS: Record<string, string> = { publisher: API_TOKEN, network: NETWORK_TOKEN };

/**
 * Starts a service with the demo's data, and with API tokens for its publisher and its network. `until`: end of the four
 * days with facts.
 */
export async function startDemo(folder: string, overrides: Partial<Settings> = {}, until = new Date()) {
  const demo = JSON.parse(await readFile("demo/catalogue.json", "utf8"));
  const accounts = demo.accounts.map((account: { username?: string }) => {
    const token = TOKENS[account.username ?? ""];
    return token === undefined ? account : { ...account, apiTokens: [hashToken(token)] };
  });
  const catalogue = { ...demo, accounts };
  await createLiveData(folder, toDocument(catalogue));
  const store = await openStore({ folder });
  await addDemoFacts(store, parseCatalogue(catalogue), until, 4);
  await store.close();
  return startService({ ...DEFAULT_SETTINGS, port: 0, logLevel: "silent", data: folder, ...overrides });
}

/** Runs a program with the demo's secrets in its environment; rejects when it fails. Resolves with what it prints. */
export function run(file: string, args: readonly string[], cwd?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, PASSWORD, API_TOKEN, NETWORK_TOKEN } };
    execFile(file, args, options, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout),
    );
  });
}

/** Runs shell commands; rejects when one of them fails. */
export const runShell = (script: string, cwd?: string): Promise<string> =>
  run("bash", ["-euo", "pipefail", "-c", script], cwd);
