/** Runs the built ad service on a free port, with the test's catalogue and data folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { toDocument } from "../../src/service/catalogue/document.ts";
import { hasLiveCatalogue } from "../../src/service/catalogue/logFiles.ts";
import { createLiveData } from "../../src/service/people/takeSignIns.ts";
import { endWithTests } from "./children.ts";

const PROGRAM = resolve(import.meta.dirname, "../../dist/service.mjs");

/** Arguments for a service without rate limits. */
export const UNLIMITED = [
  ...["--limit-ip", "0", "--limit-user", "0", "--limit-statistics-ip", "0", "--limit-statistics-user", "0"],
  ...["--click-limits", "0"],
];

export interface ServiceOptions {
  /** Initial content of a live catalogue, or path of a declared one; absent if Redis has the catalogue. */
  catalogue?: object | string | undefined;
  /** Data folder. Default: a temporary one, which is removed at the end. */
  data?: string;
  /** Path of another build. */
  program?: string;
  /** Further command line arguments. */
  args?: string[];
  /** Command that runs it, such as `ip netns exec …`; it must become the service's process. */
  through?: readonly string[];
  env?: Record<string, string>;
}

/** Totals of the service's counters. */
export interface Counts {
  ad_requests: number;
  filled: number;
  impressions: number;
  invalid_impressions: number;
  clicks: number;
}

export interface RunningService {
  origin: string;
  /** Address of the ad placement interface. */
  endpoint: string;
  data: string;
  process: ChildProcess;
  /** Reads the current totals from `/metrics`. */
  events(): Promise<Counts>;
  /** Returns its log. */
  log(): string;
  /** Stops the service and resolves with its exit code; removes a temporary data folder. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export async function startService(options: ServiceOptions): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-service-"));
  const data = options.data ?? join(folder, "data");
  const { catalogue, program = PROGRAM } = options;
  const declared = typeof catalogue === "string" ? ["--catalogue", catalogue] : [];
  if (typeof catalogue === "object" && !(await hasLiveCatalogue(data)))
    await createLiveData(data, toDocument(catalogue));
  const args = [...declared, "--data", data, "--port", "0", ...(options.args ?? [])];
  const [command = "", ...more] = [...(options.through ?? []), process.execPath, program, ...args];
  const child = endWithTests(
    spawn(command, more, {
      env: { ...process.env, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += chunk;
  });
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const origin = await listening(child, exited, () => log);
  return {
    origin,
    endpoint: `${origin}/v1/placement`,
    data,
    process: child,
    events: () => readCounts(origin),
    log: () => log,
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      const code = await exited;
      await rm(folder, { recursive: true, force: true });
      return code;
    },
  };
}

async function listening(
  child: ChildProcess,
  exited: Promise<number | null>,
  log: () => string,
): Promise<string> {
  const found = new Promise<string>((resolve) => {
    if (!child.stdout) return;
    createInterface(child.stdout).on("line", (line) => {
      const address = /^ad service listening on (\S+)$/.exec(line)?.[1];
      if (address) resolve(address);
    });
  });
  const failed = exited.then((code) => {
    throw new Error(`The service ended with ${code} before it listened: ${log()}`);
  });
  return Promise.race([found, failed]);
}

/** Reads the service's own metrics: answered zones, and counted events. */
async function readCounts(origin: string): Promise<Counts> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const sum = (pattern: RegExp) =>
    text
      .split("\n")
      .filter((line) => pattern.test(line))
      .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(" "))), 0);
  const event = (kind: string, results: string) =>
    sum(new RegExp(`^zonetag_events_total\\{kind="${kind}",result="(${results})"\\}`));
  return {
    ad_requests: sum(/^zonetag_zones_total\{result="(filled|empty)"\}/),
    filled: sum(/^zonetag_zones_total\{result="filled"\}/),
    impressions: event("impression", "counted"),
    invalid_impressions: event("impression", "invalid"),
    clicks: event("click", "counted|unpaid"),
  };
}
