// @cluster Starts Redis.
/** Log of the mark by which a node detects that Redis lost its data. */
import { setImmediate } from "node:timers/promises";
import { pino } from "pino";
import { expect, onTestFinished, type TestContext, test } from "vitest";
import { DataMark } from "../../../src/service/redis/dataMark.ts";
import { RedisConnection } from "../../../src/service/redis/redisConnection.ts";
import { useFolder } from "../../support/folder.ts";
import { findRedisServer, NO_REDIS, startRedis } from "../support/redis.ts";

const folder = useFolder();

async function open(context: TestContext) {
  context.skip(!findRedisServer(), NO_REDIS);
  const server = await startRedis({ folder });
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  const redis = await RedisConnection.open({ url: server.url, timeout: 1000, log });
  redis.startServing();
  onTestFinished(async () => {
    redis.close();
    await server.stop();
  });
  return { server, lines, mark: await DataMark.open({ redis, folder, epoch: 1, log }) };
}

test("a first start with an empty Redis logs nothing, and a loss and its end are logged", async (context) => {
  const { server, lines, mark } = await open(context);
  await mark.renew();
  expect([mark.isLost, lines]).toEqual([false, []]);
  await server.send("FLUSHALL");
  await mark.check();
  await mark.renew();
  expect(lines).toEqual([
    "Redis has lost its data: campaigns with a budget or a cap wait until their deliveries are restored",
    "Redis has its data again: campaigns with a budget or a cap continue",
  ]);
});

test("a new mark is used only once the listeners that discard leases are called", async (context) => {
  const { mark } = await open(context);
  let isCalled = false;
  mark.onChange(() => {
    isCalled = true;
  });
  const renewing = mark.renew();
  const before = new Set<string | undefined>();
  while (!isCalled) {
    before.add(mark.id);
    await setImmediate();
  }
  await renewing;
  expect(before.size).toBeGreaterThan(0);
  expect(before).not.toContain(mark.id);
});
