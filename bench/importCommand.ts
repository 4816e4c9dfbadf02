/** Processor time and memory of the whole process of the import command while no service runs. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { PROGRAM } from "../test/service/support/program.ts";
import type { BenchOptions } from "./run.ts";
import { median } from "./service/median.ts";
import { CATALOGUE, COUNTRIES, YEAR } from "./storedFacts.ts";

export const name = "imports";

const FULL = { lines: 1_000_000, rounds: 3 };
const QUICK = { lines: 100_000, rounds: 1 };
const LINES_AT_ONCE = 1000;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse(YEAR.date_from);
const DAYS = 365;

const LINES = {
  "newline-delimited JSON": {
    file: "facts.ndjson",
    write: (line: object) => JSON.stringify(line),
    header: "",
  },
  CSV: { file: "facts.csv", write: (line: object) => Object.values(line).join(), header: header() },
  "CSV, every cell quoted": {
    file: "quoted.csv",
    write: (line: object) => `"${Object.values(line).join('","')}"`,
    header: header(),
  },
};

export async function run({ quick }: BenchOptions): Promise<string> {
  const { lines, rounds } = quick ? QUICK : FULL;
  const folder = await mkdtemp(join(tmpdir(), "zonetag-imports-"));
  try {
    const rows: string[] = [];
    for (const [label, { file, write, header }] of Object.entries(LINES)) {
      await writeLines(join(folder, file), header, lines, write);
      const usages: Usage[] = [];
      for (let round = 0; round < rounds; round++) usages.push(await measureImport(folder, file, lines));
      const [seconds, megabytes] = [
        usages.map((usage) => usage.seconds),
        usages.map((usage) => usage.megabytes),
      ];
      rows.push(`| ${label} | ${median(seconds).toFixed(1)} s | ${Math.max(...megabytes).toFixed(0)} MB |`);
    }
    return `## Imports

${lines.toLocaleString("en-US")} lines of 12 columns, imported by the command with a catalogue while no service runs: the whole process, its database included. Processor time is the median of ${rounds}, memory the maximum.

| Lines | Processor time | Memory |
|---|--:|--:|
${rows.join("\n")}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function createLine(at: number, lines: number): object {
  const random = (at * 2_654_435_761) % 2 ** 32;
  const time = new Date(FIRST_DAY + Math.floor((at * DAYS * DAY_MS) / lines / 1000) * 1000).toISOString();
  const impressions = 1 + (random % 50);
  return {
    time: time.replace(".000", ""),
    zone_id: 1 + (random % 200),
    campaign_id: 1 + (random % 300),
    country_iso: COUNTRIES[random % COUNTRIES.length],
    device_type_id: 1 + (random % 4),
    browser_id: 1 + (random % 12),
    operating_system_id: 1 + (random % 7),
    ad_requests: impressions + (random % 20),
    impressions,
    clicks: random % 97 === 0 ? 1 : 0,
    cost: (impressions * 1500) / 1e6,
    publisher_revenue: (impressions * 1050) / 1e6,
  };
}

function header(): string {
  return `${Object.keys(createLine(0, 1)).join()}\n`;
}

async function writeLines(
  path: string,
  header: string,
  lines: number,
  write: (line: object) => string,
): Promise<void> {
  const parts = function* () {
    yield header;
    for (let from = 0; from < lines; from += LINES_AT_ONCE)
      yield Array.from({ length: LINES_AT_ONCE }, (_, at) => `${write(createLine(from + at, lines))}\n`).join(
        "",
      );
  };
  await pipeline(Readable.from(parts()), createWriteStream(path));
}

interface Usage {
  seconds: number;
  megabytes: number;
}

/** At exit, writes the process's usage to its fourth descriptor. */
const REPORT_USAGE = `data:text/javascript,
  import { writeSync } from "node:fs";
  process.on("exit", () => writeSync(3, JSON.stringify(process.resourceUsage())));`;

async function measureImport(folder: string, file: string, lines: number): Promise<Usage> {
  const [data, catalogue] = [join(folder, "data"), join(folder, "catalogue.json")];
  await writeFile(catalogue, JSON.stringify(CATALOGUE));
  const args = ["import", join(folder, file), "--data", data, "--catalogue", catalogue];
  const child = spawn(process.execPath, ["--import", REPORT_USAGE, PROGRAM, ...args], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  const usage = child.stdio[3] as Readable;
  const [said, used] = await Promise.all([text(child.stderr as Readable), text(usage), once(child, "close")]);
  await rm(data, { recursive: true });
  if (!said.includes(`${lines.toLocaleString("en-US")} added, 0 rejected`)) throw new Error(said);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(used) as NodeJS.ResourceUsage;
  return { seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 };
}
