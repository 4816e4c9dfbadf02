/** Images of creatives, stored under their digest. */
import { createHash } from "node:crypto";
import { mkdir, readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { StoredImage } from "../../protocol/management.ts";
import { writeDurably } from "../files/files.ts";
import { SerialQueue } from "../runtime/serialQueue.ts";
import { findErrorCode } from "../runtime/thrown.ts";
import { DAY_MS } from "../values/day.ts";
import { findImageType, type ImageSize, type ImageType, parseImageSize } from "./imageFormats.ts";
import { ChangeRefused } from "./refusal.ts";
import type { UploadFile, Uploads } from "./uploads.ts";

const MAX_PIXELS = 4096;

/** Folder of uploaded images in the data folder. */
export const UPLOADS = "creatives";

/** Milliseconds for which an unreferenced image is kept after its upload. */
export const UNNAMED_LIFE = DAY_MS;

/** Names created by `nameImage`. */
const NAMES = /image-[0-9a-f]{32}\.\w{3,4}\b/g;
const NAME = /^image-[0-9a-f]{32}\.\w{3,4}$/;
/** File names of uploaded images, including temporary files of uploads interrupted by a crash. */
const OWN_FILE = /^image-[0-9a-f]{32}\.\w{3,4}(\.\d+)?$/;

/** Uploaded images. */
export interface Images {
  /** Image files of this machine, served below `/creatives/`. */
  readonly folder: string;
  /** Stores an image under its digest: equal bytes are one file, counted for each account. Throws `ChangeRefused`. */
  store(account: number, bytes: Buffer): Promise<StoredImage>;
  /** Fetches images that a text names and this machine lacks, if other nodes have them. */
  bring(text: string): Promise<void>;
  /**
   * Like `bring`, and also restarts the 24 hours after which an unreferenced image is deleted, because the catalogue is
   * about to reference the images. Throws `ChangeRefused`.
   */
  retain(text: string): Promise<void>;
  /**
   * Deletes images that are not in `named` and were last uploaded more than a day ago. They no longer count for the
   * accounts' quotas.
   */
  sweep(named: ReadonlySet<string>, accounts: readonly number[]): Promise<void>;
}

/** Images on this machine only. The modification time of a file is the time of its upload. */
export class ImageFolder implements Images {
  readonly folder: string;
  readonly #uploads: UploadFile;
  /** Prevents deleting an image that is being stored again. */
  readonly #queue = new SerialQueue();

  constructor(folder: string, uploads: UploadFile) {
    this.folder = folder;
    this.#uploads = uploads;
  }

  store(account: number, bytes: Buffer): Promise<StoredImage> {
    return this.#queue.run(() => storeImage(account, bytes, this.folder, this.#uploads));
  }

  async bring(): Promise<void> {}

  retain(text: string): Promise<void> {
    return this.#queue.run(async () => {
      for (const name of findImageNames(text)) await touch(join(this.folder, name));
    });
  }

  async sweep(named: ReadonlySet<string>): Promise<void> {
    for (const name of await listImages(this.folder))
      if (!named.has(name)) await this.#queue.run(() => removeIfOld(join(this.folder, name)));
    await this.#queue.run(async () => this.#uploads.keep(new Set(await listImages(this.folder))));
  }
}

export function isImageName(name: string): boolean {
  return NAME.test(name);
}

/** Finds names of uploaded images in a text, even in percent-encoded addresses. */
export function findImageNames(text: string): Set<string> {
  const decoded = text.replace(/%([2-7][0-9a-f])/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return new Set(decoded.match(NAMES));
}

/** Lists the files of uploaded images; empty without a folder. A link is none: its target was not uploaded. */
export async function listImages(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    if (findErrorCode(error) === "ENOENT") return [];
    throw error;
  });
  return entries.filter((entry) => entry.isFile() && OWN_FILE.test(entry.name)).map(({ name }) => name);
}

async function removeIfOld(file: string): Promise<void> {
  const { mtimeMs } = await stat(file);
  if (Date.now() - mtimeMs >= UNNAMED_LIFE) await rm(file);
}

async function touch(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch((error) => {
    if (findErrorCode(error) !== "ENOENT") throw error;
  });
}

/** Counts an image for an account and stores it in a folder. Throws `ChangeRefused`. */
export async function storeImage(
  account: number,
  bytes: Buffer,
  folder: string,
  uploads: Uploads,
): Promise<StoredImage> {
  const { type, width, height } = checkImage(bytes);
  const name = nameImage(bytes, type);
  await uploads.add(account, name, bytes.length);
  await mkdir(folder, { recursive: true });
  await keepImage(join(folder, name), bytes);
  return {
    image: `/creatives/${name}`,
    width,
    height,
    type,
    animated: isAnimated(bytes, type),
    bytes: bytes.length,
  };
}

export function nameImage(bytes: Buffer, ending: string): string {
  return `image-${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}.${ending}`;
}

/** Reads type and size from the bytes. Throws `ChangeRefused`. */
export function checkImage(bytes: Buffer): ImageSize & { type: ImageType } {
  const type = findImageType(bytes);
  if (!type) throw new ChangeRefused(415, { code: "image-type" });
  const size = parseImageSize(bytes, type);
  if (!size) throw new ChangeRefused(400, { code: "image-damaged" });
  const { width, height } = size;
  if (width === 0 || height === 0 || Math.max(width, height) > MAX_PIXELS)
    throw new ChangeRefused(400, { code: "image-pixels", most: MAX_PIXELS });
  return { type, width, height };
}

/** Whether an image has more than one frame. */
export function isAnimated(bytes: Buffer, type: ImageType): boolean {
  if (type === "png") return bytes.subarray(0, bytes.indexOf("IDAT")).includes("acTL");
  // Tests the animation flag in the extended header:
  // https://developers.google.com/speed/webp/docs/riff_container#extended_file_format
  if (type === "webp")
    return bytes.subarray(12, 16).toString("latin1") === "VP8X" && ((bytes[20] ?? 0) & 2) > 0;
  if (type === "avif") return bytes.subarray(4, 32).includes("avis");
  return type === "gif" && countGifFrames(bytes) > 1;
}

/** Counts frames: each has a control block, https://www.w3.org/Graphics/GIF/spec-gif89a.txt (23). */
function countGifFrames(bytes: Buffer): number {
  const block = Buffer.from([0x21, 0xf9, 0x04]);
  let frames = 0;
  for (let at = bytes.indexOf(block); at >= 0; at = bytes.indexOf(block, at + 1)) frames += 1;
  return frames;
}

/** World-readable: a separate web server may serve these files. */
export function keepImage(file: string, bytes: Buffer): Promise<void> {
  return writeDurably(file, [bytes], 0o644);
}
