/**
 * A catalogue that several nodes share: a document in Redis, read when a change is published and every few seconds.
 * Each node keeps the last good one on its disk, and gives it back to a Redis that lost it.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { type Catalogue, CatalogueError, loadCatalogue, readCatalogue } from "../catalogue/catalogue.ts";
import type { CatalogueSource, Reloaded, Reloading } from "../catalogue/catalogueSource.ts";
import { JsonTextError, parseJsonText } from "../catalogue/jsonText.ts";
import type { AuditLog } from "../management/auditLog.ts";
import type { CatalogueEditor, DescribeEdit, EditText } from "../management/catalogueFile.ts";
import type { Images } from "../management/images.ts";
import { ChangeRefused } from "../management/refusal.ts";
import { readFileIfThere, writeDurably } from "../values/files.ts";
import { SerialQueue } from "../values/serialQueue.ts";
import {
  CATALOGUE_CHANNEL,
  type CatalogueDocument,
  readDocument,
  readVersion,
  replaceDocument,
} from "./catalogueDocument.ts";
import { RedisAwayError, type RedisConnection } from "./connection.ts";

export interface SharedCatalogueOptions {
  redis: RedisConnection;
  /** Of the node's data; the last good copy is in it. */
  folder: string;
  /** Published when Redis has no catalogue yet, and nothing after that. */
  file: string;
  /** See `loadCatalogue`. */
  creatives: readonly string[];
  /** Has the images that catalogues name. */
  images: Images;
  /** Of the changes that were made on this node. */
  changes: AuditLog;
  log: Logger;
}

const POLL_EVERY_MS = 2000;
/** How often a change is made again because another node was faster. */
const MOST_TRIES = 10;

export class SharedCatalogue implements CatalogueSource, CatalogueEditor {
  readonly name = "the catalogue in Redis";
  readonly #options: SharedCatalogueOptions;
  /** The last good one. */
  #document: CatalogueDocument = { version: 0, text: "" };
  /** One that is not good: not looked at again. */
  #refused = 0;
  /** Reading and changing, one after the other. */
  readonly #queue = new SerialQueue();

  constructor(options: SharedCatalogueOptions) {
    this.#options = options;
  }

  /** The last good copy. */
  get copy(): string {
    return join(this.#options.folder, "catalogue.json");
  }

  async load(): Promise<Catalogue> {
    const { redis, log } = this.#options;
    const copy = await this.#readCopy();
    if (copy) this.#document = copy;
    await this.#giveBack(await readVersion(redis));
    if ((await readVersion(redis)) === 0) await this.#publishFile();
    try {
      return await this.#take(await readDocument(redis));
    } catch (error) {
      if (!copy || !(error instanceof CatalogueError)) throw error;
      log.error({ problems: error.problems }, "the catalogue in Redis is not used; the last good one is");
      return this.#check(copy.text);
    }
  }

  watch(onReload: (result: Reloaded) => void): Reloading {
    const { redis, log } = this.#options;
    const look = () =>
      this.#queue
        .run(async () => {
          const reloaded = await this.#look();
          if (reloaded) onReload(reloaded);
        })
        .catch((error) => {
          if (!(error instanceof RedisAwayError)) log.error({ err: error }, "catalogue not looked at");
        });
    const timer = setInterval(look, POLL_EVERY_MS).unref();
    const subscription = redis.subscribe(CATALOGUE_CHANNEL, () => void look());
    // Without it, the next look finds what changed.
    subscription.catch(() => {});
    return {
      reload: look,
      close: async () => {
        clearInterval(timer);
        const unsubscribe = await subscription.catch(() => undefined);
        unsubscribe?.();
        await this.#queue.waitForAll();
      },
    };
  }

  change<E extends { text: string }>(edit: EditText<E>, describe: DescribeEdit<E>): Promise<E> {
    return this.#queue
      .run(() => this.#change(edit, describe))
      .catch((error) => {
        if (!(error instanceof RedisAwayError)) throw error;
        throw new ChangeRefused(503, "The catalogue cannot be changed at the moment. Try again.");
      });
  }

  async #change<E extends { text: string }>(edit: EditText<E>, describe: DescribeEdit<E>): Promise<E> {
    const { redis } = this.#options;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { version, text } = await readDocument(redis);
      const edited = edit(text, readCatalogue(parseJsonText(text)));
      if (edited.text === text) return edited;
      const entry = describe(edited);
      const changed = { version: version + 1, text: edited.text };
      if (!(await replaceDocument(redis, version, changed, JSON.stringify(entry)))) continue;
      await this.#options.changes.append(entry);
      await this.#keep(changed);
      return edited;
    }
    throw new ChangeRefused(503, "The catalogue is being changed all the time. Try again.");
  }

  /** Undefined when nothing changed. */
  async #look(): Promise<Reloaded | undefined> {
    const { redis } = this.#options;
    const version = await readVersion(redis);
    if (version < this.#document.version) await this.#giveBack(version);
    if (version <= this.#document.version || version === this.#refused) return undefined;
    try {
      return { catalogue: await this.#take(await readDocument(redis)) };
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      this.#refused = version;
      return { error };
    }
  }

  /** To a Redis that lost it, or has an earlier one. */
  async #giveBack(found: number): Promise<void> {
    if (found < this.#document.version) await replaceDocument(this.#options.redis, found, this.#document);
  }

  async #publishFile(): Promise<void> {
    const { redis, file, creatives } = this.#options;
    await loadCatalogue(file, creatives);
    // Another node may have been faster, with the same file.
    await replaceDocument(redis, 0, { version: 1, text: await readFile(file, "utf8") });
  }

  /** Checks a document and keeps it. */
  async #take(document: CatalogueDocument): Promise<Catalogue> {
    await this.#options.images.bring(document.text);
    const catalogue = this.#check(document.text);
    await this.#keep(document);
    return catalogue;
  }

  #check(text: string): Catalogue {
    try {
      return readCatalogue(parseJsonText(text), this.#options.creatives);
    } catch (error) {
      if (error instanceof JsonTextError) throw new CatalogueError([`This is not JSON. ${error.message}`]);
      throw error;
    }
  }

  async #keep(document: CatalogueDocument): Promise<void> {
    if (document.version === this.#document.version && document.text === this.#document.text) return;
    this.#document = document;
    await writeDurably(this.copy, document.text);
    await writeDurably(`${this.copy}.version`, `${document.version}\n`);
  }

  async #readCopy(): Promise<CatalogueDocument | undefined> {
    const version = await readFileIfThere(`${this.copy}.version`);
    const text = await readFileIfThere(this.copy);
    return version === undefined || text === undefined ? undefined : { version: Number(version), text };
  }
}
