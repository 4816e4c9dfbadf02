/**
 * Detects images of creatives whose files disappear while the service runs. Their creatives are not served until the
 * files are back.
 */
import { basename, dirname, join } from "node:path";
import type { Logger } from "pino";
import type { Campaign, Catalogue, Variation } from "../catalogue/catalogue.ts";
import { readFileName } from "../catalogue/creatives.ts";
import { groupBy } from "../values/groupBy.ts";
import { memoize } from "../values/memoize.ts";
import { flatMapSliced, mapSliced, runInSlices, type Sliced } from "../values/slices.ts";
import { FolderLists } from "./folderLists.ts";
import type { Images } from "./images.ts";

const LOOK_EVERY_MS = 2000;
/** Maximum names in a log line. */
const MAX_LOGGED = 20;

interface MissingImagesParts {
  /** Folders of the images that the service serves. */
  folders: readonly string[];
  images: Pick<Images, "bring">;
  /** The catalogue in use. */
  catalogue: () => Catalogue;
  /** Prepares a catalogue for placements. */
  prepare: (catalogue: Catalogue) => Promise<(now: number) => void>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Monotonic milliseconds. */
  elapsed: () => number;
  log: Logger;
}

/** An image that creatives use. */
interface ImageFile {
  /** Path as in the catalogue. */
  name: string;
  folder: string;
  /** File name, composed: file systems may store names decomposed. */
  composed: string;
}

export class MissingImages {
  readonly #parts: MissingImagesParts;
  readonly #lists: FolderLists;
  #listed: { catalogue: Catalogue; files: readonly ImageFile[] } | undefined;
  /** Names of missing images. Each change replaces the set. */
  #missing: ReadonlySet<string> = new Set();
  /** Names that were missing when the current catalogue was prepared. */
  #used = this.#missing;
  #looking: Promise<void> | undefined;

  constructor(parts: MissingImagesParts) {
    this.#parts = parts;
    this.#lists = new FolderLists(parts.elapsed);
  }

  get count(): number {
    return this.#missing.size;
  }

  /** Prepares a catalogue for placements, without creatives whose images are missing. */
  async prepare(catalogue: Catalogue): Promise<(now: number) => void> {
    const missing = this.#missing;
    const use = await this.#parts.prepare(await runInSlices(pauseCreatives(catalogue, missing)));
    return (now) => {
      this.#used = missing;
      use(now);
    };
  }

  /** Checks now and every two seconds. Returns a function that stops. */
  watch(): () => Promise<void> {
    const { log } = this.#parts;
    const look = () => {
      this.#looking ??= this.look()
        .catch((error) => log.warn({ err: error }, "images not looked for"))
        .finally(() => {
          this.#looking = undefined;
        });
    };
    look();
    const timer = setInterval(look, LOOK_EVERY_MS).unref();
    return async () => {
      clearInterval(timer);
      await this.#looking;
    };
  }

  /** Finds missing images in the lists of their folders, logs each change once, and updates placements. */
  async look(): Promise<void> {
    const { catalogue: getCurrent, now, images, folders } = this.#parts;
    const catalogue = getCurrent();
    if (this.#listed?.catalogue !== catalogue)
      this.#listed = { catalogue, files: await runInSlices(listFiles(catalogue)) };
    const { files } = this.#listed;
    let absent = await this.#findAbsent(files);
    if (absent.length > 0) {
      // Uploaded images may be on other nodes.
      await images.bring(absent.map(({ name }) => name).join());
      absent = await this.#findAbsent(absent);
    }
    const used = files.flatMap(({ folder }) => folders.map((served) => join(served, folder)));
    this.#lists.retain(new Set(used));
    this.#replaceMissing(new Set(absent.map(({ name }) => name)));
    if (this.#used === this.#missing) return;
    const use = await this.prepare(catalogue);
    // The next check prepares a catalogue that was loaded meanwhile.
    if (getCurrent() === catalogue) use(now());
  }

  #replaceMissing(missing: ReadonlySet<string>): void {
    const { log } = this.#parts;
    const gone = [...missing].filter((name) => !this.#missing.has(name));
    const back = [...this.#missing].filter((name) => !missing.has(name));
    if (gone.length === 0 && back.length === 0) return;
    this.#missing = missing;
    if (gone.length > 0)
      log.warn(
        describeFiles(gone),
        "image files are missing; their creatives are not served until they are back",
      );
    if (back.length > 0)
      log.info(describeFiles(back), "image files are no longer missing or no longer needed");
  }

  async #findAbsent(files: readonly ImageFile[]): Promise<ImageFile[]> {
    const { folders } = this.#parts;
    const absent: ImageFile[] = [];
    for (const [folder, inside] of groupBy(files, (file) => file.folder)) {
      const lists = await Promise.all(folders.map((served) => this.#lists.list(served, folder)));
      const find = (file: ImageFile) => (lists.some((list) => list.has(file.composed)) ? [] : [file]);
      for (const file of await runInSlices(flatMapSliced(inside, find))) {
        const opened = await Promise.all(lists.map((list) => list.opens(file.composed)));
        if (!opened.includes(true)) absent.push(file);
      }
    }
    return absent;
  }
}

function listFiles({ data }: Catalogue): Sliced<ImageFile[]> {
  return flatMapSliced(data.campaigns, listImageFiles);
}

/** Lists images of creatives that may be served. */
const listImageFiles = memoize(({ active, deleted, variations }: Campaign): ImageFile[] => {
  if (!active || deleted) return [];
  return variations.flatMap((variation) => {
    const name =
      variation.active && variation.review === "approved" ? readFileName(variation.image) : undefined;
    if (name === undefined) return [];
    return [{ name, folder: dirname(name), composed: basename(name).normalize("NFC") }];
  });
});

/** Pauses creatives with missing images. All other campaigns stay the same objects. */
function* pauseCreatives(catalogue: Catalogue, missing: ReadonlySet<string>): Sliced<Catalogue> {
  if (missing.size === 0) return catalogue;
  const isMissing = ({ image }: Variation) => missing.has(readFileName(image) ?? "");
  const campaigns = yield* mapSliced(catalogue.data.campaigns, (campaign) => {
    if (!campaign.variations.some(isMissing)) return campaign;
    const variations = campaign.variations.map((one) => (isMissing(one) ? { ...one, active: false } : one));
    return { ...campaign, variations };
  });
  return { ...catalogue, data: { ...catalogue.data, campaigns } };
}

function describeFiles(names: readonly string[]): { images: string[]; count: number } {
  return { images: names.slice(0, MAX_LOGGED), count: names.length };
}
