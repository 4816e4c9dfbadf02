/** Runs a command in the foreground and measures it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const BIN = join(ROOT, "node_modules/.bin");

/** Seconds. */
export interface Usage {
  wall: number;
  /** User and system time of the command and of all processes that it waited for. */
  processor: number;
}

export interface Outcome {
  ok: boolean;
  usage: Usage;
}

/** Run by a shell, which reports the processor time of its children; Node reports only its own. */
const MEASURED = '"$@"; code=$?; times >&3; exit $code';

/** Runs a program of `node_modules/.bin`, with its output shown. */
export async function runCommand(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const start = performance.now();
  const child = spawn("sh", ["-c", MEASURED, "sh", join(BIN, name), ...args], {
    cwd: ROOT,
    stdio: ["inherit", "inherit", "inherit", "pipe"],
    env: { ...process.env, ...env },
  });
  let times = "";
  child.stdio[3]?.on("data", (chunk) => {
    times += chunk;
  });
  const [status] = await once(child, "close");
  const usage = { wall: (performance.now() - start) / 1000, processor: readTimes(times) };
  return { ok: status === 0, usage };
}

/** Adds up the second line of `times`, the user and system time of the shell's children: `0m1.25s 0m0.50s`. */
export function readTimes(text: string): number {
  const children = text.trim().split("\n")[1] ?? "";
  const times = [...children.matchAll(/(\d+)m([\d.,]+)s/g)];
  return times.reduce((sum, [, minutes, seconds = ""]) => {
    return sum + Number(minutes) * 60 + Number(seconds.replace(",", "."));
  }, 0);
}
