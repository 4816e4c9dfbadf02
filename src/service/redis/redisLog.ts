/**
 * Lines of a live collection in Redis, in an order that all nodes agree on: a stream, and a snapshot of its beginning.
 */
import { setTimeout as delay } from "node:timers/promises";
import { NotStoredError } from "../catalogue/liveCollection.ts";
import {
  type KeptLine,
  type Position,
  parseLogLine,
  parseSnapshotLine,
  type Snapshot,
  writeLine,
} from "../catalogue/logLine.ts";
import { EMPTY_SNAPSHOT, NOTHING, type SharedLog } from "../catalogue/replicatedLog.ts";
import { atPlace } from "../catalogue/storedChange.ts";
import type { Images } from "../management/images.ts";
import type { CollectionKeys } from "./names.ts";
import { RedisAwayError, type RedisConnection } from "./redisConnection.ts";
import { parseFields, parseTexts, type Reply } from "./redisReply.ts";

/** Lines that stay readable after the snapshot includes them. */
const LINES_KEPT = 10_000;
const LINES_PER_PAGE = 500;
const POLL_EVERY_MS = 2000;
/** Milliseconds for which an unanswered change is sent again, and milliseconds between two attempts. */
const RETRY_FOR_MS = 2000;
const RETRY_EVERY_MS = 50;

interface RedisLogOptions {
  redis: RedisConnection;
  /** Title for messages: "The catalogue". */
  what: "catalogue" | "people";
  keys: CollectionKeys;
  /** Fetches the images that entries reference; absent for collections without images. */
  images?: Pick<Images, "bring">;
}

export class RedisLog implements SharedLog {
  readonly #redis: RedisConnection;
  readonly #what: "catalogue" | "people";
  readonly #keys: CollectionKeys;
  /** Channel that announces changes to the nodes. */
  readonly #channel: string;
  readonly #images: Pick<Images, "bring"> | undefined;

  constructor({ redis, what, keys, images }: RedisLogOptions) {
    this.#redis = redis;
    this.#what = what;
    this.#keys = keys;
    this.#channel = `${keys.head}:changed`;
    this.#images = images;
  }

  /** Rejects when Redis has a catalogue; for nodes that each read a file. */
  async requireNone(): Promise<void> {
    const { head, lines, snapshot } = this.#keys;
    if ((await this.readHead()).digest !== NOTHING.digest)
      throw new Error(
        `Redis has a live catalogue, which cannot be used together with --catalogue. To use files from now on, run: zonetag-service catalogue export FILE --redis ADDRESS; then delete the keys ${head}, ${lines} and ${snapshot}.`,
      );
  }

  async readHead(): Promise<Position> {
    const [sequence, digest] = parseFields(
      await this.#redis.send(["HMGET", this.#keys.head, "sequence", "digest"]),
    );
    return { sequence: Number(sequence ?? 0), digest: digest ?? "" };
  }

  async read(from: number): Promise<KeptLine[]> {
    const lines: KeptLine[] = [];
    for (let next = from; ; ) {
      const command = ["XRANGE", this.#keys.lines, String(next), "+", "COUNT", String(LINES_PER_PAGE)];
      const page = parseEntries(await this.#redis.send(command));
      lines.push(...page);
      const last = page.at(-1);
      if (!last || page.length < LINES_PER_PAGE) return lines;
      next = last.sequence + 1;
    }
  }

  /** Appends a change. Rejects with `NotStoredError` when Redis does not answer. */
  async append(after: Position, lines: readonly KeptLine[]): Promise<boolean> {
    if (this.#redis.isAway) throw new NotStoredError({ code: "catalogue-unreachable", what: this.#what });
    const parameters = [after.sequence, after.digest, this.#channel, ...lines.map(({ text }) => text)];
    const send = () => this.#redis.run("appendChanges", [this.#keys.head, this.#keys.lines], parameters);
    const start = performance.now();
    for (;;) {
      try {
        return (await send()) === 1;
      } catch (error) {
        if (!(error instanceof RedisAwayError)) throw error;
      }
      // Redis may have made the change although the answer was lost. Sending it again does not make it twice.
      if (performance.now() - start > RETRY_FOR_MS) throw new NotStoredError({ code: "change-unknown" });
      await delay(RETRY_EVERY_MS);
    }
  }

  async readSnapshot(): Promise<Snapshot> {
    const text = await this.#redis.send(["HGET", this.#keys.snapshot, "text"]);
    return typeof text === "string" ? parseSnapshotLine(Buffer.from(text)) : EMPTY_SNAPSHOT;
  }

  async fill(snapshot: Snapshot, lines: readonly KeptLine[]): Promise<boolean> {
    const last = lines.at(-1)?.sequence ?? 0;
    // Lines that follow the snapshot are needed, however many they are.
    const first = Math.min(snapshot.sequence + 1, last - LINES_KEPT + 1);
    const kept = lines.filter((line) => line.sequence >= first);
    const { sequence, digest } = kept.at(-1) ?? snapshot;
    const parameters = [
      ...[sequence, digest, this.#channel, snapshot.sequence, writeLine(snapshot), kept[0]?.sequence ?? 0],
      ...kept.map(({ text }) => text),
    ];
    const keys = [this.#keys.head, this.#keys.lines, this.#keys.snapshot];
    return (await this.#redis.run("fillCollection", keys, parameters)) === 1;
  }

  async offerSnapshot({ sequence, digest }: Position, text: Buffer): Promise<void> {
    await this.#redis.run(
      "replaceSnapshot",
      [this.#keys.lines, this.#keys.snapshot],
      [sequence, digest, text, LINES_KEPT],
    );
  }

  watch(onChange: () => void): () => Promise<void> {
    const look = () => {
      if (!this.#redis.isAway) onChange();
    };
    const timer = setInterval(look, POLL_EVERY_MS).unref();
    const subscription = this.#redis.subscribe(this.#channel, look);
    // Without a subscription, polling finds the changes.
    subscription.catch(() => {});
    return async () => {
      clearInterval(timer);
      const unsubscribe = await subscription.catch(() => undefined);
      unsubscribe?.();
    };
  }

  async bringImages(text: string): Promise<void> {
    await this.#images?.bring(text);
  }
}

/** Parses entries. Throws an error that names a damaged change. */
function parseEntries(reply: Reply): KeptLine[] {
  if (!Array.isArray(reply)) throw new TypeError("Redis sent a reply of an unexpected type.");
  return reply.map((entry) => {
    const [id, fields] = Array.isArray(entry) ? entry : [];
    const [, text = ""] = parseTexts(fields ?? null);
    return atPlace(`Change ${id} in Redis`, () => parseLogLine(Buffer.from(text)));
  });
}
