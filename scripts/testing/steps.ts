/** The steps of `npm test` and of `npm run test:all`. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findEngines } from "../../e2e/support/engines.ts";
import { listStale } from "../benchSections.ts";
import { type Outcome, runCommand } from "./command.ts";
import { findMatching } from "./matching.ts";
import { joinNotes, NO_NOTES, NO_REASON, type TestNotes } from "./notes.ts";
import { PART_NAMES, PARTS, type Part, type PartName } from "./parts.ts";

const ROOT = resolve(import.meta.dirname, "../..");

export interface Step {
  name: string;
  run(): Promise<StepResult>;
}
export interface StepResult extends Pick<Outcome, "usage"> {
  notes: TestNotes;
}

/**
 * More browsers than processors, because browsers wait half of the time. With four, the drivers of other engines fail
 * more often.
 */
const WORKERS = "--workers=4";

const toProject = (name: string) => `--project=${name}`;

/** Steps of `npm test`: what a developer needs before a commit. Steps of one list run in parallel. */
export const ESSENTIAL: readonly (readonly Step[])[] = [
  [
    // One processor is enough.
    { name: "types", run: async () => check(await runCommand("tsc", ["--noEmit"])) },
    { name: "lint", run: async () => check(await runCommand("biome", ["ci", "--error-on-warnings"])) },
    { name: "build", run: buildAndCompare },
    { name: "covered units", run: () => runUnits(["--project=covered", "--coverage"]) },
  ],
  [{ name: "units", run: () => runUnits(["units", "dom", "isolated"].map(toProject)) }],
  [{ name: "browser", run: () => runBrowsers(["--project=essential", WORKERS]) }],
];

/** Lists the steps of one part of `npm run test:all`, or of all parts. */
export function listRest(only: PartName | undefined): Step[] {
  if (only) return listSteps(only);
  return [{ name: "published timings", run: reportStale }, ...PART_NAMES.flatMap(listSteps)];
}

function listSteps(name: PartName): Step[] {
  const { units, browsers }: Part = PARTS[name];
  const steps: Step[] = [];
  if (units) steps.push({ name, run: () => runUnits(units.map(toProject)) });
  if (browsers)
    steps.push({ name: units ? `${name} in browsers` : name, run: () => runPresent(name, browsers) });
  return steps;
}

/** Playwright projects that run in Chromium. */
const CHROMIUM = ["essential", "chromium", "cluster", "deploy"];

/** Lists the steps for tests whose file or title contains the pattern; none without a match. */
export function listMatching(pattern: string): Step[] {
  const { units, browsers, isTitle } = findMatching(pattern);
  const title = pattern.replace(/[^\w\s]/g, "\\$&");
  const steps: Step[] = [];
  if (units.length)
    steps.push({ name: "units", run: () => runUnits([...units, ...(isTitle ? ["-t", title] : [])]) });
  if (browsers.length) {
    const args = [...browsers, ...(isTitle ? ["--grep", title] : []), "--pass-with-no-tests"];
    steps.push({
      name: "browser",
      run: () => runBrowsers([...args, ...CHROMIUM.map(toProject)]),
    });
  }
  if (steps.length) steps.unshift(BUILD);
  return steps;
}

function check({ ok, usage }: Outcome): StepResult {
  return { usage, notes: { ...NO_NOTES, passed: ok ? 1 : 0, failed: ok ? 0 : 1 } };
}

const build = () => runCommand("tsx", ["scripts/build.ts"]);

/** Build step for runs without the steps of `npm test`. */
export const BUILD: Step = { name: "build", run: async () => check(await build()) };

/** Builds `dist/`, then compares the committed or staged files with the build. */
async function buildAndCompare(): Promise<StepResult> {
  const { ok, usage } = await build();
  const changed = ok ? listUnstaged("dist") : [];
  if (changed.length)
    console.error(
      `dist/ in git differs from this build. Run \`git add dist\`, and \`git rm --cached\` for ignored files. Files:\n${changed.join("\n")}`,
    );
  return check({ ok: ok && !changed.length, usage });
}

/** Lists files below a folder that differ from git's index, are unknown to it, or are tracked although ignored. */
function listUnstaged(folder: string): string[] {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" });
  try {
    git("rev-parse", "--is-inside-work-tree");
  } catch {
    console.log("not a git checkout: dist/ is not compared");
    return [];
  }
  const output =
    git("diff", "--name-only", "--", folder) +
    git("ls-files", "--others", "--exclude-standard", "--", folder) +
    git("ls-files", "--cached", "--ignored", "--exclude-standard", "--", folder);
  return output.split("\n").filter(Boolean);
}

/** Reports outdated timings without failing, because measuring needs an idle machine. A release refuses them. */
async function reportStale(): Promise<StepResult> {
  const stale = listStale(ROOT, readFileSync(join(ROOT, "bench/RESULTS.md"), "utf8"));
  console.log(stale.join("\n") || "all current");
  return { usage: { wall: 0, processor: 0 }, notes: NO_NOTES };
}

function runUnits(args: readonly string[]): Promise<StepResult> {
  return withReport(async (file) => {
    const reporter = "--reporter=./scripts/testing/unitReporter.ts";
    const outcome = await runCommand("vitest", ["run", reporter, ...args], { ZONETAG_TEST_NOTES: file });
    return withNotes(outcome, file);
  });
}

function runBrowsers(args: readonly string[]): Promise<StepResult> {
  return withReport(async (file) => {
    const reporter = "--reporter=./scripts/testing/browserReporter.ts";
    const outcome = await runCommand("playwright", ["test", reporter, ...args], { ZONETAG_TEST_NOTES: file });
    return withNotes(outcome, file);
  });
}

const NEEDS: Record<string, string> = {
  firefox: "needs firefox-esr",
  webkit: "needs webkit2gtk-driver and xvfb",
};

/** Runs Playwright projects. A missing engine counts as a skipped test. */
async function runPresent(part: PartName, projects: readonly string[]): Promise<StepResult> {
  if (part !== "engines") return runBrowsers([...projects.map(toProject), WORKERS]);
  const found: readonly string[] = findEngines();
  const skipped = projects
    .filter((name) => !found.includes(name))
    .map((name) => ({ name, reason: NEEDS[name] ?? NO_REASON }));
  const present = projects.filter((name) => found.includes(name));
  if (!present.length) return { usage: { wall: 0, processor: 0 }, notes: { ...NO_NOTES, skipped } };
  const { notes, usage } = await runBrowsers(present.map(toProject));
  return { usage, notes: joinNotes([notes, { ...NO_NOTES, skipped }]) };
}

/** Calls `run` with the path of a report file, which is removed afterwards. */
async function withReport(run: (file: string) => Promise<StepResult>): Promise<StepResult> {
  const folder = mkdtempSync(join(tmpdir(), "zonetag-test-"));
  try {
    return await run(join(folder, "report.json"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Counts a runner that failed without a failed test, such as one that could not start, as one failure. */
function withNotes({ ok, usage }: Outcome, file: string): StepResult {
  try {
    const notes: TestNotes = JSON.parse(readFileSync(file, "utf8"));
    return { usage, notes: ok || notes.failed ? notes : { ...notes, failed: 1 } };
  } catch {
    return check({ ok: false, usage });
  }
}
