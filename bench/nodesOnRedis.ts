/** Several nodes: costs of Redis and ClickHouse per request, and what Redis stores. */
import { missing } from "../test/cluster/support/clickhouse.ts";
import { findRedisServer, NO_REDIS } from "../test/service/support/redis.ts";
import { writeShape } from "./cluster/machines.ts";
import { measureMemory } from "./cluster/redisMemory.ts";
import { measureRequests } from "./cluster/requestsByNodes.ts";
import type { BenchOptions } from "./run.ts";

export const name = "cluster";

const FULL = { seconds: 6 };
const QUICK = { seconds: 1.5 };

export async function run({ quick }: BenchOptions): Promise<string> {
  if (missing) throw new Error(missing);
  if (!findRedisServer()) throw new Error(NO_REDIS);
  const requests = await measureRequests(quick ? QUICK : FULL);
  const memory = await measureMemory();
  const { placements, impressions } = requests;
  const shape = writeShape({
    nodePlacement: placements.nodes,
    nodeImpression: impressions.nodes,
    redisPlacement: placements.redis,
    redisImpression: impressions.redis,
    clickhousePlacement: placements.clickhouse,
    clickhouseImpression: impressions.clickhouse,
    addressBytes: memory.addressBytes,
    decisionBytes: memory.decisionBytes,
    eventBytes: requests.eventBytes,
  });
  return [
    ...["## Several machines", "### Requests", requests.tables, "### What Redis keeps", memory.table],
    ...["### On paper: a million requests a second", shape],
  ].join("\n\n");
}
