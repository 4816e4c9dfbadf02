/** Assembles everything that several nodes share through Redis or Valkey. */
import { setTimeout as delay } from "node:timers/promises";
import { LocalFailedSignIns } from "../accounts/failedSignIns.ts";
import type { KnownAddresses } from "../accounts/knownAddresses.ts";
import type { LocalLastUses } from "../accounts/lastUses.ts";
import { SHARES_FILE, VIEWS_FILE } from "../accounts/recordFile.ts";
import type { ViewsRecord } from "../accounts/savedViews.ts";
import type { ShareRecord } from "../accounts/shareStore.ts";
import type { HighestId } from "../catalogue/highestIds.ts";
import { BudgetClock, describeDifference } from "../delivery/budgetClock.ts";
import { LocalFrequencyCaps } from "../delivery/localFrequency.ts";
import { AMOUNTS_KEY, ReservedAmounts } from "../delivery/reservedAmounts.ts";
import type { Delivered } from "../facts/delivered.ts";
import type { EventDeduplication } from "../facts/eventStore.ts";
import { computeGoalKeysKept } from "../facts/goals.ts";
import { readIdentity } from "../journal/folderIdentity.ts";
import type { GoalDeduplication } from "../journal/goalDeduplication.ts";
import type { Deduplication } from "../journal/localDeduplication.ts";
import { CLAIM_HOLDS_MS } from "../mail/regularMailSchedule.ts";
import type { MakeLimiter } from "../net/rateLimiter.ts";
import type { Clock } from "../runtime/clock.ts";
import { deriveKey } from "../signing/secret.ts";
import { DataMark, hasMarks } from "./dataMark.ts";
import { type KeyLayout, layOutEvents, layOutGoals } from "./keyLayouts.ts";
import {
  CATALOGUE,
  createNames,
  GOALS_COMPLETE,
  IDS,
  MAILING,
  MAINTENANCE,
  type Names,
  PEOPLE,
  SHARES,
  VIEWS,
} from "./names.ts";
import { AuditInRedis } from "./redisAudit.ts";
import { BudgetAccounts } from "./redisBudgetAccounts.ts";
import { LeasedBudgets } from "./redisBudgetLeases.ts";
import { SharedClaim } from "./redisClaim.ts";
import { type ConnectionOptions, RedisAwayError, RedisConnection } from "./redisConnection.ts";
import { SharedDeduplication } from "./redisDeduplication.ts";
import { SharedFailedSignIns } from "./redisFailedSignIns.ts";
import { SharedFrequencyCaps } from "./redisFrequencyCaps.ts";
import { describeOtherSecret, restoreSecret, shareSecret, startEpoch } from "./redisIdentity.ts";
import { SharedImages } from "./redisImages.ts";
import { SharedLastUses } from "./redisLastUses.ts";
import { SharedLimiter } from "./redisLimiter.ts";
import { RedisLog } from "./redisLog.ts";
import type { RedisNode } from "./redisNode.ts";
import { SharedRecords } from "./redisRecords.ts";
import { SharedSentMarks } from "./redisSentMarks.ts";
import { SharedSessions } from "./redisSessions.ts";
import { SharedSetupLink } from "./redisSetupLink.ts";
import { SharedTestRecords } from "./redisTestRecords.ts";
import { toAccount } from "./restoreDelivered.ts";

interface SharedStateOptions
  extends ConnectionOptions,
    Pick<RedisNode, "trackingLife" | "reservationLife">,
    Partial<Pick<RedisNode, "clockOffset">> {
  folder: string;
  clock: Clock;
}

interface ManagedOptions {
  uploads: string;
  /** Maximum bytes of images that an account uploads. */
  quota: number;
  /** Maximum keys of failed sign-ins that this node remembers. */
  maxKeys: number;
  /** Addresses of sign-ins on this node. */
  known: KnownAddresses;
  lastUses: LocalLastUses;
}

/** Stores of data that accounts manage. */
export type Managed = Awaited<ReturnType<SharedState["openManaged"]>>;

/** Status for `/metrics`. */
export interface RedisStatus {
  /** Whether Redis is unavailable: it does not answer, or it refuses scripts. */
  isAway: boolean;
  /** See `RedisConnection`. */
  problem: string | undefined;
  /** Error replies since the start, by code. */
  refusals: ReadonlyMap<string, number>;
  outages: number;
  /** Whether Redis lost its data, so that no budgets and caps are granted until the data is restored. */
  isDataLost: boolean;
  /** Problem of a clock, for operators. */
  clockProblem: string | undefined;
}

/**
 * Reads the deliveries of every campaign by all nodes from the event store. Undefined when they are unavailable or
 * incomplete.
 */
export type ReadDelivered = (now: number) => Promise<readonly Delivered[] | undefined>;

/** Interval between checks of the marks, and between attempts to restore. */
const CHECK_EVERY_MS = 1000;
/** Maximum milliseconds in which a node may restore the accounts. */
const REBUILD_WITHIN_MS = 60_000;
/** Milliseconds after which another node may take over maintenance: more than twice the time between two claims. */
const MAINTENANCE_HOLDS_MS = 180_000;
/** Maximum difference of clocks that is no problem. */
const CLOCKS_DIFFER_MS = 60_000;
/** Milliseconds for which a step of Redis' clock is reported. */
const STEP_SHOWS_MS = 3600_000;
/** Reservations lapse in steps of ten seconds. */
const LAPSES_LATER_MS = 10_000;

/** Store that adds its data to Redis. */
interface Shared {
  share(): Promise<void>;
}

export class SharedState {
  readonly epoch: number;
  readonly secret: Buffer;
  readonly makeLimiter: MakeLimiter;
  readonly budgets: LeasedBudgets;
  readonly frequencyCaps: SharedFrequencyCaps;
  /** Frequency caps counted by this node, restored from its disk. */
  readonly ownFrequencyCaps: LocalFrequencyCaps;
  readonly #options: SharedStateOptions;
  readonly #redis: RedisConnection;
  readonly #mark: DataMark;
  /** Redis' clock. */
  readonly #budgetClock: BudgetClock;
  readonly #accounts: BudgetAccounts;
  readonly #names: Names;
  /** Stores whose data is restored to a Redis that lost it. */
  readonly #restored: Shared[] = [];
  readonly #sessions: SharedSessions[] = [];
  #readDelivered: ReadDelivered | undefined;
  #readOwn: (() => Promise<readonly Delivered[]>) | undefined;
  /** Whether Redis has the secret of other nodes. */
  #isForeign = false;
  /** Whether the clock of this node differs from Redis'. */
  #isClockWrong = false;
  /** Last time that Redis' clock was set, and by how much; monotonic milliseconds. */
  #clockSet: { at: number; change: number } | undefined;
  /** Time of the loss, monotonic milliseconds. */
  #lostAt = 0;
  #checking: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #isClosed = false;

  /** Connects to Redis. Rejects with a one-line error when it does not answer. */
  static async open(options: SharedStateOptions): Promise<SharedState> {
    const redis = await RedisConnection.open(options);
    try {
      const secret = await shareSecret(redis, options.folder);
      const epoch = await startEpoch(redis);
      const mark = await DataMark.open({ redis, epoch, ...options });
      const folderId = await readIdentity(options.folder);
      const state = new SharedState(options, secret, { redis, mark, epoch, folderId });
      await state.budgets.open();
      return state;
    } catch (error) {
      redis.close();
      throw error;
    }
  }

  private constructor(
    options: SharedStateOptions,
    secret: Buffer,
    start: Pick<RedisNode, "redis" | "mark" | "epoch" | "folderId">,
  ) {
    const { clock, clockOffset = () => 0, trackingLife, reservationLife, log } = options;
    const { elapsed, slept } = clock;
    const { redis, mark, epoch } = start;
    const names = createNames(deriveKey(secret, "shared keys"));
    this.#budgetClock = new BudgetClock({ elapsed, slept, onSet: (change) => this.#noteClockSet(change) });
    const node: RedisNode = {
      ...start,
      names,
      clock: this.#budgetClock,
      clockOffset,
      elapsed,
      trackingLife,
      reservationLife,
      log,
    };
    this.#options = options;
    this.#names = names;
    this.#redis = redis;
    this.#mark = mark;
    this.epoch = epoch;
    this.secret = secret;
    this.#accounts = new BudgetAccounts(node);
    this.makeLimiter = (name, limits) =>
      new SharedLimiter({ ...limits, redis, name: (key) => names.limit(name, key) });
    this.budgets = new LeasedBudgets(
      node,
      this.#accounts,
      new ReservedAmounts(deriveKey(secret, AMOUNTS_KEY)),
    );
    this.ownFrequencyCaps = new LocalFrequencyCaps({ reservationLife, elapsed });
    this.frequencyCaps = new SharedFrequencyCaps(node, this.ownFrequencyCaps);
    mark.onChange(() => this.#changeData());
    redis.onReturn(() => this.budgets.reportFreed());
    this.#lostAt = elapsed();
    this.#checking = setInterval(() => void this.#check(), CHECK_EVERY_MS).unref();
  }

  get status(): RedisStatus {
    const { isAway, problem, refusals, outages } = this.#redis;
    const { clockProblem } = this;
    return { isAway, problem, refusals, outages, isDataLost: this.#mark.isLost, clockProblem };
  }

  get clockProblem(): string | undefined {
    const { elapsed } = this.#options.clock;
    if (this.#isClockWrong)
      return `The clock of this node is ${describeDifference(this.#clockDifference)} Redis'. Set both by a time server.`;
    const last = this.#clockSet;
    if (last === undefined || elapsed() - last.at > STEP_SHOWS_MS) return undefined;
    return `Redis' clock was set within the last hour, to ${describeDifference(last.change)} the time before.`;
  }

  /** Milliseconds by which this node's clock is ahead of Redis'. */
  get #clockDifference(): number {
    return this.#options.clock.now() - this.#budgetClock.now();
  }

  /** Opens the stores of data that accounts manage. `uploads`: folder of images. */
  async openManaged({ uploads, quota, maxKeys, known, lastUses }: ManagedOptions) {
    const { folder, clock } = this.#options;
    const redis = this.#redis;
    const images = new SharedImages({ redis, folder: uploads, quota });
    const shares = new SharedRecords<ShareRecord>(redis, SHARES);
    await shares.bring(folder, SHARES_FILE);
    const views = new SharedRecords<ViewsRecord>(redis, VIEWS);
    await views.bring(folder, VIEWS_FILE);
    const auditStore = new AuditInRedis(redis);
    await auditStore.bring(folder);
    if (this.#mark.isFirst) await images.share();
    this.#restored.push(images);
    const own = new LocalFailedSignIns({ elapsed: clock.elapsed, maxKeys, known });
    const failures = new SharedFailedSignIns({ redis, names: this.#names, own, now: clock.now });
    return {
      lines: new RedisLog({ redis, images, what: "catalogue", keys: CATALOGUE }),
      // Highest ids that the catalogue ever had.
      ids: new SharedRecords<HighestId>(redis, IDS),
      peopleLines: new RedisLog({ redis, what: "people", keys: PEOPLE }),
      auditStore,
      images,
      shares,
      views,
      failures,
      setupStore: new SharedSetupLink(redis),
      testRecords: new SharedTestRecords(redis),
      mailClaim: this.#createClaim(MAILING, CLAIM_HOLDS_MS),
      sentMarks: new SharedSentMarks(redis),
      lastUses: new SharedLastUses(redis, lastUses),
      sessions: await this.openSessions(clock),
    };
  }

  /** Sessions of browsers. Closed together with the state. */
  async openSessions(clock: Clock): Promise<SharedSessions> {
    const { timeout } = this.#options;
    const sessions = await SharedSessions.open({ redis: this.#redis, timeout, clock });
    this.#sessions.push(sessions);
    return sessions;
  }

  /** Ends the startup phase: from now on, commands have the timeout of requests. */
  startServing(): void {
    this.#redis.startServing();
  }

  /** Shares the keys that this node counted (`own`), then resolves. */
  shareDeduplication(own: Deduplication): Promise<SharedDeduplication> {
    return this.#shareKeys(own, layOutEvents(own), this.#options.trackingLife);
  }

  /**
   * Shares the keys of conversions. `recall`: adds those that all nodes have stored to `own`, for a Redis without them,
   * and resolves with the added ones. A start with a new Redis waits for them. Every node recalls them, because another
   * one may be killed meanwhile; doing it twice changes nothing.
   */
  async shareGoals(
    own: GoalDeduplication,
    recall?: () => Promise<GoalDeduplication>,
  ): Promise<SharedDeduplication> {
    const life = computeGoalKeysKept(this.#options.trackingLife);
    const layout = layOutGoals(own);
    if (!recall) return this.#shareKeys(own, layout, life);
    const redis = this.#redis;
    const goals = new SharedDeduplication({ redis, own, layout, life });
    const share = async () => {
      await redis.send(["DEL", GOALS_COMPLETE]);
      await goals.share();
      await goals.share(layOutGoals(await recall()).listOwn());
      await redis.send(["SET", GOALS_COMPLETE, "1"]);
    };
    this.#restored.push({ share });
    await goals.share();
    if (this.#mark.isFirst) await this.#restoreUntilDone({ share });
    else if (this.#mark.isLost || (await redis.send(["EXISTS", GOALS_COMPLETE])) !== 1)
      void this.#restoreUntilDone({ share });
    return goals;
  }

  async #shareKeys(own: EventDeduplication, layout: KeyLayout, life: number): Promise<SharedDeduplication> {
    const deduplication = new SharedDeduplication({ redis: this.#redis, own, layout, life });
    this.#restored.push(deduplication);
    await deduplication.share();
    return deduplication;
  }

  /**
   * Writes the deliveries of the first node to Redis, so that budgets and caps continue from them. Until then nothing
   * is granted.
   */
  async bringDelivered(readOwn: () => Promise<readonly Delivered[]>): Promise<void> {
    this.#readOwn = readOwn;
    await this.#check();
  }

  /**
   * Whether this node should do the maintenance, which one node does at a time. True if Redis does not answer: the
   * claim only avoids repeated work.
   */
  claimMaintenance(): Promise<boolean> {
    return this.#createClaim(MAINTENANCE, MAINTENANCE_HOLDS_MS)
      .hold()
      .catch(() => true);
  }

  #createClaim(key: string, life: number): SharedClaim {
    return new SharedClaim({ redis: this.#redis, key, epoch: this.epoch, life });
  }

  /** Enables the restoration of deliveries when Redis loses its data. */
  rebuildFrom(readDelivered: ReadDelivered): void {
    this.#readDelivered = readDelivered;
  }

  /** Closes the connection, after returning the unused part of all leases. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#checking);
    await this.#working;
    await this.budgets.close();
    for (const sessions of this.#sessions) sessions.close();
    this.#redis.close();
  }

  #check(): Promise<void> {
    this.#working ??= this.#checkOnce().finally(() => {
      this.#working = undefined;
    });
    return this.#working;
  }

  async #checkOnce(): Promise<void> {
    this.#checkClock();
    if (this.#redis.isAway) return;
    try {
      if (!(await this.#ensureSecret())) return;
      const others = await this.#mark.check();
      if (this.#mark.isLost) await this.#rebuild();
      // If other nodes know data that this Redis has lost, those nodes restore it.
      else if (this.#mark.isFirst && others === 0 && this.#readOwn) await this.#restore(this.#readOwn);
    } catch (error) {
      if (!(error instanceof RedisAwayError)) this.#options.log.error({ err: error }, "Redis not checked");
    }
  }

  #checkClock(): void {
    const isWrong = Math.abs(this.#clockDifference) > CLOCKS_DIFFER_MS;
    if (isWrong === this.#isClockWrong) return;
    this.#isClockWrong = isWrong;
    const { log } = this.#options;
    if (isWrong) log.warn(this.clockProblem);
    else log.info("The clock of this node agrees with Redis' again.");
  }

  #noteClockSet(change: number): void {
    this.#clockSet = { at: this.#options.clock.elapsed(), change };
    this.#options.log.warn(
      `Redis' clock was set to ${describeDifference(change)} the time before. What was spent in the day before counts for the new one.`,
    );
  }

  /** Returns whether Redis has the secret of this node. With another secret, every budget would exist twice. */
  async #ensureSecret(): Promise<boolean> {
    const { log, folder } = this.#options;
    const isForeign = !(await restoreSecret(this.#redis, this.secret));
    if (isForeign && !this.#isForeign) log.error(describeOtherSecret(folder));
    this.#isForeign = isForeign;
    if (isForeign) this.#mark.reportLoss();
    return !isForeign;
  }

  #changeData(): void {
    this.budgets.drop();
    this.#accounts.forget();
    if (!this.#mark.isLost) return;
    this.#lostAt = this.#options.clock.elapsed();
    for (const store of this.#restored) void this.#restoreUntilDone(store);
  }

  /** Repeats until it succeeds, or until a later loss restores everything again. Logs the first failure. */
  async #restoreUntilDone(store: Shared): Promise<void> {
    const lostAt = this.#lostAt;
    for (let attempt = 1; !this.#isClosed && lostAt === this.#lostAt; attempt++) {
      try {
        return await store.share();
      } catch (error) {
        if (attempt === 1)
          this.#options.log.warn({ err: error }, "data not restored to Redis; it is tried again");
      }
      await delay(CHECK_EVERY_MS, undefined, { ref: false });
    }
  }

  /** Restores deliveries once all reservations from before the loss have lapsed, so that the deliveries are final. */
  async #rebuild(): Promise<void> {
    const { clock, reservationLife } = this.#options;
    const read = this.#readDelivered;
    if (!read || clock.elapsed() - this.#lostAt < reservationLife + LAPSES_LATER_MS) return;
    await this.#restore(() => read(this.#budgetClock.now()));
  }

  /** Writes the deliveries and marks the data as complete. One node does this at a time. */
  async #restore(read: () => Promise<readonly Delivered[] | undefined>): Promise<void> {
    const lock = await this.#redis.send(["SET", REBUILDING, "1", "NX", "PX", String(REBUILD_WITHIN_MS)]);
    if (lock === null) return;
    // Real time instead of the service's clock, because Redis also expires the lock by real time.
    const lockedAt = performance.now();
    const delivered = (await hasMarks(this.#redis)) ? undefined : await read();
    // By then, another node may hold the lock.
    if (performance.now() - lockedAt > REBUILD_WITHIN_MS / 2) return;
    if (delivered) {
      await this.#write(delivered);
      await this.#mark.renew();
    }
    await this.#redis.send(["DEL", REBUILDING]);
  }

  async #write(delivered: readonly Delivered[]): Promise<void> {
    const { number } = this.#budgetClock.day;
    for (const each of delivered) await this.#accounts.replace(each.campaign, toAccount(each, number));
  }
}

const REBUILDING = "zonetag:rebuilding";
