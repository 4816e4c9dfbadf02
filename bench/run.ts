/**
 * Measurements: `npm run bench [-- NAME…] [-- --quick]`.
 *
 * Each measurement returns its part of the report, which is printed and put in its place in `RESULTS.md`; a quick
 * run is for development and is printed only.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { arch, cpus, loadavg, platform, release, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

export interface BenchOptions {
  /** Fewer repetitions and sizes: enough to see whether a change helps, too few to publish. */
  quick: boolean;
}

/** What a file of this folder that measures something exports. */
export interface Bench {
  name: string;
  /** Measures, and returns Markdown that begins with a second-level heading. */
  run(options: BenchOptions): Promise<string>;
}

const RESULTS = join(import.meta.dirname, "RESULTS.md");
const ORDER = [
  "page",
  "decision",
  "service",
  "sign-ins",
  "statistics",
  "beside",
  "growth",
  "storage",
  "cluster",
  "cluster-reports",
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false } },
});
const unknown = positionals.filter((name) => !ORDER.includes(name));
if (unknown.length) {
  console.error(`No measurement is called ${unknown.join(", ")}; there are ${ORDER.join(", ")}.`);
  process.exit(2);
}

for (const name of ORDER.filter((one) => !positionals.length || positionals.includes(one))) {
  const bench = (await import(findFile(name))) as Bench;
  const [othersLoad = 0] = loadavg();
  const part = `${(await bench.run({ quick: values.quick })).trim()}\n`;
  console.log(`\n${part}`);
  if (!values.quick) await record(name, `${part}\n${describeConditions(othersLoad)}\n`);
}

function findFile(name: string): string {
  return join(import.meta.dirname, `${name}.ts`);
}

/** Replaces one measurement's part of the results and leaves the others as they are. */
async function record(name: string, part: string): Promise<void> {
  const before = existsSync(RESULTS) ? await readFile(RESULTS, "utf8") : "";
  const texts = ORDER.map((one) => {
    const [open, close] = [`<!-- ${one} -->\n`, `<!-- /${one} -->\n`];
    const from = before.indexOf(open);
    const kept = from < 0 ? "" : before.slice(from + open.length, before.indexOf(close));
    const text = one === name ? part : kept;
    return text && `${open}${text}${close}`;
  });
  await writeFile(
    RESULTS,
    `# Results\n\nWritten by \`npm run bench\`.\n\n${texts.filter(Boolean).join("\n")}`,
  );
}

/** `othersLoad`: load average before the measurement. */
function describeConditions(othersLoad: number): string {
  const [cpu] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? "unknown processor"}, ${memory}`;
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const busy = othersLoad > 1 ? `; busy machine, load ${othersLoad.toFixed(0)} before` : "";
  const system = `${platform()} ${release().split("-")[0]} ${arch()}, Node ${process.version}${busy}`;
  return `*Measured ${new Date().toISOString().slice(0, 10)} at ${commit}: ${machine}; ${system}.*`;
}
