// @programs Runs a service, and the programs of a guide where they are installed.
/** The statistics programs of the guide to moving over, and requests to old URLs as other clients send them. */
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { afterAll, expect, type TestContext, test } from "vitest";
import { useFolder } from "../support/folder.ts";
import { run, runShell, startDemo } from "./demoService.ts";

const GUIDE = await readFile("docs/moving-over.md", "utf8");

const service = await startDemo(join(useFolder(), "data"));
afterAll(() => service.stop());

/** Returns the guide's program in a language, with the service's address. */
function findProgram(language: string): string {
  const programs = [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))];
  const program = programs.map(([, code = ""]) => code).find((code) => code.includes("/v2/login"));
  if (!program) throw new Error(`no program in ${language}`);
  return program.replaceAll("http://localhost:8080", service.address);
}

const skipWithout = (context: TestContext, program: string, ...args: string[]) =>
  context.skip(spawnSync(program, args).status !== 0, `needs ${program}`);

/** Returns the output expected of the guide's programs, computed from the response to curl. */
async function expectPrinted(): Promise<string> {
  const { result, resultTotal } = JSON.parse(await runShell(findProgram("sh")));
  expect(result.length).toBeGreaterThan(0);
  const rows = result.map((row: Record<string, unknown>) => `${row.ddate} ${row.impressions} ${row.value}\n`);
  return `${rows.join("")}total ${resultTotal.value}\n`;
}

test("the guide's Python program prints the same report that curl receives", async (context) => {
  skipWithout(context, "curl", "--version");
  skipWithout(context, "python3", "--version");
  expect(await run("python3", ["-c", findProgram("python")])).toBe(await expectPrinted());
});

test("the guide's PHP program prints the same report that curl receives, without following redirects", async (context) => {
  skipWithout(context, "curl", "--version");
  skipWithout(context, "php", "-r", "exit(function_exists('curl_init') ? 0 : 1);");
  expect(await run("php", ["-r", findProgram("php")])).toBe(await expectPrinted());
});

test("an old statistics URL returns the same report to Node's http.get and to curl with and without -L", async (context) => {
  skipWithout(context, "curl", "--version");
  const { token } = JSON.parse(
    await runShell(
      `curl -s ${service.address}/v1/login -H 'Content-Type:' -d '{"api_token":"'$API_TOKEN'"}'`,
    ),
  );
  const address = `${service.address}/v1/statistics/publisher/device?zoneid=101`;
  const byNode = await new Promise<string>((resolve, reject) => {
    get(address, { headers: { Authorization: `Bearer ${token}` } }, (answer) => {
      answer
        .setEncoding("utf8")
        .toArray()
        .then((parts) => resolve(parts.join("")), reject);
    }).on("error", reject);
  });
  const byCurl = await Promise.all(
    ["-s", "-sL"].map((flags) => run("curl", [flags, address, "-H", `Authorization: Bearer ${token}`])),
  );
  expect(JSON.parse(byNode).result.length).toBeGreaterThan(0);
  expect(byCurl).toEqual([byNode, byNode]);
});
