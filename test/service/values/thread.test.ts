import { execFileSync } from "node:child_process";
import { platform } from "node:os";
import { resolve } from "node:path";
import { expect, test } from "vitest";

/** Prints the nice value of every thread, once the pool has been lowered; the first is the main thread's. */
const PROGRAM = `
import { readdirSync, readFileSync } from "node:fs";
import { yieldPoolToRequests } from ${JSON.stringify(resolve("src/service/values/thread.ts"))};
yieldPoolToRequests().then(() => {
  const stats = readdirSync("/proc/self/task").sort((a, b) => a - b)
    .map((thread) => readFileSync("/proc/self/task/" + thread + "/stat", "latin1"));
  console.log(JSON.stringify(stats.map((stat) => Number(stat.slice(stat.lastIndexOf(")")).split(" ")[17]))));
});`;

test("the threads of the pool have a lower priority than the thread that answers", (context) => {
  context.skip(platform() !== "linux", "Priorities of threads are Linux's own.");
  const output = execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", PROGRAM], {
    encoding: "utf8",
    env: { ...process.env, UV_THREADPOOL_SIZE: "4" },
  });
  const [main, ...others]: number[] = JSON.parse(output);
  expect(others.filter((nice) => nice > (main ?? 0))).toHaveLength(4);
});
