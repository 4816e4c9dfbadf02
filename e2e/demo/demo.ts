/** Runs the demo like `npm start`, once per worker, with its own ports and folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test as base, type Page } from "playwright/test";
import { endWithTests } from "../support/children.ts";

export { expect } from "playwright/test";

const ROOT = resolve(import.meta.dirname, "../..");

export interface RunningDemo {
  site: string;
  service: string;
  child: ChildProcess;
  stop(): Promise<void>;
}

type Running = { child: ChildProcess; output: () => string };

/** Runs the start script and collects its output. */
export function runStart(args: string[]): Running {
  return runStartWithFacts(["--no-facts", ...args]);
}

/** Like `runStart`, with 120 days of statistics, which takes some seconds. */
export function runStartWithFacts(args: string[]): Running {
  return run(process.execPath, ["--import", "tsx", "scripts/start.ts", "--no-build", ...args]);
}

/** Returns a function that runs a package script, `start` or `dev`, through npm and its shell. */
export function runNpm(script: string): (args: string[]) => Running {
  return (args) => run("npm", ["run", script, "--", "--no-build", "--no-facts", ...args], true);
}

function run(command: string, args: string[], detached = false): Running {
  const child = spawn(command, args, {
    cwd: ROOT,
    // Playwright sets FORCE_COLOR, and Node warns when NO_COLOR is set, too.
    env: { ...process.env, FORCE_COLOR: undefined },
    stdio: ["ignore", "pipe", "pipe"],
    detached,
  });
  endWithTests(child, detached);
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => chunks.push(chunk));
  return { child, output: () => Buffer.concat(chunks).toString("utf8") };
}

/** Starts the demo. `folder`: data folder; by default a temporary folder that is removed when the demo stops. */
export async function startedDemo(start = runStart, folder?: string): Promise<RunningDemo> {
  const data = folder ?? (await mkdtemp(join(tmpdir(), "zonetag-demo-")));
  const { child, output } = start(["--site-port", "0", "--service-port", "0", "--data", data]);
  const ended = once(child, "exit");
  while (!output().includes("Ctrl-C")) {
    const more = child.stdout ? once(child.stdout, "data") : ended;
    if ((await Promise.race([more, ended.then(() => "ended")])) === "ended") throw new Error(output());
  }
  const address = (label: string) => output().match(new RegExp(`${label} +(http://[^/\\s]+)`))?.[1] ?? "";
  return {
    site: address("Magazine"),
    service: address("Ad service"),
    child,
    stop: async () => {
      child.kill("SIGINT");
      await ended;
      if (folder === undefined) await rm(data, { recursive: true, force: true });
    },
  };
}

export const TIDE = "/running/forty-minutes-before-the-tide";
export const FERRY = "/travel/the-night-ferry-north";
export const FIRE = "/kitchen/beans-on-a-driftwood-fire";

export const test = base.extend<{ placements: string[] }, { demo: RunningDemo }>({
  demo: [
    async ({}, use) => {
      const demo = await startedDemo();
      await use(demo);
      await demo.stop();
    },
    { scope: "worker" },
  ],
  /** Bodies of the page's requests to the ad service. */
  placements: async ({ page }, use) => {
    const bodies: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/v1/placement")) bodies.push(request.postData() ?? request.method());
    });
    await use(bodies);
  },
});

/** Returns the states of the page's placeholders by zone id. */
export function states(page: Page): Promise<Record<string, string | null>> {
  return page.evaluate(() => {
    const zones = [...document.querySelectorAll("ins")];
    return Object.fromEntries(
      zones.map((zone) => [zone.dataset.zoneId, zone.getAttribute("data-zone-state")]),
    );
  });
}
