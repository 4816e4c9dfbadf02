/**
 * `npm run dev`: the demo, built and started anew on every change in `src/` or `demo/`; open pages reload themselves.
 *
 * Takes the options of `npm start`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { watch } from "chokidar";
import { BUNDLES, buildAll, bundle } from "./build.ts";

const ROOT = resolve(import.meta.dirname, "..");
const DIST = join(ROOT, "dist");

/** The pages and the service run in one process, so whatever changed, that process is started anew. */
function start(): ChildProcess {
  const args = ["--import", "tsx", join(ROOT, "scripts/start.ts"), "--no-build", "--live"];
  return spawn(process.execPath, [...args, ...process.argv.slice(2)], { cwd: ROOT, stdio: "inherit" });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Bundles alone: types and digests matter when a change lands, and `npm run build` makes them then. */
async function rebuild(): Promise<void> {
  const names = Object.keys(BUNDLES).filter((name) =>
    existsSync(join(ROOT, "src", BUNDLES[name]?.entry ?? "")),
  );
  await Promise.all(names.map((name) => bundle(name, DIST)));
}

await buildAll(DIST);
let child = start();
let changed: string | undefined;
let working = false;

/** One run at a time; what changes during it starts another. */
async function refresh(): Promise<void> {
  if (working) return;
  working = true;
  while (changed) {
    console.log(`changed: ${changed}`);
    changed = undefined;
    try {
      await rebuild();
      await stop(child);
      child = start();
    } catch {
      console.log("not built; waiting for the next change");
    }
  }
  working = false;
}

const watcher = watch([join(ROOT, "src"), join(ROOT, "demo")], { ignoreInitial: true });
watcher.on("all", (_event, path) => {
  changed = relative(ROOT, path);
  void refresh();
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await watcher.close();
    await stop(child);
    process.exit(0);
  });
}
