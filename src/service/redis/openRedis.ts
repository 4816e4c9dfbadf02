/** What several nodes share by Redis or Valkey, put together. */
import { join } from "node:path";
import type { Logger } from "pino";
import { LocalFrequencyCaps } from "../delivery/localFrequency.ts";
import type { AuditLog } from "../management/auditLog.ts";
import type { MakeLimiter } from "../net/rateLimiter.ts";
import { deriveKey } from "../signing/secret.ts";
import { LocalFailedSignIns } from "../statistics/failedSignIns.ts";
import { SHARES_FILE } from "../statistics/shareFile.ts";
import type { Deduplication } from "../store/deduplication.ts";
import type { Delivered } from "../store/delivered.ts";
import type { Clock } from "../values/clock.ts";
import { toDayNumber } from "../values/day.ts";
import { Accounts } from "./accounts.ts";
import { SharedChanges } from "./changes.ts";
import { RedisAwayError, RedisConnection } from "./connection.ts";
import { DataMark } from "./dataMark.ts";
import { SharedDeduplication } from "./deduplication.ts";
import { SharedFailedSignIns } from "./failedSignIns.ts";
import { SharedFrequencyCaps } from "./frequencyCaps.ts";
import { restoreSecret, shareSecret, startEpoch } from "./identity.ts";
import { SharedImages } from "./images.ts";
import { LeasedBudgets } from "./leasedBudgets.ts";
import { SharedLimiter } from "./limiter.ts";
import { createNames, type Names } from "./names.ts";
import { Reservations } from "./reservations.ts";
import { SharedCatalogue } from "./sharedCatalogue.ts";
import { SharedShares } from "./shares.ts";
import { toAccount } from "./writeBack.ts";

export interface RedisOptions {
  /** See `ConnectionOptions`. */
  url: string;
  timeout: number;
  /** The node's data folder. */
  folder: string;
  trackingLife: number;
  reservationLife: number;
  clock: Clock;
  log: Logger;
}

export interface ManagedOptions {
  /** Published when Redis has no catalogue yet. */
  file: string;
  /** See `loadCatalogue`. */
  creatives: readonly string[];
  /** Where uploaded images are kept. */
  uploads: string;
  /** Of the changes that are made on this node. */
  changes: AuditLog;
  /** Most addresses and names that this node remembers failed sign-ins for. */
  maxKeys: number;
}

export interface Managed {
  catalogue: SharedCatalogue;
  images: SharedImages;
  changes: SharedChanges;
  shares: SharedShares;
  failures: SharedFailedSignIns;
}

/** What `/metrics` shows of it. */
export interface RedisStatus {
  /** Redis does not answer at the moment. */
  isAway: boolean;
  /** Times that it went away since the start. */
  outages: number;
  /** Redis lost its data, and grants nothing of budgets and caps until it is written back. */
  isDataLost: boolean;
}

/**
 * What every campaign was given, by all nodes, from where the events are. Undefined when that cannot be said at the
 * moment, or not all of it is there yet.
 */
export type ReadDelivered = (now: number) => Promise<readonly Delivered[] | undefined>;

/** How often the marks of the data are looked at, and a rebuilding is tried. */
const CHECK_EVERY_MS = 1000;
/** A node that writes the accounts back has so long. */
const REBUILD_WITHIN_MS = 60_000;
/** Reservations lapse by the ten seconds. */
const LAPSES_LATER_MS = 10_000;

export class SharedState {
  readonly epoch: number;
  readonly secret: Buffer;
  readonly makeLimiter: MakeLimiter;
  readonly budgets: LeasedBudgets;
  readonly frequencyCaps: SharedFrequencyCaps;
  readonly #options: RedisOptions;
  readonly #redis: RedisConnection;
  readonly #mark: DataMark;
  readonly #accounts: Accounts;
  readonly #own = new LocalFrequencyCaps();
  readonly #names: Names;
  #deduplication: SharedDeduplication | undefined;
  /** What is given back to a Redis that lost its data. */
  #managed: Pick<Managed, "images" | "changes"> | undefined;
  #readDelivered: ReadDelivered | undefined;
  /** By a clock that only runs forward. */
  #lostAt = 0;
  #checking: NodeJS.Timeout | undefined;

  /** Rejects with an error in one line when Redis does not answer. */
  static async open(options: RedisOptions): Promise<SharedState> {
    const redis = await RedisConnection.open(options);
    try {
      const secret = await shareSecret(redis, options.folder);
      const mark = await DataMark.open({ redis, ...options });
      return new SharedState(options, redis, { secret, mark, epoch: await startEpoch(redis) });
    } catch (error) {
      redis.close();
      throw error;
    }
  }

  private constructor(
    options: RedisOptions,
    redis: RedisConnection,
    { secret, mark, epoch }: { secret: Buffer; mark: DataMark; epoch: number },
  ) {
    const { log, clock, trackingLife, reservationLife } = options;
    const names = createNames(deriveKey(secret, "shared keys"));
    this.#options = options;
    this.#names = names;
    this.#redis = redis;
    this.#mark = mark;
    this.epoch = epoch;
    this.secret = secret;
    this.#accounts = new Accounts({ redis, names, mark });
    this.makeLimiter = (name, limits) =>
      new SharedLimiter({ ...limits, redis, name: (key) => names.limit(name, key) });
    this.budgets = new LeasedBudgets({
      ...{ accounts: this.#accounts, log, now: clock.now },
      reservations: new Reservations({ redis, epoch, reservationLife, life: trackingLife }),
    });
    this.frequencyCaps = new SharedFrequencyCaps({ redis, names, log, own: this.#own });
    mark.onChange(() => this.#changeData());
    this.#lostAt = clock.elapsed();
    this.#checking = setInterval(() => void this.#check(), CHECK_EVERY_MS).unref();
  }

  /** What this node counted itself, recalled from its disk. */
  get ownFrequencyCaps(): LocalFrequencyCaps {
    return this.#own;
  }

  get status(): RedisStatus {
    return { isAway: this.#redis.isAway, outages: this.#redis.outages, isDataLost: this.#mark.isLost };
  }

  /** What accounts manage. `uploads`: where images are kept; `changes`: what was changed on this node. */
  async openManaged({ file, creatives, uploads, changes, maxKeys }: ManagedOptions): Promise<Managed> {
    const { folder, log, clock } = this.#options;
    const redis = this.#redis;
    const managed = { images: new SharedImages(redis, uploads), changes: new SharedChanges(redis, changes) };
    const shares = new SharedShares(redis);
    await shares.bring(join(folder, SHARES_FILE));
    if (this.#mark.isMadeHere) for (const one of Object.values(managed)) await one.share();
    this.#managed = managed;
    const own = new LocalFailedSignIns({ elapsed: clock.elapsed, maxKeys });
    const { images } = managed;
    const catalogue = new SharedCatalogue({ redis, folder, log, file, creatives, images, changes });
    const failures = new SharedFailedSignIns({ redis, names: this.#names, own });
    return { ...managed, catalogue, shares, failures };
  }

  /** To be called when the start is over: from now on no command may keep a request waiting. */
  startServing(): void {
    this.#redis.startServing();
  }

  /** `own`: what this node counted. Resolves once the others can know of it. */
  async shareDeduplication(own: Deduplication): Promise<SharedDeduplication> {
    this.#deduplication = new SharedDeduplication({
      ...{ redis: this.#redis, own, life: this.#options.trackingLife },
    });
    await this.#deduplication.share();
    return this.#deduplication;
  }

  /** The first node brings what it delivered alone, so that budgets and caps go on where they were. */
  async bringDelivered(readOwn: () => Promise<readonly Delivered[]>): Promise<void> {
    if (this.#mark.isMadeHere) await this.#write(await readOwn());
  }

  /** From now on a Redis that lost its data is given back what was delivered. */
  rebuildFrom(readDelivered: ReadDelivered): void {
    this.#readDelivered = readDelivered;
  }

  /** Gives back what is leased and not given out. */
  async close(): Promise<void> {
    clearInterval(this.#checking);
    await this.budgets.close();
    this.#redis.close();
  }

  async #check(): Promise<void> {
    if (this.#redis.isAway) return;
    try {
      await this.#mark.check();
      if (this.#mark.isLost) await this.#rebuild();
    } catch (error) {
      if (!(error instanceof RedisAwayError)) this.#options.log.error({ err: error }, "Redis not checked");
    }
  }

  #changeData(): void {
    const { log, clock } = this.#options;
    this.budgets.drop();
    this.#accounts.forgetVersions();
    if (!this.#mark.isLost) {
      log.info("Redis has its data; campaigns with a budget or a cap go on");
      return;
    }
    this.#lostAt = clock.elapsed();
    const restoring = [
      ...[restoreSecret(this.#redis, this.secret), this.#deduplication?.share()],
      ...[this.#managed?.images.share(), this.#managed?.changes.share()],
    ];
    Promise.all(restoring).catch((error) =>
      log.warn({ err: error }, "Redis not given back what is known here"),
    );
  }

  /**
   * Writes back what was delivered, once nothing can be added to it any more that was decided before the loss: by then
   * reservations have lapsed.
   */
  async #rebuild(): Promise<void> {
    const { clock, reservationLife } = this.#options;
    if (!this.#readDelivered || clock.elapsed() - this.#lostAt < reservationLife + LAPSES_LATER_MS) return;
    const lock = await this.#redis.send(["SET", REBUILDING, "1", "NX", "PX", String(REBUILD_WITHIN_MS)]);
    if (lock === null) return;
    const lockedAt = clock.elapsed();
    const delivered = await this.#readDelivered(clock.now());
    // By then another node may have the lock.
    if (clock.elapsed() - lockedAt > REBUILD_WITHIN_MS / 2) return;
    if (!delivered) {
      // Whichever node reaches ClickHouse first is to do it, and soon.
      await this.#redis.send(["DEL", REBUILDING]);
      return;
    }
    await this.#write(delivered);
    await this.#mark.renew();
  }

  async #write(delivered: readonly Delivered[]): Promise<void> {
    const now = this.#options.clock.now();
    for (const each of delivered)
      await this.#accounts.replace(each.campaign, toAccount(each, toDayNumber(now)));
  }
}

const REBUILDING = "zonetag:rebuilding";
