/** Each engine behind the service's ports: in this process, and shared by nodes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { SharedState } from "../../../src/service/redis/openRedis.ts";
import { systemClock } from "../../../src/service/values/clock.ts";
import { type RedisServer, startRedis } from "../support/redis.ts";

export const LIFE = 3600_000;
export const RESERVATION_LIFE = 120_000;

export interface Node {
  state: SharedState;
  folder: string;
}

/** A Redis, and what nodes on it share. */
export class Cluster {
  readonly redis: RedisServer;
  readonly #nodes: Node[] = [];

  private constructor(redis: RedisServer) {
    this.redis = redis;
  }

  static async start(): Promise<Cluster> {
    return new Cluster(await startRedis());
  }

  async addNode(
    options: { timeout?: number; reservationLife?: number; now?: () => number; hurry?: number } = {},
  ): Promise<Node> {
    const folder = await mkdtemp(join(tmpdir(), "zonetag-node-"));
    const { timeout = 2000, reservationLife = RESERVATION_LIFE, now = systemClock.now, hurry = 1 } = options;
    const state = await SharedState.open({
      ...{ url: this.redis.url, timeout, folder, trackingLife: LIFE, reservationLife },
      ...{ clock: { now, elapsed: () => performance.now() * hurry }, log: pino({ level: "silent" }) },
    });
    const node = { state, folder };
    this.#nodes.push(node);
    return node;
  }

  async stop(): Promise<void> {
    this.redis.thaw();
    for (const { state, folder } of this.#nodes) {
      await state.close();
      await rm(folder, { recursive: true, force: true });
    }
    await this.redis.stop();
  }
}
