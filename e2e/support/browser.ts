/**
 * Finds the Chromium for browser tests and benches, so that `npm ci && npm test` needs nothing else on Linux:
 * ZONETAG_CHROMIUM, Playwright's own download, the system's, or the one inside an npm package.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { chromium, type LaunchOptions } from "playwright";
import { endGroup, endWithTests } from "./children.ts";

/** The headless shell first: the essential tests take 75 s with it, and 180 s with the whole browser. */
const SYSTEM_NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/** Disables the browser's own background traffic, because tests count the page's requests. */
const QUIET = [
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function chromiumLaunch(): Promise<LaunchOptions> {
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return { executablePath: await findChromium(), args: [...QUIET, ...sandbox] };
}

export interface SpawnedChromium {
  child: ChildProcess;
  /** Resolves once all of its processes have ended. */
  stop(): Promise<void>;
}

/**
 * Starts Chromium without a driver, with a separate profile. Debian's program is a script that starts the browser, so
 * they are ended together as a group. `pipes`: streams 3 and 4, for `--remote-debugging-pipe`.
 */
export async function spawnChromium(
  flags: readonly string[],
  pipes: "pipe"[] = [],
): Promise<SpawnedChromium> {
  const { executablePath = "", args = [] } = await chromiumLaunch();
  const profile = await mkdtemp(join(tmpdir(), "zonetag-chromium-"));
  const child = endWithTests(
    spawn(executablePath, [...args, "--headless", `--user-data-dir=${profile}`, ...flags], {
      stdio: ["ignore", "ignore", "pipe", ...pipes],
      detached: true,
    }),
    true,
  );
  // stderr closes when the last process that inherited it ends.
  child.stderr?.resume();
  const closed = once(child, "close");
  return {
    child,
    stop: async () => {
      endGroup(child);
      await closed;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function findChromium(): Promise<string> {
  const named = process.env.ZONETAG_CHROMIUM;
  if (named) return named;
  const downloaded = chromium.executablePath();
  if (existsSync(downloaded)) return downloaded;
  return onPath(SYSTEM_NAMES) ?? (await unpackChromium());
}

export function onPath(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** Sets the variable that makes the npm package unpack the browser's shared libraries, as in a cloud function. */
async function unpackChromium(): Promise<string> {
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs20.x";
  const { default: binary } = await import("@sparticuz/chromium");
  return binary.executablePath();
}
