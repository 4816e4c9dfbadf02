/**
 * The ad service under load, with each decision on disk before it is answered, beside a bare Node HTTP server that
 * reads the same requests and answers the same bytes. Both run alternately, on the same machine as the load generator.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { RunningService } from "../e2e/support/service.ts";
import type { BenchOptions } from "./run.ts";
import {
  CONNECTIONS,
  createBodies,
  HEADERS,
  type Size,
  startBenchService,
  VISITORS,
  WORDS,
} from "./service/fixture.ts";
import { type Load, type LoadResult, load, percentile } from "./service/load.ts";
import { median } from "./service/median.ts";
import { readCpuSeconds } from "./service/processorTime.ts";

export const name = "service";

/** Zones per request. */
const ZONES = [1, 3, 10, 100];
/** Connections of a flood: enough that it never waits for responses. */
const FLOOD_CONNECTIONS = 4096;
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
  const measured: Measured[] = [];
  for (const zones of ZONES) measured.push(await measureThroughput(zones, rounds, seconds));
  const three = measured.find(({ zones }) => zones === 3);
  const capacity = median(three?.ours.map(({ perSecond }) => perSecond) ?? []);
  return [
    "## Ad service",
    "",
    `Placement requests of ${VISITORS} visitors over ${CONNECTIONS} connections, 50 campaigns; one process each, ${availableParallelism()} processors for server and load together; medians of ${rounds} runs of ${seconds} s in turn.`,
    "",
    "| Zones | Bare Node, requests/s | Service, requests/s | Service / bare | CPU per request, bare | CPU per request, service |",
    "|---|---|---|---|---|---|",
    ...measured.map(formatThroughput),
    "",
    ...(await measureLatencies(capacity, seconds)),
    "",
    ...(await measureOverload(seconds)),
    "",
    ...(await measureDearestBody(seconds)),
    "",
    ...(await measureSizes(quick)),
  ].join("\n");
}

async function measureThroughput(zones: number, rounds: number, seconds: number): Promise<Measured> {
  const service = await startBenchService({ zones });
  const bodies = createBodies(zones);
  const bare = await startBare(service, bodies[0] ?? "");
  const measured: Measured = { zones, bare: [], ours: [], bareCpu: [], ourCpu: [] };
  const common = { bodies, headers: HEADERS, connections: CONNECTIONS, seconds };
  try {
    await load({ ...common, url: service.endpoint, seconds: 2 });
    for (let round = 0; round < rounds; round++) {
      const plain = await measureCpu(bare.process, { ...common, url: bare.url });
      measured.bare.push(plain.result);
      measured.bareCpu.push(plain.microseconds);
      const ours = await measureCpu(service.process, { ...common, url: service.endpoint });
      measured.ours.push(ours.result);
      measured.ourCpu.push(ours.microseconds);
    }
  } finally {
    await service.stop();
    bare.process.kill();
  }
  return measured;
}

function formatThroughput({ zones, bare, ours, bareCpu, ourCpu }: Measured): string {
  const rates = [bare, ours].map((results) => median(results.map(({ perSecond }) => perSecond)));
  const ratio = median(ours.map(({ perSecond }, at) => perSecond / (bare[at]?.perSecond ?? Number.NaN)));
  const cells = [
    ...[zones, ...rates.map((rate) => rate.toFixed(0)), `${(ratio * 100).toFixed(0)} %`],
    ...[bareCpu, ourCpu].map((times) => `${median(times).toFixed(0)} µs`),
  ];
  return `| ${cells.join(" | ")} |`;
}

async function measureLatencies(capacity: number, seconds: number): Promise<string[]> {
  const service = await startBenchService();
  const common = {
    url: service.endpoint,
    bodies: createBodies(3),
    headers: HEADERS,
    connections: CONNECTIONS,
  };
  try {
    await load({ ...common, seconds: 2 });
    const result = await load({ ...common, rate: capacity * 0.8, seconds: seconds * 2 });
    const [p50, p99] = [0.5, 0.99].map((share) => percentile(result.latencies, share).toFixed(1));
    return [
      `Three zones at 80 % of that, ${result.sentPerSecond.toFixed(0)} requests/s: p50 ${p50} ms, p99 ${p99} ms, ${countRefused(result)} refused.`,
    ];
  } finally {
    await service.stop();
  }
}

/**
 * Measures an overload of three times the capacity, then the second after it. The requests are expensive, so that the
 * load generator can send enough of them.
 */
async function measureOverload(seconds: number): Promise<string[]> {
  const service = await startBenchService({ campaigns: 1000 });
  const bodies = createBodies(10, WORDS.join(","));
  const common = { url: service.endpoint, bodies, headers: HEADERS, seconds };
  try {
    await load({ ...common, connections: CONNECTIONS, seconds: 2 });
    const { perSecond: capacity } = await load({ ...common, connections: CONNECTIONS });
    const flood = await load({ ...common, connections: FLOOD_CONNECTIONS, rate: capacity * 3 });
    const after = await load({ ...common, connections: CONNECTIONS, rate: capacity * 0.5, seconds: 1 });
    const row = formatOverload(capacity);
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

/** Measures bodies of maximum length whose zones all have different keywords, and ten zones with one keyword. */
async function measureDearestBody(seconds: number): Promise<string[]> {
  const service = await startBenchService({ zones: 100 });
  const common = { url: service.endpoint, headers: HEADERS, connections: 8, seconds };
  const fill = (text: string) =>
    Array.from({ length: 100 }, (_, body) => {
      const asked = Array.from({ length: 100 }, (_, at) => ({
        id: at + 1,
        keywords: `${body} ${at} ${text}`.slice(0, 600),
      }));
      return JSON.stringify({ user: { ip: "85.1.2.3" }, zones: asked }).slice(0, 65_536);
    });
  try {
    const median = await measureCpu(service.process, { ...common, bodies: createBodies(10) });
    const worst = await measureCpu(service.process, { ...common, bodies: fill("a,".repeat(300)) });
    const ratio = (worst.microseconds / median.microseconds).toFixed(1);
    return [
      `Processor time of a request: ${median.microseconds.toFixed(0)} µs for ten zones of a keyword each, ${worst.microseconds.toFixed(0)} µs for the dearest body of 64 KiB, ${ratio} times as much.`,
    ];
  } finally {
    await service.stop();
  }
}

function formatOverload(capacity: number) {
  return (label: string, result: LoadResult, seconds: number): string => {
    const { perSecond, sentPerSecond, answers, refusals } = result;
    const at = (times: Float64Array, share: number) =>
      times.length > 0 ? `${percentile(times, share).toFixed(1)} ms` : "none";
    const sent = [sentPerSecond.toFixed(0), (sentPerSecond / capacity).toFixed(1)];
    const rates = [perSecond, countRefused(result) / seconds].map((rate) => rate.toFixed(0));
    const times = [at(answers, 0.5), at(answers, 0.99), at(refusals, 0.99)];
    return `| ${[label, ...sent, ...rates, ...times].join(" | ")} |`;
  };
}

function countRefused({ statuses }: LoadResult): number {
  return Object.entries(statuses)
    .filter(([status]) => status !== "200")
    .reduce((sum, [, count]) => sum + count, 0);
}

const SIZES: Size[] = [
  { campaigns: 50, zones: 10 },
  { campaigns: 1000, zones: 10 },
  { campaigns: 10_000, zones: 10 },
  { campaigns: 10_000, zones: 100_000 },
];

async function measureSizes(quick: boolean): Promise<string[]> {
  const rows: string[] = [];
  for (const size of SIZES) rows.push(await measureSize(size, quick));
  return [
    "| Campaigns | Zones | Start | Memory after the start | Ten zones, requests/s |",
    "|---|---|---|---|---|",
    ...rows,
  ];
}

async function measureSize(size: Size, quick: boolean): Promise<string> {
  const started = performance.now();
  const service = await startBenchService(size);
  const took = performance.now() - started;
  try {
    const memory = readResidentMegabytes(service.process.pid ?? 0);
    const common = {
      url: service.endpoint,
      bodies: createBodies(10),
      headers: HEADERS,
      connections: CONNECTIONS,
    };
    await load({ ...common, seconds: 2 });
    const { perSecond } = await load({ ...common, seconds: quick ? 2 : 5 });
    const cells = [
      ...[size.campaigns, size.zones].map((count) => count.toLocaleString("en")),
      ...[`${(took / 1000).toFixed(1)} s`, `${memory.toFixed(0)} MB`],
      perSecond.toFixed(0),
    ];
    return `| ${cells.join(" | ")} |`;
  } finally {
    await service.stop();
  }
}

/** Reads the resident memory on Linux; NaN elsewhere. */
function readResidentMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
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

/** Starts a server that reads each request and repeats the service's answer to the first one. */
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

async function measureCpu(
  server: ChildProcess,
  options: Load,
): Promise<{ result: LoadResult; microseconds: number }> {
  const before = readCpuSeconds(server.pid ?? 0);
  const result = await load(options);
  const used = readCpuSeconds(server.pid ?? 0) - before;
  return { result, microseconds: (used * 1e6) / (result.perSecond * options.seconds) };
}
