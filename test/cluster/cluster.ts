/** Real service processes that share one Redis, with requests of their clients. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type RunningService, startService } from "../../e2e/support/service.ts";
import { openStore } from "../../src/service/duckdb/duckdbStore.ts";
import { type LossyProxy, startLossyProxy } from "../service/support/lossyProxy.ts";
import { type RedisServer, startRedis } from "../service/support/redis.ts";
import { openLink } from "../support/openLink.ts";

const PROGRAM = resolve(import.meta.dirname, "../../dist/service.mjs");

export interface ClusterOptions {
  nodes: number;
  /** All nodes read the catalogue from one file, unless `isLive`. */
  catalogue: object;
  /** Whether the nodes keep a live catalogue in Redis. */
  isLive?: boolean;
  args?: string[];
  /** Milliseconds; the default is long, for busy machines. */
  redisTimeout?: number;
  /** Folder of Redis' data, which survives a kill. By default Redis keeps its data in memory only. */
  redisFolder?: string;
  /** Address that Redis listens on. */
  redisHost?: string;
  /** Whether Redis' answer to a request is lost on its way to a node. */
  losesAnswer?: (request: Buffer) => boolean;
  /** Start of each node: a command that wraps the process, additional arguments and the address of Redis. */
  place?: (
    node: number,
    redisPort: string,
  ) => { through: readonly string[]; args?: string[]; redis?: string };
  /** Whether the first nodes run without Redis; nodes that are started later use it. */
  isAlone?: boolean;
}

export interface RequestOptions {
  headers?: Record<string, string>;
  /** Milliseconds until the client aborts the request; without it the client waits. */
  timeout?: number;
}

/** A banner's addresses, as paths. */
export interface Shown {
  impression: string;
  click: string;
}

export class ServiceCluster implements AsyncDisposable {
  readonly redis: RedisServer;
  readonly #folder: string;
  readonly #options: ClusterOptions;
  #proxy: LossyProxy | undefined;
  readonly nodes: RunningService[] = [];
  #turn = 0;

  private constructor(redis: RedisServer, folder: string, options: ClusterOptions) {
    this.redis = redis;
    this.#folder = folder;
    this.#options = options;
  }

  static async start(options: ClusterOptions): Promise<ServiceCluster> {
    const { redisFolder, redisHost } = options;
    const redis = await startRedis({ folder: redisFolder, ...(redisHost && { host: redisHost }) });
    const folder = await mkdtemp(join(tmpdir(), "zonetag-cluster-"));
    const cluster = new ServiceCluster(redis, folder, options);
    try {
      await cluster.#startAll();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  async #startAll(): Promise<void> {
    const { catalogue, losesAnswer, isLive, nodes, isAlone } = this.#options;
    await writeFile(join(this.#folder, "catalogue.json"), JSON.stringify(catalogue));
    if (losesAnswer) this.#proxy = await startLossyProxy(this.redis.url, losesAnswer);
    if (isLive) await this.apply(catalogue);
    for (let at = 0; at < nodes; at++) this.nodes.push(await this.startNode(at, !isAlone));
  }

  /** Starts a node on its own data folder. */
  startNode(at: number, isShared = true): Promise<RunningService> {
    const { args = [], isLive, redisTimeout = 5000, place } = this.#options;
    const placed = place?.(at, new URL(this.redis.url).port);
    const redis = placed?.redis ?? this.#proxy?.url ?? this.redis.url;
    const sharing = isShared ? ["--redis", redis, "--redis-timeout", String(redisTimeout)] : [];
    return startService({
      catalogue: isLive ? undefined : join(this.#folder, "catalogue.json"),
      data: this.#folderOf(at),
      args: ["--log-level", "warn", ...sharing, ...args, ...(placed?.args ?? [])],
      through: placed?.through ?? [],
    });
  }

  /** Kills a node without a graceful shutdown. */
  async kill(at: number): Promise<void> {
    await this.nodes[at]?.stop("SIGKILL");
  }

  async restart(at: number): Promise<void> {
    this.nodes[at] = await this.startNode(at);
  }

  /** Returns the next node in round-robin order, as a load balancer does. */
  next(): RunningService {
    this.#turn += 1;
    return this.nodes[this.#turn % this.nodes.length] as RunningService;
  }

  /** Requests a placement. Returns the status and, if the zone is filled, the banner's paths. */
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
    const response = await openLink(node.origin + path, headers, timeout);
    return response.headers.get("x-event") ?? "";
  }

  /** Stops all nodes and sums up their stored counts. `paid`: impressions of campaign 1 with a cost. */
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

  /** Runs the `catalogue apply` command. Resolves with its output. */
  async apply(catalogue: object): Promise<string> {
    const file = join(this.#folder, "applied.json");
    await writeFile(file, JSON.stringify(catalogue));
    return runProgram("catalogue", "apply", file, "--redis", this.redis.url);
  }

  /** Runs the `delivered` command for each node and writes each output to a file. Resolves with the files' paths. */
  writeDelivered(): Promise<string[]> {
    return Promise.all(
      this.nodes.map(async (_, at) => {
        const file = join(this.#folder, `delivered-${at}.json`);
        await writeFile(file, await runProgram("delivered", "--data", this.#folderOf(at)));
        return file;
      }),
    );
  }

  /** Runs the `rebuild` command, which restores delivered amounts to Redis. */
  rebuild(...args: string[]): Promise<string> {
    return runProgram("rebuild", ...args, "--redis", this.redis.url);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async stop(): Promise<void> {
    this.redis.thaw();
    await Promise.all(this.nodes.map((node) => node.stop("SIGKILL")));
    await this.#proxy?.[Symbol.asyncDispose]();
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

/**
 * Lists the decisions of tracking URLs. `/i/PLACE.4.EPOCH.NUMBER.…` belongs to the decision `EPOCH.(NUMBER + PLACE)`. A
 * click also counts as its impression.
 */
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
