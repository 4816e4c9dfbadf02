/**
 * `npm test`: types, lint, the build against `dist/`, units, real browsers. Every step runs, whatever failed before;
 * the last line counts them all.
 */
import "./nodeVersion.ts";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findEngines, selectEngines } from "../e2e/support/engines.ts";
import { ENGINES } from "../e2e/support/tab.ts";
import { joinNotes, readNotes, type TestNotes } from "./testNotes.ts";

interface Count {
  passed: number;
  failed: number;
  notes?: TestNotes;
}

const ROOT = resolve(import.meta.dirname, "..");
const BIN = join(ROOT, "node_modules/.bin");
const reports = mkdtempSync(join(tmpdir(), "zonetag-test-"));

/** Runs a command with its output shown; true when it ended well. */
function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  const { status } = spawnSync(join(BIN, command), args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return status === 0;
}

function countCheck(ok: boolean): Count {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}

/** A runner that failed without a failed test (it could not start, say) is one failure. */
function readCount(ok: boolean, read: () => Count): Count {
  try {
    const count = read();
    return ok || count.failed ? count : { ...count, failed: 1 };
  } catch {
    return countCheck(false);
  }
}

function runUnits(): Count {
  const file = join(reports, "units.json");
  const notes = join(reports, "notes.json");
  const ok = run(
    "vitest",
    [
      ...["run", "--coverage", "--reporter=default", "--reporter=./scripts/testNotes.ts"],
      ...["--reporter=json", `--outputFile.json=${file}`],
    ],
    { ZONETAG_TEST_NOTES: notes },
  );
  return readCount(ok, () => {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, "utf8"));
    return { passed: numPassedTests, failed: numFailedTests, notes: JSON.parse(readFileSync(notes, "utf8")) };
  });
}

/** Which browser engines run, and why others do not, in one line. */
function describeEngines(): string {
  const [tested, found] = [selectEngines(), findEngines()];
  const parts = {
    tested,
    "not found": ENGINES.filter((name) => !found.includes(name)),
    "not asked for by ZONETAG_ENGINES=all": found.filter((name) => !tested.includes(name)),
  };
  const named = Object.entries(parts).filter(([, names]) => names.length);
  return `engines ${named.map(([what, names]) => `${what}: ${names.join(", ")}`).join("; ")}`;
}

function runBrowsers(): Count {
  console.log(describeEngines());
  const file = join(reports, "browsers.json");
  const ok = run("playwright", ["test", "--reporter=list,json"], { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  return readCount(ok, () => {
    const report = JSON.parse(readFileSync(file, "utf8"));
    const { expected, unexpected, flaky } = report.stats;
    return { passed: expected + flaky, failed: unexpected, notes: readNotes(report) };
  });
}

const STEPS: Record<string, () => Count> = {
  types: () => countCheck(run("tsc", ["--noEmit"])),
  lint: () => countCheck(run("biome", ["ci", "--error-on-warnings"])),
  units: runUnits,
  browsers: runBrowsers,
};

const counts: Count[] = [];
for (const [name, step] of Object.entries(STEPS)) {
  console.log(`\n— ${name}`);
  const count = step();
  if (count.failed) console.log(`— ${name}: ${count.failed} failed`);
  counts.push(count);
}
rmSync(reports, { recursive: true, force: true });

const { skipped, flaky } = joinNotes(counts.flatMap(({ notes }) => notes ?? []));
if (skipped.length) console.log(`\n— ${skipped.length} skipped`);
for (const { name, reason } of skipped) console.log(`${name}: ${reason}`);
if (flaky.length) console.log(`\n— ${flaky.length} passed only when tried again: find the cause`);
for (const name of flaky) console.log(name);

const sum = (key: "passed" | "failed") => counts.reduce((total, count) => total + count[key], 0);
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
process.exitCode = sum("failed") === 0 ? 0 : 1;
