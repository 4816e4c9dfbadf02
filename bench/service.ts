/**
 * The ad service under load, with every decision on disk before it is answered, beside a bare Node HTTP server that
 * reads the same requests and answers the same bytes. Both run in turn, on the same machine as what loads them.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { type RunningService, startService } from "../e2e/support/service.ts";
import { readCatalogue } from "../src/service/catalogue.ts";
import { indexCampaigns } from "../src/service/placement/campaign-index.ts";
import { decide } from "../src/service/placement/decide.ts";
import { seededRandom } from "../src/service/random.ts";
import type { BenchOptions } from "./run.ts";
import { type Load, type LoadResult, load, percentile } from "./service-load.ts";

export const name = "service";

const WORDS = ["shoes", "running", "bikes", "travel", "food", "music", "books", "garden"];
const SIZE = "300x250";
const HEADERS = { origin: "https://news.example" };
const CONNECTIONS = 192;
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
    decisions(quick),
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

/** At 80 % of what it can take, and at three times that, with the second after. */
async function latencies(capacity: number, seconds: number): Promise<string[]> {
  const service = await startBenchService();
  const common = { url: service.endpoint, bodies: bodiesOf(3), headers: HEADERS, seconds };
  try {
    await load({ ...common, connections: 64, seconds: 2 });
    const normal = await load({ ...common, connections: CONNECTIONS, rate: capacity * 0.8 });
    const flood = await load({ ...common, connections: 1024, rate: capacity * 3 });
    const after = await load({ ...common, connections: CONNECTIONS, rate: capacity * 0.5, seconds: 1 });
    return [
      "| Three zones | Sent, requests/s | Answered, requests/s | Refused, requests/s | p50 | p99 | p99 of refusals |",
      "|---|---|---|---|---|---|---|",
      latencyRow("80 % of its throughput", normal, seconds),
      latencyRow("three times its throughput", flood, seconds),
      latencyRow("half its throughput, the second after", after, 1),
      "",
      "Answers are timed from when the request was due, which in the flood is mostly the wait for one of its 1,024 connections; refusals from when it was sent.",
      `The last refusal came ${after.lastRefusal.toFixed(0)} ms after the flood.`,
    ];
  } finally {
    await service.stop();
  }
}

function latencyRow(label: string, result: LoadResult, seconds: number): string {
  const { perSecond, sentPerSecond, statuses, latencies, refusals } = result;
  const refused = Object.entries(statuses)
    .filter(([status]) => status !== "200")
    .reduce((sum, [, count]) => sum + count, 0);
  const at = (times: Float64Array, share: number) =>
    times.length > 0 ? `${percentile(times, share).toFixed(1)} ms` : "none";
  const rates = [sentPerSecond, perSecond, refused / seconds].map((rate) => rate.toFixed(0));
  const times = [at(latencies, 0.5), at(latencies, 0.99), at(refusals, 0.99)];
  return `| ${[label, ...rates, ...times].join(" | ")} |`;
}

/** Ten zones among a thousand campaigns, without the network. */
function decisions(quick: boolean): string {
  const index = indexCampaigns(readCatalogue(catalogueOf(1000)), "0.70");
  const zones = Array.from({ length: 10 }, (_, at) => {
    const zone = index.zones.get(at + 1);
    return zone && { zone, keywords: `${WORDS[at % WORDS.length]},${WORDS[(at + 3) % WORDS.length]}` };
  });
  const room = new Float64Array(1000).fill(Number.POSITIVE_INFINITY);
  const random = seededRandom(1);
  const asked = { visitor: { country: "DEU", language: 33 }, page: undefined, zones, time: Date.now() };
  const rounds = quick ? 2000 : 20_000;
  for (let warm = 0; warm < 2000; warm++) decide(index, asked, room, random);
  const started = performance.now();
  for (let round = 0; round < rounds; round++) decide(index, asked, room, random);
  const each = ((performance.now() - started) / rounds) * 1000;
  return `Deciding ten zones among 1,000 campaigns, about 250 of them candidates for each zone: ${each.toFixed(0)} µs.`;
}

function startBenchService(): Promise<RunningService> {
  const args = ["--limit-ip", "0", "--log-level", "warn"];
  return startService({ catalogue: catalogueOf(50), args });
}

function catalogueOf(campaigns: number): object {
  const variation = (id: number) => ({
    ...{ id, size: SIZE, image: `https://cdn.example/creative/${id}.webp`, url: "https://shop.example/" },
  });
  return {
    accounts: [
      { id: 1, name: "Publisher", role: "publisher" },
      { id: 2, name: "Advertiser", role: "advertiser" },
    ],
    sites: [{ id: 1, account: 1, name: "News", hostname: "news.example" }],
    zones: Array.from({ length: 10 }, (_, at) => ({
      id: at + 1,
      site: 1,
      name: `Zone ${at + 1}`,
      size: SIZE,
    })),
    campaigns: Array.from({ length: campaigns }, (_, at) => ({
      ...{ id: at + 1, account: 2, name: `Campaign ${at + 1}`, pricing: { model: "cpm", price: "2.00" } },
      ...{ keywords: [WORDS[at % WORDS.length]], variations: [variation(at + 1)] },
    })),
  };
}

function bodiesOf(zones: number): string[] {
  return Array.from({ length: VISITORS }, (_, visitor) =>
    JSON.stringify({
      user: {
        ip: `85.${visitor >> 8}.${visitor & 255}.7`,
        ua: AGENTS[visitor % AGENTS.length],
        language: visitor % 3 ? "en-us" : "de",
        referer: `https://news.example/section/${visitor % 50}`,
      },
      zones: Array.from({ length: zones }, (_, at) => ({ id: at + 1, keywords: WORDS[(visitor + at) % 8] })),
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
