// @programs Runs a service, and the programs of a guide where they are installed.
/** Scripts of the guide to the statistics: they load the last month in pages, and wait as long as Retry-After says. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, type TestContext, test } from "vitest";
import { makeFolder, useFolder } from "../support/folder.ts";
import { API_TOKEN, run, runShell, startDemo } from "./demoService.ts";

const GUIDE = await readFile("docs/statistics.md", "utf8");
const PAGE = 7;
/** The first and the third request to the service are refused; the wait is as short as it can be. */
const REFUSED = new Map([
  [0, 429],
  [2, 503],
]);

/** End of the demo's four days: within the last month in every time zone. */
const until = new Date();
until.setUTCDate(0);
until.setUTCDate(15);
const unlimited = { limitIp: 0, limitUser: 0, limitStatisticsIp: 0, limitStatisticsUser: 0 };
const service = await startDemo(join(useFolder(), "data"), unlimited, until);

interface Sent {
  time: number;
  offset: number;
  status: number;
}
let sent: Sent[] = [];
beforeEach(() => {
  sent = [];
});

/** Passes requests on to the service, except for those that it refuses. */
const front = createServer(async (request, response) => {
  const body = await text(request);
  const headers = { authorization: request.headers.authorization ?? "", "content-type": "application/json" };
  const refusal = REFUSED.get(sent.length);
  const answer = refusal
    ? Response.json({ message: "Later." }, { status: refusal, headers: { "Retry-After": "1" } })
    : await fetch(`${service.address}${request.url}`, { method: "POST", headers, body });
  sent.push({ time: Date.now(), offset: JSON.parse(body).offset, status: answer.status });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
});
front.listen(0, "127.0.0.1");
await once(front, "listening");
const ADDRESS = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
afterAll(async () => {
  front.close();
  await service.stop();
});

/** Returns the guide's script in a language, with the address and a small page. */
function findScript(language: string): string {
  const scripts = [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))];
  const script = scripts.map(([, code = ""]) => code).find((code) => /limit ?= ?1000/.test(code));
  if (!script) throw new Error(`no script in ${language}`);
  return script.replaceAll("http://localhost:8080", ADDRESS).replace(/(limit ?= ?)1000/, `$1${PAGE}`);
}

type Row = [day: string, zone: number, impressions: number, clicks: number, revenue: number];

/** Reads the rows of the last month directly. */
async function readRows(): Promise<Row[]> {
  const last = new Date();
  last.setUTCDate(0);
  const date_to = last.toISOString().slice(0, 10);
  const body = {
    group_by: ["date", "zone_id"],
    filter: { date_from: `${date_to.slice(0, 8)}01`, date_to },
    limit: 10_000,
  };
  const headers = { Authorization: `Bearer ${API_TOKEN}`, "Content-Type": "application/json" };
  const address = `${service.address}/v2/statistics/p/global`;
  const response = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  return toRows(await response.json());
}

// biome-ignore lint/suspicious/noExplicitAny: a report.
const toRows = ({ result }: any): Row[] =>
  // biome-ignore lint/suspicious/noExplicitAny: a record.
  result.map(({ group_by, impressions, clicks, revenue }: any) => [
    group_by.date.date,
    group_by.zone_id.id,
    impressions,
    clicks,
    revenue,
  ]);

/** Reads what a script printed. */
function parseRows(printed: string): Row[] {
  const lines = printed.trim().split("\n");
  return lines.map((line) => {
    const [day = "", ...numbers] = line.split(",");
    const [zone = 0, impressions = 0, clicks = 0, revenue = 0] = numbers.map(Number);
    return [day, zone, impressions, clicks, revenue];
  });
}

/** Expects all pages, each once, and a wait after each refusal. */
async function expectWhole(rows: readonly Row[]): Promise<void> {
  const expected = await readRows();
  expect(expected.length).toBeGreaterThan(2 * PAGE);
  expect(rows).toEqual(expected);
  const answered = sent.filter(({ status }) => status === 200).map(({ offset }) => offset);
  expect(answered).toEqual(Array.from({ length: Math.ceil(rows.length / PAGE) }, (_, page) => page * PAGE));
  for (const at of REFUSED.keys()) {
    const [refused, next] = sent.slice(at, at + 2);
    expect(next?.offset).toBe(refused?.offset);
    expect(Number(next?.time) - Number(refused?.time)).toBeGreaterThan(900);
  }
}

const skipWithout = (context: TestContext, program: string, ...args: string[]) =>
  context.skip(spawnSync(program, args).status !== 0, `needs ${program} ${args.join(" ")}`);

test("the script for curl stores all pages of the last month, and waits after refusals", async (context) => {
  skipWithout(context, "curl", "--version");
  skipWithout(context, "date", "-d", "2026-11-01 -1 month");
  const folder = makeFolder();
  await runShell(findScript("sh"), folder);
  const position = (name: string) => Number(/\d+/.exec(name)?.[0]);
  const names = (await readdir(folder)).toSorted((a, b) => position(a) - position(b));
  const pages = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  await expectWhole(pages.flatMap((page) => toRows(JSON.parse(page))));
});

test("the script for Python prints all rows of the last month, and waits after refusals", async (context) => {
  skipWithout(context, "python3", "--version");
  await expectWhole(parseRows(await run("python3", ["-c", findScript("python")])));
});

test("the script for PHP prints all rows of the last month, and waits after refusals", async (context) => {
  skipWithout(context, "php", "-r", "exit(function_exists('curl_init') ? 0 : 1);");
  await expectWhole(parseRows(await run("php", ["-r", findScript("php")])));
});
