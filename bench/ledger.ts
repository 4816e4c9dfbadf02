/**
 * `npx tsx bench/ledger.ts [views] [seed] [engine]`: 10,000 page views in a real browser under random faults, and what
 * the service counted against what was shown. Both differences must be 0.
 */
import { openEngine } from "../e2e/support/engines.ts";
import { runLedger } from "../e2e/support/ledger.ts";
import type { EngineName } from "../e2e/support/tab.ts";

const [views = "10000", seed = String(Date.now() % 1e9), name = "chromium"] = process.argv.slice(2);
const engine = await openEngine(name as EngineName);
const ledger = await runLedger(await engine.tab(), Number(views), Number(seed));
await engine.close();
const difference = ledger.counted - ledger.shown;
console.log(JSON.stringify({ engine: name, seed, ...ledger, difference }, null, 2));
process.exitCode = difference || ledger.duplicates ? 1 : 0;
