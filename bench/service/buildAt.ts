/** Builds the service as it was at a commit. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const CACHE = join(ROOT, "node_modules/.cache");

/** Calls `use` with the path of the program, which is removed afterwards. */
export async function withBuildAt<T>(commit: string, use: (program: string) => Promise<T>): Promise<T> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "zonetag-build-"));
  try {
    const archive = execFileSync("git", ["archive", commit], { cwd: ROOT, maxBuffer: 2 ** 30 });
    execFileSync("tar", ["-x", "-C", folder], { input: archive });
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    execFileSync(process.execPath, ["--import", "tsx", "scripts/build.ts"], { cwd: folder, stdio: "pipe" });
    return await use(join(folder, "dist/service.mjs"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
