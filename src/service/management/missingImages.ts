/**
 * Detects images of creatives whose files disappear while the service runs. Their creatives are not served until the
 * files are back.
 */
import type { Logger } from "pino";
import type { Campaign, Catalogue, Variation } from "../catalogue/catalogue.ts";
import { findFileName } from "../catalogue/creatives.ts";
import { findFile } from "../files/files.ts";
import { flatMapSliced, mapSliced, runInSlices, type Sliced } from "../runtime/slices.ts";
import { memoize } from "../values/memoize.ts";
import type { Images } from "./images.ts";

const LOOK_EVERY_MS = 60_000;
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
  log: Logger;
}

export class MissingImages {
  readonly #parts: MissingImagesParts;
  /** Names of missing images. Each change replaces the set. */
  #missing: ReadonlySet<string> = new Set();
  /** Names that were missing when the current catalogue was prepared. */
  #used = this.#missing;
  #looking: Promise<void> | undefined;

  constructor(parts: MissingImagesParts) {
    this.#parts = parts;
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

  /** Checks now and every minute. Returns a function that stops. */
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

  /** Finds missing images, logs each change once, and updates placements. */
  async look(): Promise<void> {
    const { catalogue: getCurrent, now, images } = this.#parts;
    const catalogue = getCurrent();
    const names = await runInSlices(flatMapSliced(catalogue.data.campaigns, listImageNames));
    let absent = await this.#findAbsent(new Set(names));
    if (absent.size > 0) {
      // Uploaded images may be on other nodes.
      await images.bring([...absent].join());
      absent = await this.#findAbsent(absent);
    }
    this.#replaceMissing(absent);
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

  async #findAbsent(names: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const absent = new Set<string>();
    for (const name of names) if (!(await this.#isServed(name))) absent.add(name);
    return absent;
  }

  async #isServed(name: string): Promise<boolean> {
    for (const folder of this.#parts.folders) if (await findFile(folder, name)) return true;
    return false;
  }
}

/** Lists images of creatives that may be served, by their paths in the catalogue. */
const listImageNames = memoize(({ active, deleted, variations }: Campaign): string[] => {
  if (!active || deleted) return [];
  return variations.flatMap((variation) => {
    const name =
      variation.active && variation.review === "approved" ? findFileName(variation.image) : undefined;
    return name === undefined ? [] : [name];
  });
});

/** Pauses creatives with missing images. All other campaigns stay the same objects. */
function* pauseCreatives(catalogue: Catalogue, missing: ReadonlySet<string>): Sliced<Catalogue> {
  if (missing.size === 0) return catalogue;
  const isMissing = ({ image }: Variation) => missing.has(findFileName(image) ?? "");
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
