/** Nodes on one Redis, for contract tests. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import { afterAll, onTestFinished } from "vitest";
import { LAST_USES_FILE, LocalLastUses } from "../../../src/service/accounts/lastUses.ts";
import { IDS_FILE, RecordFile } from "../../../src/service/accounts/recordFile.ts";
import { toDocument } from "../../../src/service/catalogue/document.ts";
import { LiveCatalogue } from "../../../src/service/catalogue/liveCatalogue.ts";
import { digestDocument, type Snapshot } from "../../../src/service/catalogue/logLine.ts";
import { type ChangeLog, FolderChanges } from "../../../src/service/management/changeLog.ts";
import { type Managed, SharedState } from "../../../src/service/redis/openRedis.ts";
import { systemClock } from "../../../src/service/runtime/clock.ts";
import { openKnownAddresses, waitForKnownAddresses } from "../support/knownAddresses.ts";
import { type RedisOptions, type RedisServer, startRedis } from "../support/redis.ts";
import { hasRedis } from "./tests.ts";

export const LIFE = 3600_000;
const YEAR_MS = 365 * 86_400_000;
export const RESERVATION_LIFE = 120_000;
/** Upload quota of an account in bytes: enough for two of the larger sample images. */
export const QUOTA = 550;

/** Delivered amounts of a campaign before its first impression. */
export const NOTHING_DELIVERED = {
  costToday: 0n,
  costTotal: 0n,
  shownToday: 0,
  shownTotal: 0,
  pending: 0,
  pendingCost: 0n,
};

export interface Node {
  state: SharedState;
  folder: string;
  redis: RedisServer;
  /** The node's wall clock. */
  now: () => number;
}

/** A node's stores of managed data, with the live catalogue. */
export interface ManagedNode extends Managed {
  catalogue: LiveCatalogue;
  changes: ChangeLog;
}

/** Opens a node's managed data. `file`: catalogue for a Redis without one. */
export async function manage({ state, folder }: Node, file?: string): Promise<ManagedNode> {
  const managed = await state.openManaged({
    known: await openKnownAddresses(folder),
    uploads: join(folder, "creatives"),
    quota: QUOTA,
    maxKeys: 1000,
    lastUses: await LocalLastUses.open({
      file: join(folder, LAST_USES_FILE),
      now: Date.now,
      onProblem: () => {},
    }),
  });
  const { lines } = managed;
  const ids = [await RecordFile.open(folder, IDS_FILE), managed.ids];
  if (file !== undefined) await lines.fill(aSnapshot(JSON.parse(await readFile(file, "utf8"))), []);
  const catalogue = await LiveCatalogue.open({ data: folder, shared: lines, ids });
  onTestFinished(() => catalogue.close());
  const changes = new FolderChanges(folder, catalogue, () => catalogue.refresh());
  return { ...managed, catalogue, changes };
}

/** Creates the snapshot of a catalogue without changes. */
export function aSnapshot(catalogue: object): Snapshot {
  const document = toDocument(catalogue);
  return { format: 1, sequence: 0, digest: digestDocument(document), document };
}

/** A Redis and the nodes on it. */
export class Cluster {
  readonly redis: RedisServer;
  readonly #nodes: Node[] = [];

  private constructor(redis: RedisServer) {
    this.redis = redis;
  }

  static async start(options?: RedisOptions): Promise<Cluster> {
    return new Cluster(await startRedis(options));
  }

  /** Starts a Redis that stops after the last test of this file. Undefined without Redis, when tests are skipped. */
  static async use(options?: RedisOptions): Promise<Cluster> {
    const cluster = hasRedis ? await Cluster.start(options) : undefined;
    afterAll(() => cluster?.stop());
    return cluster as Cluster;
  }

  /** Starts a Redis that stops with the current test. */
  static async startOwn(): Promise<Cluster> {
    const own = await Cluster.start();
    onTestFinished(() => own.stop());
    return own;
  }

  async addNode(
    options: {
      timeout?: number;
      reservationLife?: number;
      /** The wall clock of Redis and of the node. */
      now?: () => number;
      /** Milliseconds by which the node's wall clock is ahead. */
      ahead?: () => number;
      /** Milliseconds by which Redis' clock is ahead. */
      redisAhead?: () => number;
      hurry?: number;
      folder?: string;
      url?: string;
      log?: Logger;
      /** Whether the node treats an empty Redis as new instead of one that lost its data. Default: true. */
      isFilled?: boolean;
    } = {},
  ): Promise<Node> {
    const folder = options.folder ?? (await mkdtemp(join(tmpdir(), "zonetag-node-")));
    const { timeout = 2000, reservationLife = RESERVATION_LIFE, now = systemClock.now, hurry = 1 } = options;
    const {
      url = this.redis.url,
      ahead = () => 0,
      redisAhead = () => 0,
      log = pino({ level: "silent" }),
    } = options;
    const state = await SharedState.open({
      url,
      timeout,
      folder,
      trackingLife: LIFE,
      reservationLife,
      // The monotonic clock follows the clock that a test moves.
      clock: {
        now: () => now() + ahead(),
        elapsed: () => performance.now() * hurry + now() - Date.now() + YEAR_MS,
      },
      clockOffset: () => now() - Date.now() + redisAhead(),
      log,
    });
    if (options.isFilled ?? true) await state.bringDelivered(async () => []);
    state.startServing();
    const node = { state, folder, redis: this.redis, now: () => now() + ahead() };
    this.#nodes.push(node);
    return node;
  }

  async stop(): Promise<void> {
    await waitForKnownAddresses();
    this.redis.thaw();
    for (const { state, folder } of this.#nodes) {
      await state.close();
      await rm(folder, { recursive: true, force: true });
    }
    await this.redis.stop();
  }
}
