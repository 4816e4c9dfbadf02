/** Images of creatives: read from their bytes, kept under their digest. */
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { imageSize } from "image-size";
import type { StoredImage } from "../../protocol/management.ts";
import { hasKey } from "../../protocol/tables.ts";
import { writeDurably } from "../values/files.ts";
import { ChangeRefused } from "./refusal.ts";

/** By the name that the reader of image headers has for them: the ending of the file. No SVG: it can hold scripts. */
const ENDINGS = { png: "png", jpg: "jpg", webp: "webp", avif: "avif", gif: "gif" } as const;

export type ImageType = keyof typeof ENDINGS;

const MAX_PIXELS = 4096;

/** Uploaded images. */
export interface Images {
  /** Of this machine, served below `/creatives/`. */
  readonly folder: string;
  /** Keeps an image under its digest: the same bytes are one file. Throws `ChangeRefused`. */
  store(bytes: Buffer): Promise<StoredImage>;
  /** Brings images here that a text names and this machine lacks, as far as they are known elsewhere. */
  bring(text: string): Promise<void>;
}

/** On this machine alone. */
export class ImageFolder implements Images {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  store(bytes: Buffer): Promise<StoredImage> {
    return storeImage(bytes, this.folder);
  }

  async bring(): Promise<void> {}
}

/** Puts an image into a folder. Throws `ChangeRefused`. */
export async function storeImage(bytes: Buffer, folder: string): Promise<StoredImage> {
  const { type, width, height } = readImage(bytes);
  const name = nameImage(bytes, ENDINGS[type]);
  await mkdir(folder, { recursive: true });
  await keepImage(join(folder, name), bytes);
  return {
    image: `/creatives/${name}`,
    ...{ width, height, type, animated: isAnimated(bytes, type), bytes: bytes.length },
  };
}

export function nameImage(bytes: Buffer, ending: string): string {
  return `image-${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}.${ending}`;
}

/** The type and size that the bytes themselves tell, whatever the file was called. */
export function readImage(bytes: Buffer): { type: ImageType; width: number; height: number } {
  const { type, width, height } = readHeader(bytes);
  if (!type || !hasKey(ENDINGS, type))
    throw new ChangeRefused(415, "Expected an image: PNG, JPEG, WebP, AVIF or GIF.");
  if (!width || !height || Math.max(width, height) > MAX_PIXELS)
    throw new ChangeRefused(400, `Expected an image of at most ${MAX_PIXELS} by ${MAX_PIXELS} pixels.`);
  return { type, width, height };
}

function readHeader(bytes: Buffer): { type?: string | undefined; width?: number; height?: number } {
  try {
    return imageSize(bytes);
  } catch {
    return {};
  }
}

/** Whether an image has more than one picture. */
export function isAnimated(bytes: Buffer, type: ImageType): boolean {
  if (type === "png") return bytes.subarray(0, bytes.indexOf("IDAT")).includes("acTL");
  // The flag in the extended header: https://developers.google.com/speed/webp/docs/riff_container#extended_file_format
  if (type === "webp")
    return bytes.subarray(12, 16).toString("latin1") === "VP8X" && ((bytes[20] ?? 0) & 2) > 0;
  if (type === "avif") return bytes.subarray(4, 32).includes("avis");
  return type === "gif" && countGifFrames(bytes) > 1;
}

/** Each picture of an animation has a control block: https://www.w3.org/Graphics/GIF/spec-gif89a.txt (23). */
function countGifFrames(bytes: Buffer): number {
  const block = Buffer.from([0x21, 0xf9, 0x04]);
  let frames = 0;
  for (let at = bytes.indexOf(block); at >= 0; at = bytes.indexOf(block, at + 1)) frames += 1;
  return frames;
}

/** For others too: what serves files may be another program. */
export function keepImage(file: string, bytes: Buffer): Promise<void> {
  return writeDurably(file, [bytes], 0o644);
}
