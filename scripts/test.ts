/** `npm test` and `npm run test:all`. The last line of the output is `N passed, N failed`. */
import "./nodeVersion.ts";
import { Command, Option } from "commander";
import type { Usage } from "./testing/command.ts";
import { describeSkipped, describeSlowest, joinNotes } from "./testing/notes.ts";
import { PART_NAMES, type PartName } from "./testing/parts.ts";
import { BUILD, ESSENTIAL, listMatching, listRest, type Step, type StepResult } from "./testing/steps.ts";
import { wholeNumber } from "./wholeNumber.ts";

interface Options {
  all: boolean;
  rest: boolean;
  only?: PartName;
  rounds?: number;
  seed?: number;
  complete: boolean;
}

const program = new Command("npm test --")
  .description(
    "Runs types, lint, the build, units and the essential browser tests. `npm run test:all` then runs all others.",
  )
  .argument("[pattern]", "run only tests whose file or title contains this text")
  .option("--all", "run every test; stop after those of `npm test` when one of them failed", false)
  .option("--rest", "run only what `npm test` does not", false)
  .addOption(new Option("--only <part>", "run one part of the rest").choices(PART_NAMES))
  .option("--rounds <number>", "rounds of kills in the part cluster", wholeNumber(1))
  .option("--seed <number>", "seed of the random choices in the part cluster", wholeNumber(0))
  .option("--complete", "fail when something is not installed that tests need", false)
  .parse();
const { all, rest, only, rounds, seed, complete } = program.opts<Options>();
const [pattern] = program.args;
if (rounds !== undefined) process.env.ZONETAG_CLUSTER_ROUNDS = String(rounds);
if (seed !== undefined) process.env.ZONETAG_CLUSTER_SEED = String(seed);

const results: { name: string; result: StepResult }[] = [];

async function runSideBySide(steps: readonly Step[]): Promise<void> {
  console.log(`\n— ${steps.map(({ name }) => name).join(", ")}`);
  const run = async ({ name, run }: Step) => ({ name, result: await run() });
  results.push(...(await Promise.all(steps.map(run))));
}

async function runInTurn(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    await runSideBySide([step]);
    const skipped = results.at(-1)?.result.notes.skipped ?? [];
    if (skipped.length) console.log(`\n${step.name}: ${describeSkipped(skipped)}`);
  }
}

const count = () => joinNotes(results.map(({ result }) => result.notes));

if (pattern !== undefined) {
  const steps = listMatching(pattern);
  if (!steps.length) program.error(`No test's file or title contains "${pattern}".`);
  await runInTurn(steps);
} else {
  if (rest || only) await runInTurn([BUILD]);
  else for (const steps of ESSENTIAL) await runSideBySide(steps);
  if ((all || rest || only) && !count().failed) await runInTurn(listRest(only));
}

const notes = count();
console.log("\n— slowest");
for (const line of describeSlowest(notes.durations)) console.log(line);

console.log("\n— time");
const own = process.cpuUsage();
const total: Usage = {
  wall: performance.now() / 1000,
  processor: results.reduce((sum, { result }) => sum + result.usage.processor, (own.user + own.system) / 1e6),
};
for (const { name, result } of results)
  console.log(`${describeUsage(result.usage)}  ${name}${result.notes.failed ? ": failed" : ""}`);
console.log(`${describeUsage(total)}  in all`);

if (notes.skipped.length) console.log(`\n${describeSkipped(notes.skipped)}`);
const missing = complete ? notes.skipped.filter(({ reason }) => reason.startsWith("needs ")) : [];
if (notes.failures.length) console.log(`\n— failed\n${notes.failures.join("\n")}`);
if (missing.length) console.log(`\n— not run, and --complete asks for it: ${describeSkipped(missing)}`);
if (notes.flaky.length) console.log(`\nflaky: ${notes.flaky.length}\n${notes.flaky.join("\n")}`);
const failed = notes.failed + missing.length;
console.log(`\n${notes.passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;

function describeUsage({ wall, processor }: Usage): string {
  const [elapsed, used] = [wall, processor].map((seconds) => seconds.toFixed(1).padStart(6));
  return `${elapsed} s elapsed, ${used} s user and system`;
}
