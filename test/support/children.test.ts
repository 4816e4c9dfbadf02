// @programs Starts Vitest twice.
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "./folder.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const CHILDREN = JSON.stringify(join(ROOT, "e2e/support/children.ts"));
const START = `import { spawn } from "node:child_process";
  import { endWithTests } from ${CHILDREN};
  const options = { stdio: ["ignore", "pipe", "ignore"], detached: true };
  const child = endWithTests(spawn("bash", ["-c", "sleep 1000 & echo $! $$; wait"], options), true);
  const pids = new Promise((resolve) => child.stdout.once("data", (data) => resolve(String(data))));`;
const ENDINGS: [string, string][] = [
  ["fails", `test("x", async () => { throw new Error("pids " + (await pids)); });`],
  ["hangs", `test("x", async () => { console.log("pids", await pids); await new Promise(() => {}); }, 500);`],
];

test.each(ENDINGS)(
  "processes started by a test that %s end with the test file, together with their child processes",
  async (_name, body) => {
    const folder = makeFolder();
    await writeFile(join(folder, "x.test.ts"), `import { test } from "vitest"; ${START} ${body}`);
    const output = await runTests(folder);
    expect(output).toContain("1 failed");
    const pids = /pids (\d+) (\d+)/.exec(output)?.slice(1).map(Number) ?? [];
    onTestFinished(() => {
      for (const pid of pids.filter(isRunning)) process.kill(pid, "SIGKILL");
    });
    expect(pids).toHaveLength(2);
    await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  },
);

/** Runs the tests in a folder with the project's set-up, and returns Vitest's output. */
function runTests(folder: string): Promise<string> {
  const setup = join(ROOT, "test/setup.ts");
  const options = {
    root: ROOT,
    config: false,
    watch: false,
    include: [`${folder}/*.test.ts`],
    setupFiles: [setup],
  };
  const program = `import { startVitest } from "vitest/node";
    const vitest = await startVitest("test", [], { ...${JSON.stringify(options)}, dir: ${JSON.stringify(folder)} });
    await vitest.close();`;
  return new Promise((resolve) => {
    const args = ["--input-type=module", "-e", program];
    execFile(
      process.execPath,
      args,
      { cwd: ROOT, env: { ...process.env, NO_COLOR: "1" } },
      (_error, out, error) => resolve(out + error),
    );
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
