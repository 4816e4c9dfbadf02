/**
 * Runs measurements: `npm run bench [-- NAME…] [-- --quick]`.
 *
 * Each measurement returns its part of the report, which is printed and written to `RESULTS.md`. A quick run is for
 * development and only printed.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { arch, cpus, loadavg, platform, release, totalmem } from "node:os";
import { join } from "node:path";
import { Argument, Command } from "commander";
import {
  closeMark,
  openMark,
  readSection,
  SECTION_NAMES,
  SECTIONS,
  type SectionName,
} from "../scripts/benchSections.ts";
import { updateFigures } from "../scripts/figures.ts";

export interface BenchOptions {
  /** Fewer repetitions and sizes: enough to see whether a change helps, too few to publish. */
  quick: boolean;
}

/** Exports of a measurement's file. */
export interface Bench {
  name: string;
  /** Measures, and returns Markdown that begins with a second-level heading. */
  run(options: BenchOptions): Promise<string>;
}

const ROOT = join(import.meta.dirname, "..");
const RESULTS = join(ROOT, "bench/RESULTS.md");

const command = new Command("npm run bench --")
  .description("Runs measurements and puts their reports into bench/RESULTS.md.")
  .addArgument(new Argument("[names...]", "measurements to run (default: all)").choices(SECTION_NAMES))
  .option("--quick", "fewer repetitions, for development; prints the report and does not save it", false)
  .parse();
const { quick } = command.opts<{ quick: boolean }>();
const names = command.args;

for (const name of SECTION_NAMES.filter((one) => !names.length || names.includes(one))) {
  const [file] = SECTIONS[name];
  const bench = (await import(join(ROOT, file))) as Bench;
  const [othersLoad = 0] = loadavg();
  const part = `${(await bench.run({ quick })).trim()}\n`;
  console.log(`\n${part}`);
  if (!quick) await record(name, `${part}\n${describeConditions(othersLoad)}\n`);
}
if (!quick) await updateFigures(ROOT);

/** Replaces one section of the results. */
async function record(name: SectionName, part: string): Promise<void> {
  const before = existsSync(RESULTS) ? await readFile(RESULTS, "utf8") : "";
  const texts = SECTION_NAMES.map((one) => {
    const text = one === name ? part : readSection(before, one);
    return text && `${openMark(one)}${text}${closeMark(one)}`;
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
