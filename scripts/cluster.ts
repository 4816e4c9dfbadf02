/**
 * `npm run test:cluster [-- --rounds 100 --seed 1]`: the tests of several nodes in their long form, on Redis and on
 * ClickHouse's own engine, which is installed in its folder when it is missing (549 MB).
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const ROOT = resolve(import.meta.dirname, "..");
const CLICKHOUSE = join(ROOT, "test/cluster/clickhouse");

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "100" }, seed: { type: "string", default: "1" } },
});

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return status === 0;
}

if (!existsSync(join(CLICKHOUSE, "node_modules")) && !process.env.ZONETAG_CLICKHOUSE)
  // Not `npm ci`: that wants every platform's engine in the lock file, and a registry may lack some.
  run("npm", ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", CLICKHOUSE]);
const isGood = run(
  join(ROOT, "node_modules/.bin/vitest"),
  ["run", "test/cluster", "test/service/contracts"],
  {
    ZONETAG_CLUSTER_ROUNDS: values.rounds,
    ZONETAG_CLUSTER_SEED: values.seed,
  },
);
process.exitCode = isGood ? 0 : 1;
