/**
 * `npm run ledger [-- --rounds 100 --seed 1]`: kills the ad service at random moments under load, again and again, and
 * compares what clients were told with what is counted. Ends with an error when anything was lost or counted twice.
 */
import { parseArgs } from "node:util";
import { runLedger } from "../test/service/support/ledger.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "100" }, seed: { type: "string", default: "1" } },
});
const report = await runLedger({
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  onRound: (round) => process.stdout.write(`\rround ${round + 1} of ${values.rounds}`),
});
console.log(`\n${JSON.stringify(report, null, 2)}`);
process.exitCode = report.lost + report.countedTwice + report.invented === 0 ? 0 : 1;
