/** `npm run fuzz [-- COUNT]`: a million random cases, or COUNT, for the properties of the tag and of reports. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { Command } from "commander";
import { wholeNumber } from "./wholeNumber.ts";

const ROOT = resolve(import.meta.dirname, "..");
const command = new Command("npm run fuzz --")
  .description(
    "Runs the property tests of the tag and of reports with many random cases. Each property has a share of the cases: reports, which are sent to a service, a fiftieth.",
  )
  .argument("[cases]", "number of cases", wholeNumber(1), 1_000_000)
  .argument("[files...]", "parts of the names of test files, such as reports", [])
  .option("--seed <number>", "seed of all cases, as printed by a failure", wholeNumber(0, 2 ** 31 - 1))
  .parse();
const [cases, files]: [number, string[]] = [command.processedArgs[0], command.processedArgs[1]];
const { seed } = command.opts<{ seed?: number }>();
const env = { ...process.env, FUZZ_CASES: String(cases) };
const { status } = spawnSync(
  resolve(ROOT, "node_modules/.bin/vitest"),
  [
    "run",
    ...(files.length > 0 ? files.map((name) => `test/fuzz/${name}`) : ["test/fuzz"]),
    "--testTimeout=3600000",
    "--reporter=verbose",
  ],
  {
    cwd: ROOT,
    stdio: "inherit",
    env: seed === undefined ? env : { ...env, FUZZ_SEED: String(seed) },
  },
);
process.exitCode = status ?? 1;
