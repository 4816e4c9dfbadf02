/**
 * `npm run dev`: builds and restarts the demo on every change in `src/` or `demo/`; open pages reload themselves.
 *
 * Takes the options of `npm start`.
 */
import "./nodeVersion.ts";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, relative, resolve } from "node:path";
import { watch } from "chokidar";
import { buildAll } from "./build.ts";
import { readDemoOptions } from "./demoCommand.ts";
import { onParentExit } from "./parent.ts";

const ROOT = resolve(import.meta.dirname, "..");
const DIST = join(ROOT, "dist");

const { build } = readDemoOptions(
  "npm run dev --",
  "Runs the demo, and rebuilds and restarts it on every change in src/ or demo/.",
);

/** Starts the process of the pages and the service, which any change restarts. */
function start(): ChildProcess {
  const args = ["--import", "tsx", join(ROOT, "scripts/start.ts"), "--no-build", "--live"];
  return spawn(process.execPath, [...args, ...process.argv.slice(2)], { cwd: ROOT, stdio: "inherit" });
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

let child: ChildProcess | undefined;
/** Reason for the next build, for the log; undefined if there is nothing to build. */
let changed: string | undefined;
let isBuilding = false;
let isStopping = false;

/** Builds and restarts. One run at a time; a change during a run starts another. */
async function refresh(): Promise<void> {
  if (isBuilding) return;
  isBuilding = true;
  while (changed && !isStopping) {
    console.log(`building: ${changed}`);
    changed = undefined;
    try {
      await buildAll(DIST);
      await stop(child);
      if (!isStopping) child = start();
    } catch (error) {
      console.log(error instanceof Error ? error.message : error);
      console.log("not built; waiting for the next change");
    }
  }
  isBuilding = false;
}

const watcher = watch([join(ROOT, "src"), join(ROOT, "demo")], { ignoreInitial: true });
watcher.on("all", (_event, path) => {
  changed = `${relative(ROOT, path)} has changed`;
  void refresh();
});

async function end(): Promise<void> {
  isStopping = true;
  await watcher.close();
  await stop(child);
  process.exit(0);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
// Without npm there may be no parent: a detached process continues after its shell has ended.
if (process.env.npm_lifecycle_event) onParentExit(end);

if (build) {
  changed = "first start";
  await refresh();
} else {
  child = start();
}
