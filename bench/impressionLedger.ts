/**
 * `npx tsx bench/impressionLedger.ts`: 10,000 page views in a real browser under random faults. Compares what the service counted
 * with what was shown; both differences must be 0.
 */
import { Argument, Command } from "commander";
import { openEngine } from "../e2e/support/engines.ts";
import { runLedger } from "../e2e/support/ledger.ts";
import { ENGINES, type EngineName } from "../e2e/support/tab.ts";
import { wholeNumber } from "../scripts/wholeNumber.ts";

const command = new Command("npx tsx bench/impressionLedger.ts")
  .description(
    "Compares the impressions that pages showed with those that the service counted, under random faults.",
  )
  .argument("[views]", "number of page views", wholeNumber(1), 10_000)
  .argument("[seed]", "seed of the random faults", wholeNumber(0), Date.now() % 1e9)
  .addArgument(new Argument("[engine]", "browser engine").choices(ENGINES).default("chromium"))
  .parse();
const [views, seed, name]: [number, number, EngineName] = command.processedArgs as [
  number,
  number,
  EngineName,
];
const engine = await openEngine(name);
const ledger = await runLedger(await engine.tab(), views, seed);
await engine.close();
const difference = ledger.counted - ledger.shown;
console.log(JSON.stringify({ engine: name, seed, ...ledger, difference }, null, 2));
process.exitCode = difference || ledger.duplicates ? 1 : 0;
