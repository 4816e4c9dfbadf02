/** Checks the engines that several nodes share: Redis and ClickHouse. */
import { pino } from "pino";
import { connect } from "../clickhouse/clickhouse.ts";
import { RedisConnection } from "../redis/redisConnection.ts";
import { parseTexts } from "../redis/redisReply.ts";
import { describeThrown } from "../runtime/thrown.ts";
import { type Finding, reportAbout } from "./finding.ts";

/** Timeout, milliseconds. */
const TIMEOUT = 5000;
/** Maximum difference between the clocks of two machines, milliseconds. */
const CLOCK_TOLERANCE = 60_000;

export async function checkRedis(url: string, now: () => number): Promise<Finding[]> {
  const { problem } = reportAbout("Redis");
  try {
    const redis = await RedisConnection.open({ url, timeout: TIMEOUT, log: pino({ level: "silent" }) });
    try {
      const info = parseInfo(String(await redis.send(["INFO"])));
      const [seconds] = parseTexts(await redis.send(["TIME"]));
      return judgeRedis(info, Number(seconds) * 1000 - now());
    } finally {
      redis.close();
    }
  } catch (error) {
    return [problem(describeThrown(error))];
  }
}

/** Parses the reply of INFO: https://redis.io/docs/latest/commands/info/ */
function parseInfo(text: string): Map<string, string> {
  const lines = text.split(/\r?\n/).filter((line) => line.includes(":"));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]));
}

/** Judges Redis. `ahead`: milliseconds by which its clock is ahead of this machine's. */
export function judgeRedis(info: ReadonlyMap<string, string>, ahead: number): Finding[] {
  const { ok, warning, problem } = reportAbout("Redis");
  const findings: Finding[] = [];
  if (info.get("role") === "slave")
    findings.push(problem("It is a replica, which accepts no writes. Name the primary with --redis."));
  if (info.get("maxmemory_policy") !== "noeviction")
    findings.push(
      problem(
        `It removes keys when its memory is full (${info.get("maxmemory_policy")}), so that events are counted twice. Set in redis.conf: maxmemory-policy noeviction`,
      ),
    );
  if (info.get("aof_enabled") !== "1")
    findings.push(warning("It loses all data when it restarts. Set in redis.conf: appendonly yes"));
  findings.push(...judgeClock("Redis", ahead));
  const version = info.get("valkey_version") ?? info.get("redis_version");
  return findings.length > 0 ? findings : [ok(`It answers, version ${version}.`)];
}

/** Checks whether ClickHouse answers, and compares its clock with this machine's. */
export async function checkClickHouse(url: string, now: () => number): Promise<Finding[]> {
  const { ok, problem } = reportAbout("ClickHouse");
  const clickhouse = connect({ url, timeout: TIMEOUT });
  try {
    const [row] = await clickhouse.query<{ version: string; time: string }>(
      "SELECT version() AS version, toUnixTimestamp(now()) AS time",
    );
    if (!row)
      return [problem("Another program answers at the address of --clickhouse. Correct host and port.")];
    const findings = judgeClock("ClickHouse", Number(row.time) * 1000 - now());
    return findings.length > 0 ? findings : [ok(`It answers, version ${row.version}.`)];
  } catch (error) {
    return [problem(describeThrown(error))];
  } finally {
    await clickhouse.close();
  }
}

function judgeClock(about: string, ahead: number): Finding[] {
  if (Math.abs(ahead) <= CLOCK_TOLERANCE) return [];
  const direction = ahead > 0 ? "ahead of" : "behind";
  const seconds = Math.round(Math.abs(ahead) / 1000);
  const message = `Its clock is ${seconds} s ${direction} this machine's. Synchronize both with a time server.`;
  return [reportAbout(about).problem(message)];
}
