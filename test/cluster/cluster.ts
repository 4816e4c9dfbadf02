/** Real service processes on one Redis, and what clients of theirs were told. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type RunningService, startService } from "../../e2e/support/service.ts";
import { openStore } from "../../src/service/duckdb/duckdbStore.ts";
import { type RedisServer, startRedis } from "../service/support/redis.ts";

const PROGRAM = resolve(import.meta.dirname, "../../dist/service.mjs");

export interface ClusterOptions {
  nodes: number;
  /** Each node reads it from one file, unless it is live. */
  catalogue: object;
  /** The nodes own the catalogue, in Redis. */
  isLive?: boolean;
  args?: string[];
  /** Milliseconds; long by default, for machines with much else to do. */
  redisTimeout?: number;
  /** Where Redis keeps its data, through a kill as well; in memory alone by default. */
  redisFolder?: string;
  /** Address that Redis listens on. */
  redisHost?: string;
  /** How a node is started where the machines of nodes differ: what it runs through, and its own arguments. */
  place?: (node: number, redisPort: string) => { through: readonly string[]; args: string[]; redis: string };
  /** The nodes of the start share nothing yet; later ones do. */
  isAlone?: boolean;
}

/** Of a client's request. */
export interface RequestOptions {
  headers?: Record<string, string>;
  /** Milliseconds after which the client gives up; else it waits. */
  timeout?: number;
}

/** A banner's addresses, as paths. */
export interface Shown {
  impression: string;
  click: string;
}

export class ServiceCluster {
  readonly redis: RedisServer;
  readonly #folder: string;
  readonly #options: ClusterOptions;
  readonly nodes: RunningService[] = [];
  #turn = 0;

  private constructor(redis: RedisServer, folder: string, options: ClusterOptions) {
    this.redis = redis;
    this.#folder = folder;
    this.#options = options;
  }

  static async start(options: ClusterOptions): Promise<ServiceCluster> {
    const folder = await mkdtemp(join(tmpdir(), "zonetag-cluster-"));
    await writeFile(join(folder, "catalogue.json"), JSON.stringify(options.catalogue));
    const cluster = new ServiceCluster(
      await startRedis({
        folder: options.redisFolder,
        ...(options.redisHost && { host: options.redisHost }),
      }),
      folder,
      options,
    );
    if (options.isLive) await cluster.apply(options.catalogue);
    for (let at = 0; at < options.nodes; at++)
      cluster.nodes.push(await cluster.startNode(at, !options.isAlone));
    return cluster;
  }

  /** Starts a node on its own data. */
  startNode(at: number, isShared = true): Promise<RunningService> {
    const { args = [], isLive, redisTimeout = 5000, place } = this.#options;
    const placed = place?.(at, new URL(this.redis.url).port);
    const redis = placed?.redis ?? this.redis.url;
    const sharing = isShared ? ["--redis", redis, "--redis-timeout", String(redisTimeout)] : [];
    return startService({
      catalogue: isLive ? undefined : join(this.#folder, "catalogue.json"),
      data: this.#folderOf(at),
      args: ["--log-level", "warn", ...sharing, ...args, ...(placed?.args ?? [])],
      through: placed?.through ?? [],
    });
  }

  /** Ends a node as a power cut does. */
  async kill(at: number): Promise<void> {
    await this.nodes[at]?.stop("SIGKILL");
  }

  async restart(at: number): Promise<void> {
    this.nodes[at] = await this.startNode(at);
  }

  /** The next node, as a load balancer goes round. */
  next(): RunningService {
    this.#turn += 1;
    return this.nodes[this.#turn % this.nodes.length] as RunningService;
  }

  /** A placement on a node: its status, and the banner of a filled zone. */
  async place(
    node = this.next(),
    user: object = {},
    { headers, timeout }: RequestOptions = {},
  ): Promise<{ status: number; shown?: Shown }> {
    const response = await fetch(node.endpoint, {
      method: "POST",
      headers: { origin: "https://site.example", ...headers },
      ...(timeout && { signal: AbortSignal.timeout(timeout) }),
      body: JSON.stringify({ user, zones: [{ id: 1 }] }),
    });
    const answer = (await response.json()) as {
      zones?: ({ data?: { impression: string; url: string } } | null)[];
    };
    const data = answer.zones?.[0]?.data;
    const toPath = (address: string) => new URL(address).pathname;
    return {
      status: response.status,
      ...(data && { shown: { impression: toPath(data.impression), click: toPath(data.url) } }),
    };
  }

  /** Fetches an address of a node, and returns the result that the node reports. */
  async fetch(
    path: string,
    node = this.next(),
    { headers = {}, timeout }: RequestOptions = {},
  ): Promise<string> {
    const response = await fetch(node.origin + path, {
      redirect: "manual",
      headers,
      ...(timeout && { signal: AbortSignal.timeout(timeout) }),
    });
    return response.headers.get("x-event") ?? "";
  }

  /** Stops all nodes and sums up what they stored; `paid`: impressions of campaign 1 that cost something. */
  async countStored(): Promise<{
    impressions: number;
    clicks: number;
    invalidClicks: number;
    paid: number;
    cost: number;
    keys: string[];
  }> {
    await Promise.all(this.nodes.map((node) => node.stop()));
    let [impressions, clicks, invalidClicks, paid, cost] = [0, 0, 0, 0, 0];
    const keys: string[] = [];
    for (let at = 0; at < this.#options.nodes; at++) {
      const store = await openStore({ folder: this.#folderOf(at) });
      const [sums] = await store.query<
        Record<"impressions" | "clicks" | "invalid" | "paid" | "cost", unknown>
      >(
        `SELECT coalesce(sum(impressions), 0) AS impressions, coalesce(sum(clicks), 0) AS clicks,
          coalesce(sum(invalid_clicks), 0) AS invalid, coalesce(sum(cost), 0) AS cost,
          coalesce(sum(impressions) FILTER (campaign_id = 1 AND cost > 0), 0) AS paid FROM facts`,
      );
      const rows = await store.query<{ epoch: number; number: bigint; kind: number }>(
        "SELECT epoch, number, kind FROM deduplication_keys",
      );
      keys.push(...rows.map(({ epoch, number, kind }) => `${epoch}.${number}.${kind}`));
      impressions += Number(sums?.impressions);
      clicks += Number(sums?.clicks);
      invalidClicks += Number(sums?.invalid);
      paid += Number(sums?.paid);
      cost += Number(sums?.cost);
      await store.close();
    }
    return { impressions, clicks, invalidClicks, paid, cost, keys };
  }

  /** Applies a catalogue by the command, and resolves with what that printed. */
  async apply(catalogue: object): Promise<string> {
    const file = join(this.#folder, "applied.json");
    await writeFile(file, JSON.stringify(catalogue));
    return runProgram("catalogue", "apply", file, "--redis", this.redis.url);
  }

  /** Writes the output of the command `delivered` of each node to a file. */
  writeDelivered(): Promise<string[]> {
    return Promise.all(
      this.nodes.map(async (_, at) => {
        const file = join(this.#folder, `delivered-${at}.json`);
        await writeFile(file, await runProgram("delivered", "--data", this.#folderOf(at)));
        return file;
      }),
    );
  }

  /** Gives Redis back what was delivered, by the command. */
  rebuild(...args: string[]): Promise<string> {
    return runProgram("rebuild", ...args, "--redis", this.redis.url);
  }

  async stop(): Promise<void> {
    this.redis.thaw();
    await Promise.all(this.nodes.map((node) => node.stop("SIGKILL")));
    await this.redis.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #folderOf(at: number): string {
    return join(this.#folder, `node-${at}`);
  }
}

async function runProgram(...args: string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, [PROGRAM, ...args])).stdout;
}

/** Decisions that tracked addresses are of. A click counts its impression as well. `/i/PLACE.4.EPOCH.NUMBER.…` is of the decision `EPOCH.(NUMBER + PLACE)`. */
export function listEvents(paths: readonly string[]) {
  const [impressions, clicks] = [new Set<string>(), new Set<string>()];
  for (const path of paths) {
    const [, kind, token = ""] = path.split("/");
    const [place, , epoch, number] = token.split(".");
    const decision = `${epoch}.${Number(number) + Number(place)}`;
    impressions.add(decision);
    if (kind === "c") clicks.add(decision);
  }
  return { impressions, clicks };
}
