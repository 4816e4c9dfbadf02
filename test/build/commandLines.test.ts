// @programs Starts two processes for each script.
/** Command lines of the scripts: `--help` and unknown options. */
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
/** Modules that other scripts import. */
const NO_PROGRAMS =
  /(benchSections|commonJs|demoCommand|figures|licences|nodeVersion|parent|randomRequests|sampleMail|sampleReportMail|serviceLock|sizes|wholeNumber)\.ts$/;
const names = (await readdir(join(ROOT, "scripts"))).filter((name) => name.endsWith(".ts"));
const PROGRAMS = [
  ...names.map((name) => `scripts/${name}`).filter((path) => !NO_PROGRAMS.test(path)),
  "bench/run.ts",
  "bench/impressionLedger.ts",
  "demo/banners/make.ts",
];

/** Runs a script and returns its exit code and output. */
async function run(path: string, args: string[]) {
  const program = ["--import", import.meta.resolve("tsx"), join(ROOT, path), ...args];
  const options = { cwd: ROOT };
  return promisify(execFile)(process.execPath, program, options).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stderr }) => ({ code, output: stderr as string }),
  );
}

test.each(PROGRAMS)("%s --help describes the command", async (path) => {
  const { code, output } = await run(path, ["--help"]);
  expect([code, output]).toEqual([0, expect.stringMatching(/^Usage: .*\n\n[A-Z][^.]{20,}/)]);
});

test.each(PROGRAMS)("%s refuses an unknown option", async (path) => {
  const { code, output } = await run(path, ["--no-such-option"]);
  expect([code, output]).toEqual([1, "error: unknown option '--no-such-option'\n"]);
});
