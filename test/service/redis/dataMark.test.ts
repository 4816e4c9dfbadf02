// @cluster Starts Redis.
/** Log of the mark by which a node detects that Redis lost its data. */
import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { DataMark } from "../../../src/service/redis/dataMark.ts";
import { RedisConnection } from "../../../src/service/redis/redisConnection.ts";
import { useFolder } from "../../support/folder.ts";
import { findRedisServer, NO_REDIS, startRedis } from "../support/redis.ts";

const folder = useFolder();

test("a first start with an empty Redis logs nothing, and a loss and its end are logged", async (context) => {
  context.skip(!findRedisServer(), NO_REDIS);
  const server = await startRedis({ folder });
  const lines: string[] = [];
  const write = (line: string, _encoding: unknown, done: () => void) => {
    lines.push(JSON.parse(line).msg);
    done();
  };
  const log = pino(new Writable({ decodeStrings: false, write }));
  const redis = await RedisConnection.open({ url: server.url, timeout: 1000, log });
  redis.startServing();
  try {
    const mark = await DataMark.open({ redis, folder, epoch: 1, log });
    await mark.renew();
    expect([mark.isLost, lines]).toEqual([false, []]);
    await server.send("FLUSHALL");
    await mark.check();
    await mark.renew();
    expect(lines).toEqual([
      "Redis has lost its data: campaigns with a budget or a cap wait until their deliveries are restored",
      "Redis has its data again: campaigns with a budget or a cap continue",
    ]);
  } finally {
    redis.close();
    await server.stop();
  }
});
