// @cluster Starts Redis.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { findRedisServer, NO_REDIS } from "../support/redis.ts";

test("every mutant of the Lua scripts fails a case or is listed as equivalent", async ({ skip }) => {
  skip(findRedisServer() === undefined, NO_REDIS);
  const running = promisify(execFile)(process.execPath, ["--import", "tsx", "scripts/mutateLua.ts"]);
  // If mutants survive, the script lists them and exits with 1.
  const { stdout } = await running.catch((error: { stdout: string }) => error);
  expect(stdout).toMatch(/^\d+ mutants: \d+ noticed, \d+ equivalent, 0 not noticed\.\n$/);
}, 180_000);
