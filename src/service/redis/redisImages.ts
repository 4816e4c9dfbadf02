/** Uploaded images, shared by all nodes. Each node caches the images that it needed in its folder. */
import { mkdir, readFile, rm } from "node:fs/promises";
import { extname, join } from "node:path";
import type { StoredImage } from "../../protocol/management.ts";
import { findFile } from "../files/files.ts";
import {
  findImageNames,
  type Images,
  keepImage,
  listImages,
  nameImage,
  storeImage,
  UNNAMED_LIFE,
} from "../management/images.ts";
import { ChangeRefused } from "../management/refusal.ts";
import { refuseUpload, type Uploads } from "../management/uploads.ts";
import { SerialQueue } from "../runtime/serialQueue.ts";
import { nameRetained, nameStoredImage, nameUploads } from "./names.ts";
import { RedisAwayError, type RedisConnection } from "./redisConnection.ts";
import { parseTexts } from "./redisReply.ts";

interface SharedImagesOptions {
  redis: RedisConnection;
  /** Folder of this node. */
  folder: string;
  /** Maximum bytes per account. */
  quota: number;
}

export class SharedImages implements Images {
  readonly folder: string;
  readonly #redis: RedisConnection;
  readonly #uploads: SharedUploads;
  /** Serializes storing and deleting of the same file. */
  readonly #queue = new SerialQueue();

  constructor({ redis, folder, quota }: SharedImagesOptions) {
    this.folder = folder;
    this.#redis = redis;
    this.#uploads = new SharedUploads(redis, quota, (name) => this.#retain(name));
  }

  async store(account: number, bytes: Buffer): Promise<StoredImage> {
    return refuseWhileAway(
      this.#queue.run(async () => {
        const stored = await storeImage(account, bytes, this.folder, this.#uploads);
        await this.#share(stored.image.slice("/creatives/".length), bytes);
        return stored;
      }),
    );
  }

  async retain(text: string): Promise<void> {
    // A text may contain hundreds of names without an image; no keys are created for these.
    const retaining = [...findImageNames(text)].map((name) =>
      this.#redis.run("retainImage", [nameStoredImage(name), nameRetained(name)], [UNNAMED_LIFE]),
    );
    await refuseWhileAway(Promise.all(retaining));
    await this.bring(text);
  }

  async bring(text: string): Promise<void> {
    for (const name of findImageNames(text)) {
      if (await findFile(this.folder, name)) continue;
      const found = await this.#redis.send(["GET", nameStoredImage(name)]).catch(() => null);
      if (found === null) continue;
      const bytes = Buffer.from(String(found), "base64");
      // The name contains the digest of the content, so skip other content.
      if (nameImage(bytes, extname(name).slice(1)) !== name) continue;
      await mkdir(this.folder, { recursive: true });
      await keepImage(join(this.folder, name), bytes);
    }
  }

  /**
   * Deletes images that nothing references. Runs on every node: the first one deletes an image from Redis, and each
   * deletes its own copy. A node with an older catalogue deletes no image that was referenced since, because each
   * reference restarts the image's 24 hours.
   */
  async sweep(named: ReadonlySet<string>, accounts: readonly number[]): Promise<void> {
    for (const name of await listImages(this.folder))
      if (!named.has(name))
        await this.#queue.run(async () => {
          if (await this.#forget(name)) await rm(join(this.folder, name));
        });
    for (const account of accounts) {
      const gone: string[] = [];
      for (const name of await this.#uploads.list(account))
        if (!named.has(name) && (await this.#forget(name))) gone.push(name);
      if (gone.length > 0) await this.#uploads.remove(account, gone);
    }
  }

  /** Writes this node's images to Redis, at the first start and after a loss of data. */
  async share(): Promise<void> {
    for (const name of await listImages(this.folder)) {
      await this.#retain(name);
      await this.#share(name, await readFile(join(this.folder, name)));
    }
  }

  /** Retains an image for a day by Redis' clock, so that the clocks of the nodes do not matter. */
  async #retain(name: string): Promise<void> {
    await this.#redis.send(["SET", nameRetained(name), "1", "PX", String(UNNAMED_LIFE)]);
  }

  /** Deletes an image; false while it is still retained. */
  async #forget(name: string): Promise<boolean> {
    return (await this.#redis.run("forgetImage", [nameStoredImage(name), nameRetained(name)], [])) === 1;
  }

  async #share(name: string, bytes: Buffer): Promise<void> {
    await this.#redis.send(["SET", nameStoredImage(name), bytes.toString("base64"), "NX"]);
  }
}

async function refuseWhileAway<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof RedisAwayError)) throw error;
    throw new ChangeRefused(503, { code: "images-unreachable" });
  }
}

/** Upload quotas, shared by all nodes. After a loss of data they start at zero. */
class SharedUploads implements Uploads {
  readonly #redis: RedisConnection;
  readonly #quota: number;
  readonly #retain: (name: string) => Promise<void>;

  /** `retain`: protects the image that is about to be stored from sweeps of other nodes. */
  constructor(redis: RedisConnection, quota: number, retain: (name: string) => Promise<void>) {
    this.#redis = redis;
    this.#quota = quota;
    this.#retain = retain;
  }

  async add(account: number, name: string, bytes: number): Promise<void> {
    await this.#retain(name);
    const quota = Number.isFinite(this.#quota) ? this.#quota : Number.MAX_SAFE_INTEGER;
    const used = Number(await this.#redis.run("countImage", [nameUploads(account)], [name, bytes, quota]));
    if (used >= 0) throw refuseUpload(used, quota);
  }

  /** Lists the images that count towards the quota of an account. */
  async list(account: number): Promise<string[]> {
    const fields = parseTexts(await this.#redis.send(["HKEYS", nameUploads(account)]));
    return fields.filter((field) => field !== "used");
  }

  async remove(account: number, names: readonly string[]): Promise<void> {
    await this.#redis.run("uncountImages", [nameUploads(account)], names);
  }
}
