/**
 * `npm test`: types, lint, the build against `dist/`, units, real browsers. Every step runs, whatever failed before;
 * the last line counts them all.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ENGINES, foundEngines, testedEngines } from "../e2e/support/engines.ts";

interface Count {
  passed: number;
  failed: number;
}

const ROOT = resolve(import.meta.dirname, "..");
const BIN = join(ROOT, "node_modules/.bin");
const reports = mkdtempSync(join(tmpdir(), "zonetag-test-"));

/** Runs a command with its output shown; true when it ended well. */
function runs(command: string, args: string[], env: Record<string, string> = {}): boolean {
  const { status } = spawnSync(join(BIN, command), args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return status === 0;
}

function check(ok: boolean): Count {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}

/** A runner that failed without a failed test (it could not start, say) is one failure. */
function counted(ok: boolean, read: () => Count): Count {
  try {
    const count = read();
    return ok || count.failed ? count : { ...count, failed: 1 };
  } catch {
    return check(false);
  }
}

function units(): Count {
  const file = join(reports, "units.json");
  const ok = runs("vitest", [
    ...["run", "--coverage", "--reporter=default"],
    ...["--reporter=json", `--outputFile.json=${file}`],
  ]);
  return counted(ok, () => {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, "utf8"));
    return { passed: numPassedTests, failed: numFailedTests };
  });
}

/** Which browser engines run, and why others do not, in one line. */
function engines(): string {
  const [tested, found] = [testedEngines(), foundEngines()];
  const parts = {
    tested,
    "not found": ENGINES.filter((name) => !found.includes(name)),
    "not asked for by ZONETAG_ENGINES=all": found.filter((name) => !tested.includes(name)),
  };
  const named = Object.entries(parts).filter(([, names]) => names.length);
  return `engines ${named.map(([what, names]) => `${what}: ${names.join(", ")}`).join("; ")}`;
}

function browsers(): Count {
  console.log(engines());
  const file = join(reports, "browsers.json");
  const ok = runs("playwright", ["test", "--reporter=list,json"], { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  return counted(ok, () => {
    const { expected, unexpected, flaky } = JSON.parse(readFileSync(file, "utf8")).stats;
    return { passed: expected, failed: unexpected + flaky };
  });
}

const STEPS: Record<string, () => Count> = {
  types: () => check(runs("tsc", ["--noEmit"])),
  lint: () => check(runs("biome", ["ci", "--error-on-warnings"])),
  units,
  browsers,
};

const counts: Count[] = [];
for (const [name, step] of Object.entries(STEPS)) {
  console.log(`\n— ${name}`);
  const count = step();
  if (count.failed) console.log(`— ${name}: ${count.failed} failed`);
  counts.push(count);
}
rmSync(reports, { recursive: true, force: true });

const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0);
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
process.exitCode = sum("failed") === 0 ? 0 : 1;
