/** Several machines: what Redis and ClickHouse cost a request, and what Redis keeps. */
import { missing } from "../test/cluster/support/clickhouse.ts";
import { findRedisServer, NO_REDIS } from "../test/service/support/redis.ts";
import { measureMemory } from "./cluster/memory.ts";
import { measureRequests } from "./cluster/requests.ts";
import type { BenchOptions } from "./run.ts";

export const name = "cluster";

const FULL = { seconds: 3, impressions: 30_000 };
const QUICK = { seconds: 1.5, impressions: 15_000 };

export async function run({ quick }: BenchOptions): Promise<string> {
  if (missing) throw new Error(missing);
  if (!findRedisServer()) throw new Error(NO_REDIS);
  const requests = await measureRequests(quick ? QUICK : FULL);
  return `## Several machines\n\n### Requests\n\n${requests}\n\n### Memory\n\n${await measureMemory()}\n`;
}
