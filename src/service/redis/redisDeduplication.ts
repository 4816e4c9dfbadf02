/**
 * Deduplication shared by several nodes: a key is claimed in Redis, the event is written to this node's disk, the claim
 * is settled, and only then is the fetch answered.
 *
 * When a node crashes, its unsettled claims expire and other nodes can claim the keys. While Redis is away, a node uses
 * its own keys and shares them afterwards, or refuses the events; see `KeyLayout`. Events that two nodes counted are
 * deduplicated by the database, which stores their keys; conversions only if both counted them in the same hour.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  type DeduplicationKey,
  type EventDeduplication,
  type Keys,
  StoreError,
  type WriteNew,
} from "../facts/eventStore.ts";
import type { KeyLayout, OwnKeys } from "./keyLayouts.ts";
import { ignoreAway, type RedisConnection } from "./redisConnection.ts";
import { parseNumbers } from "./redisReply.ts";

interface SharedDeduplicationOptions {
  redis: RedisConnection;
  /** Keys that this node counted itself. */
  own: EventDeduplication;
  layout: KeyLayout;
  /** Milliseconds for which keys are kept. */
  life: number;
}

/** Milliseconds after which an unsettled claim expires; no disk takes that long. */
const CLAIM_HOLDS_MS = 2000;
const LOOK_AGAIN_MS = 10;
/** Pages of keys sent to Redis per batch. */
const PAGES_AT_ONCE = 256;
/** Maximum difference of clocks: by the clock of another node, signed URLs may be slightly older. */
const CLOCKS_DIFFER_MS = 60_000;

interface Claim {
  /** Keys that no node has counted. */
  claimed: Keys;
  isReserved: boolean;
  token: string;
}

export class SharedDeduplication implements EventDeduplication {
  readonly #options: SharedDeduplicationOptions;
  /** Distinguishes the claims of this start from others. */
  readonly #id = randomUUID();
  #claims = 0;
  /** Number of times that this node's keys were shared. */
  #shares = 0;
  /** Keys whose claim was settled without an answer, to be shared when Redis is back. */
  readonly #unsettled = new Set<DeduplicationKey>();

  constructor(options: SharedDeduplicationOptions) {
    this.#options = options;
    options.redis.onReturn(() => this.#shareOnReturn());
  }

  async writeOnce(keys: Keys, write: WriteNew): Promise<Keys> {
    const before = this.#shares;
    let isSettled = true;
    let counted: Keys = [];
    await this.#options.own.writeOnce(keys, async (fresh) => {
      const claim = await this.#claim(fresh);
      if (!claim) {
        if (!this.#options.layout.countsAlone) throw new StoreError("away", "Redis does not answer.");
        isSettled = false;
        counted = await write(fresh, undefined);
        return counted;
      }
      const { claimed, isReserved, token } = claim;
      let written: Keys = [];
      try {
        if (claimed.length > 0) written = await write(claimed, isReserved);
      } finally {
        const released = claimed.filter((key) => !written.includes(key));
        await this.#settle(released, token, false);
      }
      const settled = await this.#settle(written, token, true);
      isSettled = settled !== undefined;
      counted = settled ?? written;
      const countedElsewhere = fresh.filter((key) => !claimed.includes(key));
      return [...countedElsewhere, ...written];
    });
    if (isSettled) return counted;
    if (!this.#options.layout.countsAlone) for (const key of counted) this.#unsettled.add(key);
    // Redis came back while these were written.
    if (this.#shares > before) await this.#shareKeys(keys).catch(() => {});
    return counted;
  }

  /** Claims keys; undefined while Redis is away. */
  async #claim(keys: Keys): Promise<Claim | undefined> {
    const { redis, layout, life } = this.#options;
    const [first] = keys;
    if (!first || redis.isAway) return undefined;
    this.#claims += 1;
    const token = `${this.#id}.${this.#claims}`;
    const { claims, closed, counted, place, kinds } = locate(layout, first, keys);
    const names = [claims, closed, ...counted];
    const parameters = [...place, token, CLAIM_HOLDS_MS, life + CLOCKS_DIFFER_MS, layout.form, ...kinds];
    // The other node settles its claim, or it expires after `CLAIM_HOLDS_MS`.
    for (;;) {
      const reply = await redis.run("claimEvents", names, parameters).catch(ignoreAway);
      if (reply === undefined) return undefined;
      const [isOpen, ...states] = parseNumbers(reply);
      if (!states.includes(2)) {
        const claimed = keys.filter((_, at) => states[at] === 0);
        return { claimed, isReserved: isOpen === 1, token };
      }
      await delay(LOOK_AGAIN_MS);
    }
  }

  /**
   * Ends the claims of keys. Resolves with the stored ones that no other node counted meanwhile; undefined without an
   * answer.
   */
  async #settle(keys: Keys, token: string, isStored: boolean): Promise<Keys | undefined> {
    const { redis, layout, life } = this.#options;
    const [first] = keys;
    if (!first) return [];
    const { claims, counted, place, kinds } = locate(layout, first, keys);
    const parameters = [...place, token, isStored ? 1 : 0, life + CLOCKS_DIFFER_MS, layout.form, ...kinds];
    const reply = await redis.run("settleClaims", [claims, ...counted], parameters).catch(ignoreAway);
    if (reply === undefined) return undefined;
    const results = parseNumbers(reply);
    return keys.filter((_, at) => results[at] === 1);
  }

  /** Shares keys of this node, by default all: at the start, and after Redis was away or lost its data. */
  async share(pages: Iterable<OwnKeys> = this.#options.layout.listOwn()): Promise<void> {
    this.#shares += 1;
    await this.#sharePages(pages);
  }

  /**
   * Shares what Redis may have missed while it was away. Where nothing counts meanwhile, this is the keys of unanswered
   * settlements: sending all takes long, and Redis counts as away until then.
   */
  async #shareOnReturn(): Promise<void> {
    if (this.#options.layout.countsAlone) return this.share();
    this.#shares += 1;
    const keys = [...this.#unsettled];
    await this.#shareKeys(keys);
    for (const key of keys) this.#unsettled.delete(key);
  }

  /** Shares the pages of these keys. */
  async #shareKeys(keys: Keys): Promise<void> {
    const { layout } = this.#options;
    const pages = new Set(
      keys.map(({ epoch, number }) => `${epoch}:${Math.floor(number / layout.pageNumbers)}`),
    );
    if (pages.size > 0)
      await this.#sharePages(
        [...layout.listOwn()].filter(({ epoch, page }) => pages.has(`${epoch}:${page}`)),
      );
  }

  async #sharePages(pages: Iterable<OwnKeys>): Promise<void> {
    const { redis, life } = this.#options;
    let waiting: Promise<unknown>[] = [];
    for (const { script, names, values } of pages) {
      waiting.push(redis.runOnReturn(script, names, [...values, life + CLOCKS_DIFFER_MS]));
      if (waiting.length < PAGES_AT_ONCE) continue;
      await Promise.all(waiting);
      waiting = [];
    }
    await Promise.all(waiting);
  }
}

/** Locates the keys of one decision in Redis. */
function locate({ pageNumbers, name }: KeyLayout, { epoch, number }: DeduplicationKey, keys: Keys) {
  const page = Math.floor(number / pageNumbers);
  const kinds = keys.map(({ kind }) => kind);
  return {
    claims: name(epoch, page, "claims"),
    closed: name(epoch, page, "closed"),
    counted: kinds.map((kind) => name(epoch, page, kind)),
    place: [number, number % pageNumbers],
    kinds,
  };
}
