// @cluster Starts Redis.
/** Messages at the start for a wrong Redis address or a wrong server behind it. */
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RedisConnection } from "../../../src/service/redis/redisConnection.ts";
import { describeStartProblem } from "../../../src/service/redis/startProblem.ts";
import { NO_CERTIFICATE } from "../support/certificate.ts";
import { type OtherServer, startMail, startSecureWeb, startWeb } from "../support/otherServers.ts";
import { findRedisServer, NO_REDIS, type RedisServer, startRedis } from "../support/redis.ts";

const hasRedis = findRedisServer() !== undefined;
let open: RedisServer;
let locked: RedisServer;
let clustered: RedisServer;
let web: OtherServer;
let secureWeb: OtherServer;
let mail: OtherServer;

beforeAll(async () => {
  if (!hasRedis || NO_CERTIFICATE) return;
  [web, secureWeb, mail] = await Promise.all([startWeb(404, "Nothing here."), startSecureWeb(), startMail()]);
  [open, locked, clustered] = await Promise.all([
    startRedis(),
    startRedis(),
    startRedis({ isCluster: true }),
  ]);
  await locked.send("ACL", "SETUSER", "reader", "on", ">secret", "~*", "&*", "+@all", "-set");
  await locked.send("CONFIG", "SET", "requirepass", "secret");
  await clustered.send("CLUSTER", "DELSLOTSRANGE", "0", "16383");
});
afterAll(async () => {
  await Promise.all([open, locked, clustered, web, secureWeb, mail].map((server) => server?.stop()));
});

const host = (url: string) => new URL(url).host;

const NO_DATABASE = "does not have the database that the address names";

const WRONG: readonly (readonly [what: string, address: () => string, message: string])[] = [
  ["a wrong password", () => `redis://:other@${host(locked.url)}`, "refuses the user name or the password"],
  ["a missing password", () => locked.url, "needs a password"],
  [
    "a needless password",
    () => `redis://:other@${host(open.url)}`,
    "has no password, but the address has one",
  ],
  ["a missing database", () => `${open.url}/99`, NO_DATABASE],
  ["a database of a cluster", () => `${clustered.url}/1`, NO_DATABASE],
  [
    "a node of a cluster",
    () => clustered.url,
    "is a node of a Redis Cluster, which the service does not support",
  ],
  ["a closed port", () => "redis://127.0.0.1:1", "refuses connections. Start it, or correct host and port"],
  ["a web server", () => `redis://127.0.0.1:${web.port}`, "otherwise another program listens at this port"],
  [
    "TLS at a port without it",
    () => `rediss://${host(open.url)}`,
    "does not answer over TLS. If the port does not use TLS, begin the address with redis://.",
  ],
  [
    "a port with TLS, without it",
    () => `redis://localhost:${secureWeb.port}`,
    "begin the address with rediss://",
  ],
  ["another server", () => `redis://127.0.0.1:${mail.port}`, "is not Redis"],
  [
    "a certificate that is not trusted",
    () => `rediss://localhost:${secureWeb.port}`,
    "Add its authority to NODE_EXTRA_CA_CERTS",
  ],
  [
    "a user who may not write",
    () => `redis://reader:secret@${host(locked.url)}`,
    "does not grant its user the required permissions",
  ],
];

// Concurrent, since several cases wait for the whole start timeout.
test.concurrent.for(WRONG)(
  "the start message about %s says what to do",
  { timeout: 60_000 },
  async ([, address, message], { skip }) => {
    skip(!hasRedis, NO_REDIS);
    skip(NO_CERTIFICATE !== undefined, NO_CERTIFICATE);
    const options = { url: address(), timeout: 100, log: pino({ enabled: false }) };
    const failure = await RedisConnection.open(options).catch((error: Error) => error.message);
    expect(failure).toContain(message);
    expect(failure).not.toMatch(/other@|secret/);
  },
);

test.each([
  ["wrong version number", "Begin the address with redis://"],
  ["Socket closed unexpectedly", "begin the address with rediss://"],
  ["READONLY You can't write against a read only replica.", "Name the primary"],
  ["LOADING Redis is loading the dataset in memory", "when it is ready"],
  ["OOM command not allowed when used memory > 'maxmemory'.", "Raise `maxmemory`"],
  ["MISCONF Redis is configured to save RDB snapshots", "cannot write its data to disk"],
  ["NOREPLICAS Not enough good replicas to write.", "`min-replicas-to-write`"],
  ["BUSY Redis is busy running a script.", "SCRIPT KILL"],
  ["self-signed certificate", "NODE_EXTRA_CA_CERTS"],
  ["getaddrinfo ENOTFOUND redis.invalid", "cannot be resolved"],
  [
    "something else",
    "Redis at redis://localhost:6379 does not answer. Check host and port, and that no firewall blocks this machine. (something else)",
  ],
])("the start message for %j contains %j", (reported, message) => {
  expect(describeStartProblem("redis://user:p@ss@localhost:6379", new Error(reported))).toContain(message);
});
