/**
 * Deduplication shared by several nodes: a key is claimed in Redis, the event is written to this node's disk, the claim
 * is settled, and only then is the fetch answered.
 *
 * When a node crashes, its unsettled claims expire and other nodes can claim the keys. While Redis is away, a node uses
 * its own keys and shares them afterwards. Events that two nodes counted are deduplicated by the database, which stores
 * their keys.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Appended, DeduplicationKey, EventDeduplication, WriteNew } from "../facts/eventStore.ts";
import { type Deduplication, PAGE_NUMBERS } from "../journal/localDeduplication.ts";
import { nameEvents } from "./names.ts";
import { RedisAwayError, type RedisConnection } from "./redisConnection.ts";
import { readNumbers } from "./redisReply.ts";
import { selectAt } from "./selectAt.ts";

interface SharedDeduplicationOptions {
  redis: RedisConnection;
  /** Keys that this node counted itself. */
  own: Deduplication;
  /** Milliseconds for which signed URLs are valid. */
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
  /** Positions of the keys that were not counted. */
  fresh: number[];
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

  constructor(options: SharedDeduplicationOptions) {
    this.#options = options;
    options.redis.onReturn(() => this.share());
  }

  async writeOnce(keys: readonly DeduplicationKey[], write: WriteNew): Promise<Appended[]> {
    const countedElsewhere = new Set<number>();
    const before = this.#shares;
    let isClaimed = true;
    const results = await this.#options.own.writeOnce(keys, async (positions, _isReserved, omit) => {
      const settled = await this.#writeClaimed(
        selectAt(keys, positions),
        (fresh, isReserved, omitClaimed) => {
          isClaimed = isReserved !== undefined;
          return write(selectAt(positions, fresh), isReserved, (omitted) => {
            omit(omitted);
            omitClaimed(omitted.map((at) => positions.indexOf(at)));
          });
        },
      );
      for (const [at, position] of positions.entries())
        if (settled[at] === "repeated") countedElsewhere.add(position);
    });
    // Redis came back while these were written without a claim.
    if (!isClaimed && this.#shares > before) await this.#shareKeys(keys).catch(() => {});
    return results.map((result, at) => (countedElsewhere.has(at) ? "repeated" : result));
  }

  async #writeClaimed(keys: readonly DeduplicationKey[], write: WriteNew): Promise<Appended[]> {
    const claim = await this.#claim(keys);
    if (!claim) {
      await write([...keys.keys()], undefined, () => {});
      return keys.map(() => "counted");
    }
    const results: Appended[] = keys.map(() => "repeated");
    if (claim.fresh.length === 0) return results;
    const omitted: number[] = [];
    try {
      await write(claim.fresh, claim.isReserved, (positions) => omitted.push(...positions));
    } catch (error) {
      await this.#settle(selectAt(keys, claim.fresh), claim.token, false);
      throw error;
    }
    const written = claim.fresh.filter((position) => !omitted.includes(position));
    const [counted] = await Promise.all([
      this.#settle(selectAt(keys, written), claim.token, true),
      this.#settle(selectAt(keys, omitted), claim.token, false),
    ]);
    for (const [at, position] of written.entries()) results[position] = counted[at] ?? "repeated";
    for (const position of omitted) results[position] = "omitted";
    return results;
  }

  /** Claims keys; undefined while Redis is away. */
  async #claim(keys: readonly DeduplicationKey[]): Promise<Claim | undefined> {
    const { redis, life } = this.#options;
    const [first] = keys;
    if (!first || redis.isAway) return undefined;
    this.#claims += 1;
    const token = `${this.#id}.${this.#claims}`;
    const { claims, closed, counted, number, bit } = locate(first, keys);
    const parameters = [
      number,
      bit,
      token,
      CLAIM_HOLDS_MS,
      life + CLOCKS_DIFFER_MS,
      ...keys.map(({ kind }) => kind),
    ];
    // The other node settles its claim, or it expires after `CLAIM_HOLDS_MS`.
    for (;;) {
      let reply: number[];
      try {
        reply = readNumbers(await redis.run("claimEvents", [claims, closed, ...counted], parameters));
      } catch (error) {
        if (error instanceof RedisAwayError) return undefined;
        throw error;
      }
      const [isOpen, ...states] = reply;
      if (!states.includes(2)) {
        const fresh = [...states.keys()].filter((at) => states[at] === 0);
        return { fresh, isReserved: isOpen === 1, token };
      }
      await delay(LOOK_AGAIN_MS);
    }
  }

  async #settle(keys: readonly DeduplicationKey[], token: string, isStored: boolean): Promise<Appended[]> {
    const { redis, life } = this.#options;
    const [first] = keys;
    if (!first) return [];
    const { claims, counted, number, bit } = locate(first, keys);
    const parameters = [
      number,
      bit,
      token,
      isStored ? 1 : 0,
      life + CLOCKS_DIFFER_MS,
      ...keys.map(({ kind }) => kind),
    ];
    try {
      const reply = await redis.run("settleClaims", [claims, ...counted], parameters);
      return readNumbers(reply).map((result) => (result === 1 ? "counted" : "repeated"));
    } catch (error) {
      if (!(error instanceof RedisAwayError)) throw error;
      return keys.map(() => "counted");
    }
  }

  /** Shares this node's keys, at the start and after Redis was away or lost its data. */
  share(): Promise<void> {
    this.#shares += 1;
    return this.#sharePages(() => true);
  }

  #shareKeys(keys: readonly DeduplicationKey[]): Promise<void> {
    const pages = new Set(keys.map(({ epoch, number }) => `${epoch} ${Math.floor(number / PAGE_NUMBERS)}`));
    return this.#sharePages((epoch, page) => pages.has(`${epoch} ${page}`));
  }

  async #sharePages(isShared: (epoch: number, page: number) => boolean): Promise<void> {
    const { redis, own, life } = this.#options;
    let waiting: Promise<unknown>[] = [];
    for (const { epoch, page, kind, bits } of own.listPages()) {
      if (!isShared(epoch, page)) continue;
      const names = [nameEvents(epoch, page, kind), nameEvents(epoch, page, "merged")];
      waiting.push(
        redis.runOnReturn("mergeCountedEvents", names, [Buffer.from(bits), life + CLOCKS_DIFFER_MS]),
      );
      if (waiting.length < PAGES_AT_ONCE) continue;
      await Promise.all(waiting);
      waiting = [];
    }
    await Promise.all(waiting);
  }
}

/** Locates the keys of one decision in Redis. */
function locate({ epoch, number }: DeduplicationKey, keys: readonly DeduplicationKey[]) {
  const page = Math.floor(number / PAGE_NUMBERS);
  return {
    claims: nameEvents(epoch, page, "claims"),
    closed: nameEvents(epoch, page, "closed"),
    counted: keys.map(({ kind }) => nameEvents(epoch, page, kind)),
    number,
    bit: number % PAGE_NUMBERS,
  };
}
