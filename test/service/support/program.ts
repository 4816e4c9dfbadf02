/** Runs the built program. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { endWithTests } from "../../../e2e/support/children.ts";

export const PROGRAM = resolve(import.meta.dirname, "../../../dist/service.mjs");

export interface Ended {
  code: number | null;
  out: string;
  error: string;
}

/** Runs a command until it ends, with `input` as its standard input and additional environment variables. */
export async function runProgram(
  args: readonly string[],
  input = "",
  env: Record<string, string> = {},
): Promise<Ended> {
  const child = endWithTests(
    spawn(process.execPath, [PROGRAM, ...args], { env: { ...process.env, ...env } }),
  );
  child.stdin.end(input);
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  return { code, out, error };
}
