// @cluster Starts Redis.
/** The Redis connection during outages and refused commands. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { RedisAwayError, RedisConnection } from "../../../src/service/redis/redisConnection.ts";
import { useFolder } from "../../support/folder.ts";
import { type RedisServer, startRedis } from "../support/redis.ts";
import { requireRedis } from "../support/requireRedis.ts";

const hasRedis = requireRedis();
let server: RedisServer;
/** Folder of the server's snapshots. */
const folder = useFolder();
let redis: RedisConnection;
let lines: Record<string, unknown>[];

beforeAll(async () => {
  if (!hasRedis) return;
  server = await startRedis({ folder });
  await server.send("ACL", "SETUSER", "node", "on", ">secret", "~*", "&*", "+@all");
});
afterAll(() => server?.stop());
beforeEach(async () => {
  lines = [];
  const log = createLog();
  redis = await RedisConnection.open({ url: server.url.replace("//", "//node:secret@"), timeout: 200, log });
  redis.startServing();
});
afterEach(() => redis?.close());

/** Creates a log whose lines `lines` lists. */
function createLog() {
  return pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
}

const count = () => redis.run("countRequest", ["limit"], [1000, 1000, 1]);

test("after an outage, commands are refused until the recovery work is done", async () => {
  let isBegun = false;
  let finish = () => {};
  redis.onReturn(() => {
    isBegun = true;
    return new Promise((done) => {
      finish = done;
    });
  });
  server.freeze();
  await expect(redis.send(["PING"])).rejects.toThrow("Redis does not answer.");
  expect(redis.problem).toBe("no answer");
  server.thaw();
  await expect.poll(() => isBegun).toBe(true);
  expect(redis.isAway).toBe(true);
  await expect(redis.send(["PING"])).rejects.toThrow("Redis does not answer.");
  finish();
  await expect.poll(() => redis.isAway).toBe(false);
  expect(await redis.send(["PING"])).toBe("PONG");
});

const send = (...command: string[]) => server.send(...command);

/** Blocks the server by an endless script, run from a separate connection, until the script is killed. */
async function runForever(): Promise<void> {
  await send("CONFIG", "SET", "busy-reply-threshold", "1");
  const client = createClient({ url: server.url });
  client.on("error", () => {});
  await client.connect();
  client
    .eval("while true do end")
    .catch(() => {})
    .finally(() => client.destroy());
}

/** Makes snapshots fail by creating a folder under the name of their file. */
async function breakSnapshots(): Promise<void> {
  await mkdir(join(folder, "dump.rdb"));
  await send("CONFIG", "SET", "save", "3600 1");
  await send("BGSAVE");
  await expect.poll(() => send("INFO", "persistence")).toContain("rdb_last_bgsave_status:err");
}

const REFUSING: readonly [code: string, refuse: () => Promise<unknown>, stop: () => Promise<unknown>][] = [
  ["OOM", () => send("CONFIG", "SET", "maxmemory", "1"), () => send("CONFIG", "SET", "maxmemory", "0")],
  [
    "NOREPLICAS",
    () => send("CONFIG", "SET", "min-replicas-to-write", "1"),
    () => send("CONFIG", "SET", "min-replicas-to-write", "0"),
  ],
  ["READONLY", () => send("REPLICAOF", "127.0.0.1", "1"), () => send("REPLICAOF", "NO", "ONE")],
  [
    "NOPERM",
    () => send("ACL", "SETUSER", "node", "-@write"),
    () => send("ACL", "SETUSER", "node", "+@write"),
  ],
  ["MISCONF", breakSnapshots, () => send("CONFIG", "SET", "save", "")],
  ["BUSY", runForever, () => send("SCRIPT", "KILL")],
];

test.each(REFUSING)(
  "a Redis that answers with %s counts as away until a probe can write",
  async (...parameters) => {
    const [code, refuse, stop] = parameters;
    let returns = 0;
    redis.onReturn(async () => {
      returns += 1;
    });
    await refuse();
    try {
      await expect.poll(() => count().catch((error: unknown) => error)).toBeInstanceOf(RedisAwayError);
      await expect.poll(() => redis.isAway).toBe(true);
      expect(redis.problem).toBe(code);
      expect(redis.refusals.get(code)).toBeGreaterThan(0);
      await expect(count()).rejects.toThrow(RedisAwayError);
      // A successful PING is not enough: the server answers it even while it refuses writes.
      expect(returns).toBe(0);
      const logged = lines.filter((line) => line.code === code).map(({ msg }) => msg);
      const away = `Redis refuses commands (${code}). Limits, budgets and deduplication continue with this node's own data.`;
      expect(logged).toEqual(code === "NOPERM" ? ["Redis does not permit a command", away] : [away]);
    } finally {
      await stop();
    }
    await expect.poll(() => redis.isAway).toBe(false);
    expect(redis.problem).toBe(undefined);
    expect(returns).toBe(1);
    expect(await count()).toHaveLength(3);
  },
);

test("while Redis refuses writes, reads still work", async () => {
  await send("SET", "known", "value");
  await send("CONFIG", "SET", "min-replicas-to-write", "1");
  await expect(count()).rejects.toThrow(RedisAwayError);
  expect(await redis.send(["GET", "known"])).toBe("value");
  await send("CONFIG", "SET", "min-replicas-to-write", "0");
});

test("a command with a wrong type fails without counting as an outage, and is logged once as an error", async () => {
  await send("SET", "text", "value");
  for (let tries = 0; tries < 2; tries++)
    await expect(redis.run("countRequest", ["text"], [1000, 1000, 1])).rejects.toThrow(RedisAwayError);
  expect(redis.isAway).toBe(false);
  expect(redis.problem).toBe("WRONGTYPE");
  expect(redis.refusals.get("WRONGTYPE")).toBe(2);
  const errors = lines.filter(({ level }) => level === pino.levels.values.error);
  expect(errors).toMatchObject([{ code: "WRONGTYPE", msg: "Redis refused a command" }]);
  expect(await count()).toHaveLength(3);
});

test("a missing permission for one command does not count as an outage", async () => {
  await send("ACL", "SETUSER", "node", "-hset");
  await expect(redis.send(["HSET", "hash", "field", "1"])).rejects.toThrow("NOPERM");
  expect(await count()).toHaveLength(3);
  expect(redis.isAway).toBe(false);
  expect(redis.problem).toBe("NOPERM");
  await send("ACL", "SETUSER", "node", "+hset");
});

describe("with a password file", () => {
  let password = "first";
  let own: RedisServer;
  beforeEach(async () => {
    password = "first";
    own = await startRedis();
    await own.send("ACL", "SETUSER", "rotated", "on", ">first", "~*", "&*", "+@all");
    redis.close();
    const url = own.url.replace("//", "//rotated:first@");
    const readPassword = () => {
      if (password === "") throw new Error("no file");
      return password;
    };
    redis = await RedisConnection.open({ url, readPassword, timeout: 200, log: createLog() });
    redis.startServing();
  });
  afterEach(() => own.stop());

  /** Sets the password in Redis, and closes the node's connections. */
  async function rotate(to: string): Promise<void> {
    await own.send("ACL", "SETUSER", "rotated", "resetpass", `>${to}`);
    await own.send("CLIENT", "KILL", "USER", "rotated");
  }

  test("a rotated password is read again for the next connection", async () => {
    password = "second";
    await rotate("second");
    await expect.poll(() => redis.send(["PING"]).catch(() => "")).toBe("PONG");
    await expect.poll(() => redis.isAway).toBe(false);
  });

  test("a refused password is named, until the file has the right one", async () => {
    await rotate("second");
    await expect.poll(() => redis.problem).toBe("WRONGPASS");
    expect(redis.refusals.get("WRONGPASS")).toBeGreaterThan(0);
    expect(lines.filter(({ code, level }) => code === "WRONGPASS" && level === 50)).toHaveLength(1);
    password = "";
    await expect.poll(() => redis.problem).toBe("WRONGPASS");
    password = "second";
    await expect.poll(() => redis.problem).toBe(undefined);
    expect(await redis.send(["PING"])).toBe("PONG");
  });
});
