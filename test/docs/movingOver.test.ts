// @programs Runs a service, and the programs of a guide where they are installed.
/** Programs that read statistics, as the guide to moving over has them, and as others send their requests. */
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

/** The guide's program in a language, at the service's address. */
function findProgram(language: string): string {
  const programs = [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))];
  const program = programs.map(([, code = ""]) => code).find((code) => code.includes("/v2/login"));
  if (!program) throw new Error(`no program in ${language}`);
  return program.replaceAll("http://localhost:8080", service.address);
}

const skipWithout = (context: TestContext, program: string, ...args: string[]) =>
  context.skip(spawnSync(program, args).status !== 0, `needs ${program}`);

/** What the guide's programs print of a report. */
async function expectPrinted(): Promise<string> {
  const { result, resultTotal } = JSON.parse(await runShell(findProgram("sh")));
  expect(result.length).toBeGreaterThan(0);
  const rows = result.map((row: Record<string, unknown>) => `${row.ddate} ${row.impressions} ${row.value}\n`);
  return `${rows.join("")}total ${resultTotal.value}\n`;
}

test("the guide's program in Python prints what curl is answered", async (context) => {
  skipWithout(context, "curl", "--version");
  skipWithout(context, "python3", "--version");
  expect(await run("python3", ["-c", findProgram("python")])).toBe(await expectPrinted());
});

test("the guide's program in PHP, which follows no redirect, prints what curl is answered", async (context) => {
  skipWithout(context, "curl", "--version");
  skipWithout(context, "php", "-r", "exit(function_exists('curl_init') ? 0 : 1);");
  expect(await run("php", ["-r", findProgram("php")])).toBe(await expectPrinted());
});

test("an old address answers Node's http.get, and curl with and without -L, with the same report", async (context) => {
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
