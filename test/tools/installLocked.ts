/** Installs the packages of a lock file, and runs programs. */
import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";

/** Runs a program; resolves with whether it succeeded, and with its output. */
export function runProgram(
  file: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<{ ok: boolean; printed: string }> {
  const options = { cwd, env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", ...env }, maxBuffer: 1e8 };
  return new Promise((done) => {
    execFile(file, args, options, (error, stdout, stderr) => done({ ok: !error, printed: stdout + stderr }));
  });
}

export const QUIET = ["--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts"];

/** Installs the packages of a folder's lock file in another folder; resolves with a one-line reason when that fails. */
export async function installLocked(from: string, folder: string): Promise<string | undefined> {
  for (const name of ["package.json", "package-lock.json"]) await cp(join(from, name), join(folder, name));
  const { ok, printed } = await runProgram("npm", ["ci", ...QUIET], folder);
  return ok ? undefined : `npm ci: ${/npm error (?!code)(.*)/.exec(printed)?.[1] ?? "failed"}`;
}
