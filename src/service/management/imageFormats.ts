/**
 * Reads the type and displayed size of an image, and checks that it is complete: every block that its format announces
 * exists, up to the end marker. Nothing is decoded: reading takes one pass and no memory, whatever the bytes contain.
 */
import { crc32 } from "node:zlib";
import { listKeys } from "../../protocol/tables.ts";

/** Width and height in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/**
 * `isStart`: whether a file's first bytes, as Latin-1, belong to the format. `read`: undefined for an incomplete file.
 */
interface Format {
  isStart: (text: string) => boolean;
  read: (bytes: Buffer) => ImageSize | undefined;
}

/**
 * Exif tag of the orientation, and its values that rotate the image by 90 degrees:
 * https://www.cipa.jp/std/documents/e/DC-X008-Translation-2019-E.pdf, 4.6.4
 */
const ORIENTATION = 0x0112;
const QUARTER_TURNS = [5, 6, 7, 8];
const EXIF = Buffer.from("Exif\0\0", "latin1");

/**
 * Whether Exif data rotates an image by 90 degrees, so that browsers swap its width and height. False if it is damaged.
 */
function isTurned(exif: Buffer): boolean {
  const isLittle = exif.toString("latin1", 0, 4) === "II*\0";
  if (exif.length < 8 || !(isLittle || exif.toString("latin1", 0, 4) === "MM\0*")) return false;
  const number = (at: number, length: number) =>
    isLittle ? exif.readUIntLE(at, length) : exif.readUIntBE(at, length);
  const first = number(4, 4) + 2;
  if (first > exif.length) return false;
  const end = Math.min(exif.length, first + 12 * number(first - 2, 2));
  for (let at = first; at + 12 <= end; at += 12)
    if (number(at, 2) === ORIENTATION) return QUARTER_TURNS.includes(number(at + 8, 2));
  return false;
}

/** Returns the size at which browsers display an image. */
function orient(size: ImageSize | undefined, turned: boolean): ImageSize | undefined {
  return size && turned ? { width: size.height, height: size.width } : size;
}

/**
 * Formats by file extension. No SVG, which can contain scripts. Bytes after the end of PNG, GIF and JPEG are ignored,
 * as browsers do.
 */
const FORMATS = {
  png: { isStart: (text) => text.startsWith("\x89PNG\r\n\x1a\n"), read: parsePng },
  gif: { isStart: (text) => /^GIF8[79]a/.test(text), read: parseGif },
  jpg: { isStart: (text) => text.startsWith("\xff\xd8\xff"), read: parseJpeg },
  webp: { isStart: (text) => text.startsWith("RIFF") && text.startsWith("WEBP", 8), read: parseWebp },
  avif: { isStart: (text) => text.startsWith("ftypavif", 4), read: parseAvif },
} as const satisfies Record<string, Format>;

export type ImageType = keyof typeof FORMATS;

/** Detects the type by the first bytes, whatever the file's name. */
export function findImageType(bytes: Buffer): ImageType | undefined {
  const start = bytes.toString("latin1", 0, 12);
  return listKeys(FORMATS).find((type) => FORMATS[type].isStart(start));
}

/** Reads the size; undefined when the image is truncated or damaged. */
export function parseImageSize(bytes: Buffer, type: ImageType): ImageSize | undefined {
  try {
    return FORMATS[type].read(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads values in sequence. Throws `RangeError` beyond the end. */
class Reader {
  readonly #bytes: Buffer;
  readonly #end: number;
  at: number;

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#end = end;
    this.at = at;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#end;
  }

  take(length: number): Buffer {
    if (length < 0 || length > this.#end - this.at) throw new RangeError("The bytes end within a block.");
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  /** Reads an unsigned number of up to eight bytes, big endian; 0 for no bytes. */
  number(length: number): number {
    return this.take(length).reduce((sum, byte) => sum * 256 + byte, 0);
  }

  text(length: number): string {
    return this.take(length).toString("latin1");
  }

  /** Returns a reader of the next bytes. */
  part(length: number): Reader {
    this.take(length);
    return new Reader(this.#bytes, this.at - length, this.at);
  }
}

/** Part of a picture, such as a frame of an animation. */
interface Frame extends ImageSize {
  left: number;
  top: number;
}

/** Whether a frame is inside the picture. Browsers enlarge some pictures to a frame that is not. */
function isInside({ left, top, width, height }: Frame, size: ImageSize | undefined): boolean {
  return size !== undefined && left + width <= size.width && top + height <= size.height;
}

const toFrame = ([left = 0, top = 0, width = 0, height = 0]: readonly number[]): Frame => {
  return { left, top, width, height };
};

/** Reads chunks with their checksums up to IEND: https://www.w3.org/TR/png-3/#5DataRep */
function parsePng(bytes: Buffer): ImageSize | undefined {
  const reader = new Reader(bytes, 8);
  let size: ImageSize | undefined;
  let hasData = false;
  let turned: boolean | undefined;
  for (;;) {
    const length = reader.number(4);
    const chunk = reader.take(4 + length);
    if (crc32(chunk) !== reader.number(4)) return undefined;
    const type = chunk.toString("latin1", 0, 4);
    // The header is the first chunk, and the only one of its type.
    if ((type === "IHDR") !== (size === undefined)) return undefined;
    size ??= { width: chunk.readUInt32BE(4), height: chunk.readUInt32BE(8) };
    if (type === "IDAT") hasData = true;
    if (type === "eXIf") {
      if (turned !== undefined) return undefined;
      turned = isTurned(chunk.subarray(4));
    }
    // The area of an animation's frame: https://www.w3.org/TR/png-3/#fcTL-chunk
    const frame = () => toFrame([16, 20, 8, 12].map((at) => chunk.readUInt32BE(at)));
    if (type === "fcTL" && !isInside(frame(), size)) return undefined;
    if (type === "IEND") return hasData ? orient(size, turned === true) : undefined;
  }
}

const GIF_IMAGE = 0x2c;
const GIF_EXTENSION = 0x21;
const GIF_TRAILER = 0x3b;

/** Reads blocks up to the trailer: https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
function parseGif(bytes: Buffer): ImageSize | undefined {
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const reader = new Reader(bytes, 10);
  const flags = reader.number(1);
  reader.take(2);
  skipColorTable(reader, flags);
  let hasImage = false;
  for (;;) {
    const block = reader.number(1);
    if (block === GIF_TRAILER) return hasImage ? size : undefined;
    if (block === GIF_IMAGE) {
      const frame = reader.take(8);
      if (!isInside(toFrame([0, 2, 4, 6].map((at) => frame.readUInt16LE(at))), size)) return undefined;
      skipColorTable(reader, reader.number(1));
      hasImage = true;
    } else if (block !== GIF_EXTENSION) return undefined;
    // Skips the size of the codes, or the label of an extension.
    reader.take(1);
    for (let length = reader.number(1); length > 0; length = reader.number(1)) reader.take(length);
  }
}

function skipColorTable(reader: Reader, flags: number): void {
  if (flags & 0x80) reader.take(3 * 2 ** ((flags & 7) + 1));
}

const JPEG_APP1 = 0xe1;
const JPEG_SCAN = 0xda;
const JPEG_END = 0xd9;
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
/** Whether a marker starts a frame; three markers in the range are for tables and extensions. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Reads segments and scans up to the end of the image: https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B */
function parseJpeg(bytes: Buffer): ImageSize | undefined {
  const reader = new Reader(bytes, 2);
  let size: ImageSize | undefined;
  let turned: boolean | undefined;
  let hasScan = false;
  for (;;) {
    if (reader.number(1) !== 0xff) return undefined;
    let marker = reader.number(1);
    while (marker === 0xff) marker = reader.number(1);
    if (marker === JPEG_END) return hasScan ? orient(size, turned === true) : undefined;
    const segment = reader.take(reader.number(2) - 2);
    if (marker === JPEG_APP1 && segment.indexOf(EXIF) === 0 && !hasScan)
      turned ??= isTurned(segment.subarray(EXIF.length));
    if (isFrame(marker)) {
      if (size) return undefined;
      // Height and width follow the sample precision.
      size = { width: segment.readUInt16BE(3), height: segment.readUInt16BE(1) };
    }
    if (marker !== JPEG_SCAN) continue;
    hasScan = true;
    reader.at = findMarker(bytes, reader.at);
  }
}

/** Finds the end of a scan's data, which includes stuffed zeros and restart markers. */
function findMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker !== 0 && marker !== 0xff && !isRestart(marker)) return at;
  }
  return bytes.length;
}

const WEBP_PICTURES = ["VP8 ", "VP8L", "ANMF"];

/** Reads chunks that fill the length of the file: https://developers.google.com/speed/webp/docs/riff_container */
function parseWebp(bytes: Buffer): ImageSize | undefined {
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return undefined;
  const reader = new Reader(bytes, 12);
  let size: ImageSize | undefined;
  let hasPicture = false;
  while (!reader.isAtEnd) {
    const type = reader.text(4);
    const content = reader.take(reader.take(4).readUInt32LE());
    // Chunks have an even length.
    reader.take(content.length % 2);
    const own = parseWebpSize(type, content);
    // The size is that of the first chunk; a still picture fills it, and a frame is inside.
    if (!size && !own) return undefined;
    if (size && type === "VP8X") return undefined;
    if (size && own && (hasPicture || own.width !== size.width || own.height !== size.height))
      return undefined;
    size ??= own;
    if (type === "ANMF" && !isInside(parseWebpFrame(content), size)) return undefined;
    if (WEBP_PICTURES.includes(type)) hasPicture = true;
  }
  return hasPicture ? size : undefined;
}

function parseWebpFrame(content: Buffer): Frame {
  const number = (at: number) => content.readUIntLE(at, 3);
  return { left: 2 * number(0), top: 2 * number(3), width: number(6) + 1, height: number(9) + 1 };
}

/** Reads the size from a chunk; undefined for chunks without one: https://www.rfc-editor.org/rfc/rfc9649 */
function parseWebpSize(type: string, content: Buffer): ImageSize | undefined {
  if (type === "VP8X") return { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 };
  // The two upper bits of width and height are a scale.
  if (type === "VP8 ")
    return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff };
  if (type !== "VP8L") return undefined;
  const bits = content.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

/**
 * Reads boxes that fill the file, and checks that all items they locate are inside: ISO/IEC 14496-12,
 * https://aomediacodec.github.io/av1-avif/
 */
function parseAvif(bytes: Buffer): ImageSize | undefined {
  let size: ImageSize | undefined;
  let hasPicture = false;
  for (const { type, content } of parseBoxes(new Reader(bytes))) {
    if (type === "moov") hasPicture = true;
    if (type !== "meta") continue;
    // Skips version and flags.
    content.take(4);
    for (const inner of parseBoxes(content)) {
      if (inner.type === "iprp") size ??= parseItemSize(inner.content);
      if (inner.type !== "iloc") continue;
      hasPicture = true;
      if (!isLocated(inner.content, bytes.length)) return undefined;
    }
  }
  return hasPicture ? size : undefined;
}

/**
 * Reads the size of the whole image: an image of tiles also has the size of each tile. A box `irot` rotates it by 90
 * degrees: ISO/IEC 23008-12, 6.5.10
 */
function parseItemSize(properties: Reader): ImageSize | undefined {
  let largest: ImageSize | undefined;
  let turned = false;
  for (const { type, content } of parseBoxes(properties)) {
    if (type !== "ipco") continue;
    for (const property of parseBoxes(content)) {
      if (property.type === "irot") turned = (property.content.number(1) & 1) === 1;
      if (property.type !== "ispe") continue;
      property.content.take(4);
      const size = { width: property.content.number(4), height: property.content.number(4) };
      if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
    }
  }
  return orient(largest, turned);
}

function* parseBoxes(reader: Reader): Generator<{ type: string; content: Reader }> {
  while (!reader.isAtEnd) yield parseBox(reader);
}

/**
 * Reads a box by its own length. A box without one extends to the end of the file and would hide a truncation, so it is
 * refused.
 */
function parseBox(reader: Reader): { type: string; content: Reader } {
  const length = reader.number(4);
  const type = reader.text(4);
  return { type, content: reader.part(length === 1 ? reader.number(8) - 16 : length - 8) };
}

/** Whether all items that a box `iloc` locates are within the file: ISO/IEC 14496-12, 8.11.3 */
function isLocated(reader: Reader, length: number): boolean {
  const version = reader.number(1);
  reader.take(3);
  const sizes = reader.number(1);
  const more = reader.number(1);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4];
  const indexSize = version > 0 ? more & 15 : 0;
  for (let items = reader.number(version < 2 ? 2 : 4); items > 0; items--) {
    reader.take(version < 2 ? 2 : 4);
    const isInFile = version === 0 || (reader.number(2) & 15) === 0;
    reader.take(2);
    const base = reader.number(baseSize);
    const extents = reader.number(2);
    if (offsetSize + lengthSize + indexSize === 0) continue;
    for (let extent = 0; extent < extents; extent++) {
      reader.take(indexSize);
      const end = base + reader.number(offsetSize) + reader.number(lengthSize);
      if (isInFile && end > length) return false;
    }
  }
  return true;
}
