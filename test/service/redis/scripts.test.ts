// @cluster Starts Redis.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type RedisServer, startRedis } from "../support/redis.ts";
import { requireRedis } from "../support/requireRedis.ts";
import { createScriptRedis, SCRIPT_CASES } from "./scriptCases.ts";

const hasRedis = requireRedis();
let redis: RedisServer;

beforeAll(async () => {
  if (hasRedis) redis = await startRedis();
});
beforeEach(() => redis.send("FLUSHALL"));
afterAll(() => redis?.stop());

const CASES = SCRIPT_CASES.map((each) => [`${each.script}: ${each.title}`, each] as const);

test.for(CASES)("%s", async ([, { script, act, expected }]) => {
  const text = readFileSync(`src/service/redis/lua/${script}.lua`, "utf8");
  expect(await act(createScriptRedis(redis, text))).toEqual(expected);
});
