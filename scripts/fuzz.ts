/** `npm run fuzz`: a million cases over the tag's properties, or as many as the argument says. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
const cases = process.argv[2] ?? "1000000";
const { status } = spawnSync(
  resolve(ROOT, "node_modules/.bin/vitest"),
  ["run", "test/fuzz", "--testTimeout=3600000", "--reporter=verbose"],
  { cwd: ROOT, stdio: "inherit", env: { ...process.env, FUZZ_CASES: cases } },
);
process.exitCode = status ?? 1;
