// @cluster Starts Redis.
import { expect, test } from "vitest";
import { connect } from "../../../src/service/clickhouse/clickhouse.ts";
import { migrate } from "../../../src/service/clickhouse/clickhouseTables.ts";
import { findRedisServer, NO_REDIS, startRedis } from "../support/redis.ts";

test("the message about a Redis at the ClickHouse address suggests that the port is wrong", async ({
  skip,
}) => {
  skip(findRedisServer() === undefined, NO_REDIS);
  const redis = await startRedis();
  const clickhouse = connect({ url: redis.url.replace("redis:", "http:"), timeout: 1000 });
  try {
    await expect(migrate(clickhouse)).rejects.toMatchObject({
      code: "away",
      message: expect.stringContaining("otherwise another program listens at this port"),
    });
  } finally {
    await clickhouse.close();
    await redis.stop();
  }
});
