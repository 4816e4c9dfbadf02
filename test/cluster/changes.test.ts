/**
 * Kills a service, or nodes and their Redis, at random moments during many changes: no acknowledged change is lost, and
 * no change is applied twice.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { startService, UNLIMITED } from "../../e2e/support/service.ts";
import { type Random, seededRandom } from "../../src/service/placement/random.ts";
import { hashToken } from "../../src/service/signing/passwords.ts";
import { findRedisServer, NO_REDIS } from "../service/support/redis.ts";
import { makeFolder } from "../support/folder.ts";
import { ServiceCluster } from "./cluster.ts";

/** Number of changes: `ZONETAG_CHANGES`. `ZONETAG_SEED` sets the order of kills. */
const CHANGES = Number(process.env.ZONETAG_CHANGES ?? 500);
const SEED = Number(process.env.ZONETAG_SEED ?? 1);
const NODES = 2;
const WRITERS = 4;
/** Maximum changes between two kills. A restart takes most of the time of this test. */
const KILL_WITHIN = 100;

const HEADERS = { Authorization: "Bearer token", "Content-Type": "application/json" };
const CATALOGUE = {
  accounts: [
    { id: 1, name: "Net", role: "network", apiTokens: [hashToken("token")] },
    { id: 2, name: "Ann", role: "publisher", network: 1 },
  ],
  sites: [{ id: 1, account: 2, name: "Site", hostname: "site.example" }],
  zones: [],
  campaigns: [],
};
/** Nodes that are killed and started again. */
interface Victims extends AsyncDisposable {
  /** Address for the next request. */
  next(): Promise<string>;
  /** Addresses of all nodes. */
  list(): Promise<string[]>;
  killOne(random: Random): Promise<void>;
}

async function startAlone(folder: string): Promise<Victims> {
  const start = () => startService({ catalogue: CATALOGUE, data: join(folder, "data"), args: UNLIMITED });
  let running = start();
  const readOrigin = async () => (await running).origin;
  return {
    next: readOrigin,
    list: async () => [await readOrigin()],
    killOne: async () => {
      const service = await running;
      running = service.stop("SIGKILL").then(start);
      await running;
    },
    [Symbol.asyncDispose]: async () => void (await (await running).stop()),
  };
}

async function startCluster(folder: string): Promise<Victims> {
  const options = { nodes: NODES, catalogue: CATALOGUE, isLive: true, args: UNLIMITED, redisFolder: folder };
  const cluster = await ServiceCluster.start(options);
  return {
    next: async () => cluster.next().origin,
    list: async () => cluster.nodes.map(({ origin }) => origin),
    killOne: async (random) => {
      const victim = Math.floor(random() * (NODES + 1));
      if (victim < NODES) {
        await cluster.kill(victim);
        await cluster.restart(victim);
      } else {
        await cluster.redis.kill();
        await cluster.redis.restart();
      }
    },
    [Symbol.asyncDispose]: () => cluster.stop(),
  };
}

/** Returns a node's answer; undefined if the node was killed, or answered 503 because Redis is away. */
async function ask(url: string, options: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, { ...options, headers: { ...HEADERS, ...options.headers } }).catch(
    () => undefined,
  );
  const text = await response?.text().catch(() => undefined);
  if (!response || text === undefined || response.status === 503) return undefined;
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text);
}

interface Page {
  result: { name?: string; request?: string }[];
  count: number;
}

/** Creates a zone. After a missing answer, looks the request up or repeats it until a node confirms the zone. */
async function makeZone(victims: Victims, name: string, at: number): Promise<void> {
  const body = JSON.stringify({ site: 1, name, size: "300x250" });
  for (;;) {
    const request = { method: "POST", headers: { "Idempotency-Key": name }, body };
    if (await ask(`${await victims.next()}/v2/zones`, request)) return;
    const found = at % 2 === 0 && (await ask(`${await victims.next()}/v2/changes?request=${name}`));
    if (found && (found as Page).result.length > 0) return;
  }
}

/** Lists one field of all entries, sorted. */
async function listField(address: string, field: "name" | "request"): Promise<string[]> {
  const values: string[] = [];
  for (let offset = 0; ; offset += 500) {
    const { result } = (await ask(`${address}limit=500&offset=${offset}`)) as Page;
    values.push(...result.map((one) => one[field] ?? ""));
    if (result.length < 500) return values.sort();
  }
}

const ARRANGEMENTS: [where: string, start: (folder: string) => Promise<Victims>, needsRedis: boolean][] = [
  ["in the folder of one service", startAlone, false],
  ["in Redis, which is killed as well", startCluster, true],
];

test.for(ARRANGEMENTS)(
  "kills at random moments neither lose an acknowledged change nor apply one twice, %s",
  { timeout: 600_000 },
  async ([, start, needsRedis], { skip }) => {
    skip(needsRedis && findRedisServer() === undefined, NO_REDIS);
    const random = seededRandom(SEED);
    await using victims = await start(makeFolder());
    const wanted = Array.from({ length: CHANGES }, (_, at) => `zone-${at}`);
    let sent = 0;
    let acknowledged = 0;
    const write = async () => {
      for (let at = sent++; at < CHANGES; at = sent++) {
        await makeZone(victims, `zone-${at}`, at);
        acknowledged += 1;
      }
    };
    const writing = Promise.all(Array.from({ length: WRITERS }, write));
    for (let until = 0; ; ) {
      until += Math.ceil(random() * KILL_WITHIN);
      if (until >= CHANGES) break;
      // Kills either right after a change is sent or right after one is acknowledged.
      const isSent = random() < 0.5;
      await expect
        .poll(() => (isSent ? sent - WRITERS : acknowledged), { interval: 0, timeout: 60_000 })
        .toBeGreaterThanOrEqual(until);
      await victims.killOne(random);
    }
    await writing;
    for (const origin of await victims.list()) {
      await expect.poll(() => listField(`${origin}/v2/zones?`, "name")).toEqual(wanted.toSorted());
      expect(await listField(`${origin}/v2/changes?kind=zones&`, "request")).toEqual(wanted.toSorted());
    }
  },
);
