/** Uploaded images for all nodes: each keeps those that it needed in its folder. */
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { StoredImage } from "../../protocol/management.ts";
import { type Images, keepImage, nameImage, storeImage } from "../management/images.ts";
import { ChangeRefused } from "../management/refusal.ts";
import { RedisAwayError, type RedisConnection } from "./connection.ts";
import { nameStoredImage } from "./names.ts";

/** As `nameImage` names them. */
const NAMES = /image-[0-9a-f]{32}\.\w{3,4}\b/g;

export class SharedImages implements Images {
  readonly folder: string;
  readonly #redis: RedisConnection;

  constructor(redis: RedisConnection, folder: string) {
    this.folder = folder;
    this.#redis = redis;
  }

  async store(bytes: Buffer): Promise<StoredImage> {
    const stored = await storeImage(bytes, this.folder);
    try {
      await this.#share(stored.image.slice("/creatives/".length), bytes);
    } catch (error) {
      if (!(error instanceof RedisAwayError)) throw error;
      throw new ChangeRefused(503, "Images cannot be stored at the moment. Try again.");
    }
    return stored;
  }

  async bring(text: string): Promise<void> {
    for (const name of new Set(text.match(NAMES))) {
      const file = join(this.folder, name);
      if (existsSync(file)) continue;
      const found = await this.#redis.send(["GET", nameStoredImage(name)]).catch(() => null);
      if (found === null) continue;
      const bytes = Buffer.from(String(found), "base64");
      // The name is the content's digest.
      if (nameImage(bytes, extname(name).slice(1)) !== name) continue;
      await mkdir(this.folder, { recursive: true });
      await keepImage(file, bytes);
    }
  }

  /** Gives Redis what this node has, at the first start and when the data was lost. */
  async share(): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => []))
      if (name.match(NAMES)?.[0] === name) await this.#share(name, await readFile(join(this.folder, name)));
  }

  async #share(name: string, bytes: Buffer): Promise<void> {
    await this.#redis.send(["SET", nameStoredImage(name), bytes.toString("base64"), "NX"]);
  }
}
