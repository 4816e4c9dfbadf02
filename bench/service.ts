/**
 * The ad service under load, with every decision on disk before it is answered, beside a bare Node HTTP server that
 * reads the same requests and answers the same bytes. Both run in turn, on the same machine as what loads them.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { type RunningService, startService } from "../e2e/support/service.ts";
import { readCatalogue } from "../src/service/catalogue/catalogue.ts";
import { type IndexedZone, indexCampaigns } from "../src/service/placement/campaignIndex.ts";
import { decide } from "../src/service/placement/decide.ts";
import { seededRandom } from "../src/service/values/random.ts";
import type { BenchOptions } from "./run.ts";
import { type Load, type LoadResult, load, percentile } from "./service-load.ts";

export const name = "service";

const WORDS = ["shoes", "running", "bikes", "travel", "food", "music", "books", "garden"];
const SIZE = "300x250";
const HEADERS = { origin: "https://news.example" };
const CONNECTIONS = 192;
/** Of a flood: enough that it need not wait for answers to go on. */
const FLOOD_CONNECTIONS = 4096;
const VISITORS = 500;
const AGENTS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
];

interface Measured {
  zones: number;
  bare: LoadResult[];
  ours: LoadResult[];
  bareCpu: number[];
  ourCpu: number[];
}

export async function run({ quick }: BenchOptions): Promise<string> {
  const seconds = quick ? 2 : 5;
  const rounds = quick ? 2 : 5;
  const measured = [await throughput(3, rounds, seconds), await throughput(10, rounds, seconds)];
  const capacity = median(measured[0]?.ours.map(({ perSecond }) => perSecond) ?? []);
  return [
    "## Ad service",
    "",
    `Placement requests of ${VISITORS} visitors over ${CONNECTIONS} connections, 50 campaigns; one process each, ${availableParallelism()} processors for server and load together; medians of ${rounds} runs of ${seconds} s in turn.`,
    "",
    "| Zones | Bare Node, requests/s | Service, requests/s | Service / bare | CPU per request, bare | CPU per request, service |",
    "|---|---|---|---|---|---|",
    ...measured.map(throughputRow),
    "",
    ...(await latencies(capacity, seconds)),
    "",
    ...(await signInFlood(capacity, seconds)),
    "",
    ...(await overload(seconds)),
    "",
    ...(await dearestBody(seconds)),
    "",
    ...(await sizes(quick)),
  ].join("\n");
}

async function throughput(zones: number, rounds: number, seconds: number): Promise<Measured> {
  const service = await startBenchService();
  const bodies = bodiesOf(zones);
  const bare = await startBare(service, bodies[0] ?? "");
  const measured: Measured = { zones, bare: [], ours: [], bareCpu: [], ourCpu: [] };
  const common = { bodies, headers: HEADERS, connections: CONNECTIONS, seconds };
  try {
    await load({ ...common, url: service.endpoint, seconds: 2 });
    for (let round = 0; round < rounds; round++) {
      const plain = await withCpu(bare.process, { ...common, url: bare.url });
      measured.bare.push(plain.result);
      measured.bareCpu.push(plain.microseconds);
      const ours = await withCpu(service.process, { ...common, url: service.endpoint });
      measured.ours.push(ours.result);
      measured.ourCpu.push(ours.microseconds);
    }
  } finally {
    await service.stop();
    bare.process.kill();
  }
  return measured;
}

function throughputRow({ zones, bare, ours, bareCpu, ourCpu }: Measured): string {
  const rates = [bare, ours].map((results) => median(results.map(({ perSecond }) => perSecond)));
  const ratio = median(ours.map(({ perSecond }, at) => perSecond / (bare[at]?.perSecond ?? Number.NaN)));
  const cells = [
    ...[zones, ...rates.map((rate) => rate.toFixed(0)), `${(ratio * 100).toFixed(0)} %`],
    ...[bareCpu, ourCpu].map((times) => `${median(times).toFixed(0)} µs`),
  ];
  return `| ${cells.join(" | ")} |`;
}

async function latencies(capacity: number, seconds: number): Promise<string[]> {
  const service = await startBenchService();
  const common = { url: service.endpoint, bodies: bodiesOf(3), headers: HEADERS, connections: CONNECTIONS };
  try {
    await load({ ...common, seconds: 2 });
    const result = await load({ ...common, rate: capacity * 0.8, seconds: seconds * 2 });
    const [p50, p99] = [0.5, 0.99].map((share) => percentile(result.latencies, share).toFixed(1));
    return [
      `Three zones at 80 % of that, ${result.sentPerSecond.toFixed(0)} requests/s: p50 ${p50} ms, p99 ${p99} ms, ${refusedOf(result)} refused.`,
    ];
  } finally {
    await service.stop();
  }
}

/** Placements beside as many sign-ins as somebody can send from one address, over placements alone. */
async function signInFlood(capacity: number, seconds: number): Promise<string[]> {
  const service = await startBenchService();
  const placements = {
    url: service.endpoint,
    bodies: bodiesOf(3),
    headers: HEADERS,
    connections: CONNECTIONS,
  };
  const signIns: Load = {
    url: `${service.origin}/v2/login`,
    bodies: Array.from({ length: 1000 }, (_, at) =>
      JSON.stringify({ username: `user-${at}`, password: "guess" }),
    ),
    headers: { "content-type": "application/json" },
    connections: 140,
    rate: 140,
    seconds: seconds * 2,
  };
  try {
    await load({ ...placements, seconds: 2 });
    const ratios: number[] = [];
    for (let round = 0; round < 3; round++) {
      const alone = await load({ ...placements, rate: capacity * 0.3, seconds: seconds * 2 });
      const [beside] = await Promise.all([
        load({ ...placements, rate: capacity * 0.3, seconds: seconds * 2 }),
        load(signIns),
      ]);
      ratios.push(percentile(beside.latencies, 0.99) / percentile(alone.latencies, 0.99));
    }
    return [
      `Placements at 30 % beside 140 sign-ins a second from one address: p99 ${median(ratios).toFixed(2)} times that without (${ratios.map((ratio) => ratio.toFixed(2)).join(", ")}).`,
    ];
  } finally {
    await service.stop();
  }
}

/** Three times what it can take, with the second after: a mix so dear that as many can be sent. */
async function overload(seconds: number): Promise<string[]> {
  const service = await startBenchService({ campaigns: 1000 });
  const bodies = bodiesOf(10, WORDS.join(","));
  const common = { url: service.endpoint, bodies, headers: HEADERS, seconds };
  try {
    await load({ ...common, connections: CONNECTIONS, seconds: 2 });
    const { perSecond: capacity } = await load({ ...common, connections: CONNECTIONS });
    const flood = await load({ ...common, connections: FLOOD_CONNECTIONS, rate: capacity * 3 });
    const after = await load({ ...common, connections: CONNECTIONS, rate: capacity * 0.5, seconds: 1 });
    const row = overloadRow(capacity);
    return [
      `Ten zones, each with 1,000 candidates, of which the service answers ${capacity.toFixed(0)} requests/s:`,
      "",
      "| | Sent, requests/s | Sent / capacity | Answered, requests/s | Refused, requests/s | p50 | p99 | p99 of refusals |",
      "|---|---|---|---|---|---|---|---|",
      row("three times that", flood, seconds),
      row("half of it, the second after", after, 1),
      "",
      `Times are from when a request was sent. The last refusal came ${after.lastRefusal.toFixed(0)} ms after the flood.`,
    ];
  } finally {
    await service.stop();
  }
}

/** Bodies as long as they may be, of zones whose keywords all differ, beside ten zones of one keyword. */
async function dearestBody(seconds: number): Promise<string[]> {
  const service = await startBenchService({ zones: 100 });
  const common = { url: service.endpoint, headers: HEADERS, connections: 8, seconds };
  const fill = (text: string) =>
    Array.from({ length: 100 }, (_, body) => {
      const asked = Array.from({ length: 100 }, (_, at) => ({
        ...{ id: at + 1, keywords: `${body} ${at} ${text}`.slice(0, 600) },
      }));
      return JSON.stringify({ user: { ip: "85.1.2.3" }, zones: asked }).slice(0, 65_536);
    });
  try {
    const median = await withCpu(service.process, { ...common, bodies: bodiesOf(10) });
    const worst = await withCpu(service.process, { ...common, bodies: fill("a,".repeat(300)) });
    const ratio = (worst.microseconds / median.microseconds).toFixed(1);
    return [
      `Processor time of a request: ${median.microseconds.toFixed(0)} µs for ten zones of a keyword each, ${worst.microseconds.toFixed(0)} µs for the dearest body of 64 KiB, ${ratio} times as much.`,
    ];
  } finally {
    await service.stop();
  }
}

function overloadRow(capacity: number) {
  return (label: string, result: LoadResult, seconds: number): string => {
    const { perSecond, sentPerSecond, answers, refusals } = result;
    const at = (times: Float64Array, share: number) =>
      times.length > 0 ? `${percentile(times, share).toFixed(1)} ms` : "none";
    const sent = [sentPerSecond.toFixed(0), (sentPerSecond / capacity).toFixed(1)];
    const rates = [perSecond, refusedOf(result) / seconds].map((rate) => rate.toFixed(0));
    const times = [at(answers, 0.5), at(answers, 0.99), at(refusals, 0.99)];
    return `| ${[label, ...sent, ...rates, ...times].join(" | ")} |`;
  };
}

function refusedOf({ statuses }: LoadResult): number {
  return Object.entries(statuses)
    .filter(([status]) => status !== "200")
    .reduce((sum, [, count]) => sum + count, 0);
}

interface Size {
  campaigns: number;
  zones: number;
}

const SIZES: Size[] = [
  { campaigns: 50, zones: 10 },
  { campaigns: 1000, zones: 10 },
  { campaigns: 10_000, zones: 10 },
  { campaigns: 10_000, zones: 100_000 },
];

async function sizes(quick: boolean): Promise<string[]> {
  const rows: string[] = [];
  for (const size of SIZES) rows.push(await sizeRow(size, quick));
  return [
    "| Campaigns | Zones | Start | Memory after the start | Deciding ten zones | Candidates for each | Ten zones, requests/s |",
    "|---|---|---|---|---|---|---|",
    ...rows,
  ];
}

async function sizeRow(size: Size, quick: boolean): Promise<string> {
  const started = performance.now();
  const service = await startBenchService(size);
  const took = performance.now() - started;
  try {
    const memory = residentMegabytes(service.process.pid ?? 0);
    const common = {
      url: service.endpoint,
      bodies: bodiesOf(10),
      headers: HEADERS,
      connections: CONNECTIONS,
    };
    await load({ ...common, seconds: 2 });
    const { perSecond } = await load({ ...common, seconds: quick ? 2 : 5 });
    const cells = [
      ...[size.campaigns, size.zones].map((count) => count.toLocaleString("en")),
      ...[`${(took / 1000).toFixed(1)} s`, `${memory.toFixed(0)} MB`],
      ...[`${decisionTime(size, quick).toFixed(0)} µs`, `about ${Math.round(size.campaigns / 4)}`],
      perSecond.toFixed(0),
    ];
    return `| ${cells.join(" | ")} |`;
  } finally {
    await service.stop();
  }
}

/** Ten zones of two keywords, without the network; microseconds. */
function decisionTime(size: Size, quick: boolean): number {
  const index = indexCampaigns(readCatalogue(catalogueOf(size)));
  const zones = Array.from({ length: 10 }, (_, at) => ({
    zone: index.zones.get(at + 1) as IndexedZone,
    keywords: `${WORDS[at % WORDS.length]},${WORDS[(at + 3) % WORDS.length]}`,
  }));
  const visitor = {
    ...{ country: "DEU", region: undefined, language: 33, deviceType: undefined },
    ...{ operatingSystem: undefined, browser: undefined },
  };
  const remaining = () => Number.POSITIVE_INFINITY;
  const query = { visitor, page: undefined, zones, time: Date.now(), remaining, random: seededRandom(1) };
  const rounds = quick ? 1000 : 5000;
  for (let warm = 0; warm < 1000; warm++) decide(index, query);
  const started = performance.now();
  for (let round = 0; round < rounds; round++) decide(index, query);
  return ((performance.now() - started) / rounds) * 1000;
}

/** As Linux tells it; NaN elsewhere. */
function residentMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

function startBenchService(size: Partial<Size> = {}): Promise<RunningService> {
  const args = ["--limit-ip", "0", "--log-level", "warn"];
  return startService({ catalogue: catalogueOf(size), args });
}

/** Zones are on sites of a hundred. */
function catalogueOf({ campaigns = 50, zones = 10 }: Partial<Size>): object {
  const variation = (id: number) => ({
    ...{ id, size: SIZE, image: `https://cdn.example/creative/${id}.webp`, url: "https://shop.example/" },
  });
  return {
    accounts: [
      { id: 1, name: "Publisher", role: "publisher" },
      { id: 2, name: "Advertiser", role: "advertiser" },
    ],
    sites: Array.from({ length: Math.ceil(zones / 100) }, (_, at) => ({
      ...{ id: at + 1, account: 1, name: `Site ${at + 1}`, hostname: "news.example" },
    })),
    zones: Array.from({ length: zones }, (_, at) => ({
      id: at + 1,
      site: Math.floor(at / 100) + 1,
      name: `Zone ${at + 1}`,
      size: SIZE,
    })),
    campaigns: Array.from({ length: campaigns }, (_, at) => ({
      ...{ id: at + 1, account: 2, name: `Campaign ${at + 1}`, pricing: { model: "cpm", price: "2.00" } },
      ...{ keywords: [WORDS[at % WORDS.length]], variations: [variation(at + 1)] },
    })),
  };
}

/** `keywords`: of all zones; else each has one that differs. */
function bodiesOf(zones: number, keywords?: string): string[] {
  return Array.from({ length: VISITORS }, (_, visitor) =>
    JSON.stringify({
      user: {
        ip: `85.${visitor >> 8}.${visitor & 255}.7`,
        ua: AGENTS[visitor % AGENTS.length],
        language: visitor % 3 ? "en-us" : "de",
        referer: `https://news.example/section/${visitor % 50}`,
      },
      zones: Array.from({ length: zones }, (_, at) => ({
        ...{ id: at + 1, keywords: keywords ?? WORDS[(visitor + at) % 8] },
      })),
    }),
  );
}

const BARE = `
import { createServer } from "node:http";
const { headers, text } = JSON.parse(process.argv[1]);
createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    response.writeHead(200, { ...headers, "Content-Length": Buffer.byteLength(text) });
    response.end(text);
  });
}).listen(0, "127.0.0.1", function () { console.log(this.address().port); });`;

/** A server that reads each request and gives the answer that the service gave to the first. */
async function startBare(
  service: RunningService,
  body: string,
): Promise<{ url: string; process: ChildProcess }> {
  const sample = await fetch(service.endpoint, { method: "POST", headers: HEADERS, body });
  const own = /^(date|connection|keep-alive|content-length|transfer-encoding)$/;
  const headers = Object.fromEntries([...sample.headers].filter(([header]) => !own.test(header)));
  const argument = JSON.stringify({ headers, text: await sample.text() });
  const child = spawn(process.execPath, ["--input-type=module", "-e", BARE, argument]);
  const [port] = await once(child.stdout, "data");
  return { url: `http://127.0.0.1:${String(port).trim()}/v1/placement`, process: child };
}

async function withCpu(
  server: ChildProcess,
  options: Load,
): Promise<{ result: LoadResult; microseconds: number }> {
  const before = cpuSeconds(server.pid ?? 0);
  const result = await load(options);
  const used = cpuSeconds(server.pid ?? 0) - before;
  return { result, microseconds: (used * 1e6) / (result.perSecond * options.seconds) };
}

/** Of all threads of a process, as Linux tells it; NaN elsewhere. */
function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
