/** Each engine behind the service's ports: in this process, and shared by nodes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { AuditLog } from "../../../src/service/management/auditLog.ts";
import { type Managed, SharedState } from "../../../src/service/redis/openRedis.ts";
import { systemClock } from "../../../src/service/values/clock.ts";
import { type RedisOptions, type RedisServer, startRedis } from "../support/redis.ts";

export const LIFE = 3600_000;
export const RESERVATION_LIFE = 120_000;

export interface Node {
  state: SharedState;
  folder: string;
}

/** What accounts manage on a node. `file`: published when Redis has no catalogue yet. */
export function manage({ state, folder }: Node, file = ""): Promise<Managed> {
  return state.openManaged({
    ...{ file, creatives: [], uploads: join(folder, "creatives"), maxKeys: 1000 },
    changes: new AuditLog(join(folder, "changes.jsonl")),
  });
}

/** A Redis, and what nodes on it share. */
export class Cluster {
  readonly redis: RedisServer;
  readonly #nodes: Node[] = [];

  private constructor(redis: RedisServer) {
    this.redis = redis;
  }

  static async start(options?: RedisOptions): Promise<Cluster> {
    return new Cluster(await startRedis(options));
  }

  async addNode(
    options: {
      timeout?: number;
      reservationLife?: number;
      now?: () => number;
      hurry?: number;
      folder?: string;
    } = {},
  ): Promise<Node> {
    const folder = options.folder ?? (await mkdtemp(join(tmpdir(), "zonetag-node-")));
    const { timeout = 2000, reservationLife = RESERVATION_LIFE, now = systemClock.now, hurry = 1 } = options;
    const state = await SharedState.open({
      ...{ url: this.redis.url, timeout, folder, trackingLife: LIFE, reservationLife },
      ...{ clock: { now, elapsed: () => performance.now() * hurry }, log: pino({ level: "silent" }) },
    });
    state.startServing();
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
