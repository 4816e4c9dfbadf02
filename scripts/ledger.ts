/**
 * `npm run ledger [-- --rounds 100 --seed 1]`: kills the ad service at random moments under load, and compares what it
 * answered to clients with what it counted. Fails when anything was lost or counted twice.
 */
import { Command } from "commander";
import { runLedger } from "../test/service/support/ledger.ts";
import { wholeNumber } from "./wholeNumber.ts";

const { rounds, seed } = new Command("npm run ledger --")
  .description("Kills the ad service under load, and compares its answers with what it counted.")
  .option("--rounds <number>", "rounds of kills", wholeNumber(1), 100)
  .option("--seed <number>", "seed of the random moments", wholeNumber(0), 1)
  .parse()
  .opts<{ rounds: number; seed: number }>();
const report = await runLedger({
  rounds,
  seed,
  onRound: (round) => process.stdout.write(`\rround ${round + 1} of ${rounds}`),
});
console.log(`\n${JSON.stringify(report, null, 2)}`);
process.exitCode = report.lost + report.countedTwice + report.invented === 0 ? 0 : 1;
