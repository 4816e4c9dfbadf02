import { crc32 } from "node:zlib";
import { expect, test, vi } from "vitest";
import { type ImageType, parseImageSize } from "../../../src/service/management/imageFormats.ts";
import { checkImage } from "../../../src/service/management/images.ts";
import { SAMPLES } from "./sampleImages.ts";

const TYPES = Object.keys(SAMPLES) as ImageType[];
const isWhole = (bytes: Buffer, type: ImageType) => parseImageSize(bytes, type) !== undefined;

test.each(TYPES)("a complete %s is accepted and one truncated at any byte is refused", (type) => {
  const bytes = SAMPLES[type];
  expect(checkImage(bytes)).toMatchObject({ type });
  for (let length = 0; length < bytes.length; length++) {
    expect(isWhole(bytes.subarray(0, length), type), `cut at ${length}`).toBe(false);
    expect(() => checkImage(bytes.subarray(0, length)), `cut at ${length}`).toThrow();
  }
});

test("a truncated image is refused with advice to save it again", () => {
  const cut = SAMPLES.png.subarray(0, -20);
  expect(() => checkImage(cut)).toThrow("The image is cut off or damaged. Save it again, then upload it.");
});

test("a PNG with a changed byte in any chunk is refused", () => {
  for (let at = 8; at < SAMPLES.png.length; at++) {
    const changed = Buffer.from(SAMPLES.png);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(isWhole(changed, "png"), `changed at ${at}`).toBe(false);
  }
});

test.each(["png", "gif", "jpg"] as const)("bytes after the end of a %s are ignored", (type) => {
  expect(isWhole(Buffer.concat([SAMPLES[type], Buffer.alloc(30, 0xff)]), type)).toBe(true);
});

test.each(["webp", "avif"] as const)("a %s longer than its declared length is refused", (type) => {
  expect(isWhole(Buffer.concat([SAMPLES[type], Buffer.alloc(3)]), type)).toBe(false);
});

test("an AVIF whose item extends past the end of the file is refused", () => {
  const changed = Buffer.from(SAMPLES.avif);
  const iloc = changed.indexOf("iloc");
  // Length of the only extent.
  changed.writeUInt32BE(30, iloc + 22);
  expect(changed.equals(SAMPLES.avif)).toBe(false);
  expect(isWhole(changed, "avif")).toBe(false);
});

test("a JPEG with restart markers and stuffed zeros in its scan is accepted", () => {
  const scan = Buffer.from([0xff, 0x00, 0xff, 0xd0, 0x12, 0xff, 0xff, 0xd9]);
  const bytes = Buffer.concat([SAMPLES.jpg.subarray(0, -2), scan]);
  expect(isWhole(bytes, "jpg")).toBe(true);
  expect(isWhole(bytes.subarray(0, -1), "jpg")).toBe(false);
});

test("a PNG, GIF or JPEG without image data is refused", () => {
  const png = Buffer.concat([SAMPLES.png.subarray(0, 33), SAMPLES.png.subarray(-12)]);
  const gif = Buffer.concat([SAMPLES.gif.subarray(0, 19), Buffer.from([0x3b])]);
  expect([isWhole(png, "png"), isWhole(gif, "gif"), isWhole(Buffer.from("ffd8ffd9", "hex"), "jpg")]).toEqual([
    ...[false, false, false],
  ]);
});

/** Returns the GIF with another area of its frame. */
function withFrame(area: [left: number, top: number, width: number, height: number]): Buffer {
  const gif = Buffer.from(SAMPLES.gif);
  const at = gif.indexOf(0x2c, 19);
  for (const [index, value] of area.entries()) gif.writeUInt16LE(value, at + 1 + 2 * index);
  return gif;
}

test.each<[number, number, number, number]>([
  [0, 0, 20_000, 20_000],
  [0, 0, 2, 1],
  [0, 0, 1, 2],
  [1, 0, 1, 1],
  [0, 1, 1, 1],
])("a GIF whose frame (%d, %d, %d, %d) exceeds its screen is refused", (...area) => {
  expect(isWhole(withFrame([0, 0, 1, 1]), "gif")).toBe(true);
  expect(isWhole(withFrame(area), "gif")).toBe(false);
});

test("a PNG with a second header, or with one that is not the first chunk, is refused", () => {
  const [start, header, rest] = [
    SAMPLES.png.subarray(0, 8),
    SAMPLES.png.subarray(8, 33),
    SAMPLES.png.subarray(33),
  ];
  expect(isWhole(Buffer.concat([start, header, rest]), "png")).toBe(true);
  expect(isWhole(Buffer.concat([start, header, header, rest]), "png")).toBe(false);
  const chunk = Buffer.concat([number(0, 4), text("teSt"), number(crc32(text("teSt")), 4)]);
  expect(isWhole(Buffer.concat([start, header, chunk, rest]), "png")).toBe(true);
  expect(isWhole(Buffer.concat([start, chunk, header, rest]), "png")).toBe(false);
});

test("a JPEG with a second frame header is refused", () => {
  const { jpg } = SAMPLES;
  const at = jpg.findIndex(
    (byte, index) => byte === 0xff && [0xc0, 0xc1, 0xc2].includes(jpg[index + 1] ?? 0),
  );
  const frame = jpg.subarray(at, at + 2 + jpg.readUInt16BE(at + 2));
  const twice = Buffer.concat([jpg.subarray(0, at), frame, jpg.subarray(at)]);
  expect([isWhole(jpg, "jpg"), isWhole(twice, "jpg")]).toEqual([true, false]);
});

/** Writes a number as big-endian bytes. */
function number(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
}
const text = (characters: string) => Buffer.from(characters, "latin1");
const createBox = (type: string, ...contents: Buffer[]) => {
  const content = Buffer.concat(contents);
  return Buffer.concat([number(content.length + 8, 4), text(type), content]);
};
const createAvif = (...sizes: [number, number][]) => {
  const ispe = sizes.map(([width, height]) =>
    createBox("ispe", number(0, 4), number(width, 4), number(height, 4)),
  );
  const meta = createBox("meta", number(0, 4), createBox("iprp", createBox("ipco", ...ispe)));
  return Buffer.concat([createBox("ftyp", text("avif"), number(0, 4)), meta, createBox("moov")]);
};
const createJpeg = (segments: readonly [number, Buffer][]) => {
  const written = segments.flatMap(([marker, content]) => [
    Buffer.from([0xff, marker]),
    number(content.length + 2, 2),
    content,
  ]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...written, Buffer.from([0xff, 0xd9])]);
};
const SCAN: [number, Buffer] = [0xda, Buffer.alloc(4)];
const createFrame = (marker: number, width: number, height: number): [number, Buffer] => [
  marker,
  Buffer.concat([number(8, 1), number(height, 2), number(width, 2)]),
];
const createWebp = (...chunks: [string, number[]][]) => {
  const written = chunks.map(([type, content]) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(content.length);
    return Buffer.concat([text(type), length, Buffer.from(content), Buffer.alloc(content.length % 2)]);
  });
  const all = Buffer.concat([text("WEBP"), ...written]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(all.length);
  return Buffer.concat([text("RIFF"), length, all]);
};
const createPng = (chunks: readonly [string, Buffer][]) => {
  const written = chunks.map(([type, content]) => {
    const chunk = Buffer.concat([text(type), content]);
    return Buffer.concat([number(content.length, 4), chunk, number(crc32(chunk), 4)]);
  });
  return Buffer.concat([text("\x89PNG\r\n\x1a\n"), ...written]);
};

/** 300 by 250 pixels, as a picture and as the size of all pictures. */
const VP8L = [0x2f, 0x2b, 0x41, 0x3e, 0x00];
const VP8X = [0x10, 0, 0, 0, 0x2b, 0x01, 0, 0xf9, 0, 0];
/** Frame of a height of 1 pixel, with its duration and flags. */
const createFrameAt = (left: number, width: number) => [
  ...[left / 2, 0, 0, 0, 0, 0, (width - 1) & 0xff, (width - 1) >> 8, 0, 0, 0, 0, 0, 0, 0, 0],
];
/** An item beyond the end of the file: of the file (method 0), or of the metadata (method 1). */
const createIloc = (method: number) =>
  createBox(
    "iloc",
    ...[number(1, 1), number(0, 3), number(0x44, 1), number(0, 1), number(1, 2)],
    ...[number(1, 2), number(method, 2), number(0, 2), number(1, 2), number(5000, 4), number(9, 4)],
  );
const createAvifWithItem = (method: number) =>
  Buffer.concat([createAvif([300, 250]), createBox("meta", number(0, 4), createIloc(method))]);
test.each<[string, ImageType, Buffer]>([
  [
    "PNG",
    "png",
    createPng([
      ["IHDR", Buffer.concat([number(300, 4), number(250, 4)])],
      ["IDAT", text("")],
      ["IEND", text("")],
    ]),
  ],
  [
    "animated PNG",
    "png",
    createPng([
      ["IHDR", Buffer.concat([number(300, 4), number(250, 4)])],
      ["fcTL", Buffer.concat([0, 300, 250, 0, 0].map((value) => number(value, 4)))],
      ["IDAT", text("")],
      ["IEND", text("")],
    ]),
  ],
  ["baseline JPEG", "jpg", createJpeg([createFrame(0xc0, 300, 250), SCAN])],
  [
    "JPEG after a reserved segment",
    "jpg",
    createJpeg([createFrame(0x02, 1, 1), createFrame(0xc0, 300, 250), SCAN]),
  ],
  [
    "progressive JPEG after its tables",
    "jpg",
    createJpeg([[0xc4, Buffer.alloc(9, 1)], createFrame(0xc2, 300, 250), SCAN]),
  ],
  [
    "arithmetic JPEG after its table",
    "jpg",
    createJpeg([[0xcc, Buffer.alloc(9, 1)], createFrame(0xca, 300, 250), SCAN]),
  ],
  ["lossy WebP", "webp", createWebp(["VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, 0x2c, 0x41, 0xfa, 0x80]])],
  ["lossless WebP", "webp", createWebp(["VP8L", VP8L])],
  ["extended WebP", "webp", createWebp(["VP8X", VP8X], ["EXIF", []], ["VP8L", VP8L])],
  ["animated WebP", "webp", createWebp(["VP8X", VP8X], ["ANMF", createFrameAt(2, 298)])],
  ["tiled AVIF", "avif", createAvif([150, 250], [300, 250], [100, 100])],
  ["AVIF whose picture is in its metadata", "avif", createAvifWithItem(1)],
])("the size of a %s is read", (_what, type, bytes) => {
  expect(checkImage(bytes)).toEqual({ type, width: 300, height: 250 });
});

test.each<[string, Buffer]>([
  ["a picture narrower than its size", createWebp(["VP8X", VP8X], ["VP8L", [0x2f, 0, 0x40, 0x3e, 0]])],
  ["a picture lower than its size", createWebp(["VP8X", VP8X], ["VP8L", [0x2f, 0x2b, 0x01, 0, 0]])],
  ["two pictures", createWebp(["VP8L", VP8L], ["VP8L", VP8L])],
  ["two sizes", createWebp(["VP8X", VP8X], ["VP8X", VP8X], ["VP8L", VP8L])],
  ["a size after the picture", createWebp(["VP8L", VP8L], ["VP8X", VP8X])],
  ["another chunk before its size", createWebp(["EXIF", []], ["VP8X", VP8X], ["VP8L", VP8L])],
  ["a frame outside", createWebp(["VP8X", VP8X], ["ANMF", createFrameAt(2, 299)])],
])("a WebP with %s is refused", (_what, bytes) => {
  expect(isWhole(createWebp(["VP8X", VP8X], ["VP8L", VP8L]), "webp")).toBe(true);
  expect(isWhole(bytes, "webp")).toBe(false);
});

/** Creates Exif data whose second tag is the orientation. */
function createExif(orientation: number, isLittle = false): Buffer {
  const write = (value: number, length: number) =>
    isLittle ? Buffer.from(number(value, length)).reverse() : number(value, length);
  const writeTag = (tag: number, value: number) => [
    ...[write(tag, 2), write(3, 2), write(1, 4), write(value, 2), write(0, 2)],
  ];
  const header = [text(isLittle ? "II" : "MM"), write(42, 2), write(8, 4), write(2, 2)];
  return Buffer.concat([...header, ...writeTag(0x0100, 6), ...writeTag(0x0112, orientation), write(0, 4)]);
}
const createPhoto = (...exif: Buffer[]) =>
  createJpeg([
    [0xe1, text("http://ns.adobe.com/xap/1.0/\0")],
    ...exif.map((each): [number, Buffer] => [0xe1, Buffer.concat([text("Exif\0\0"), each])]),
    createFrame(0xc0, 300, 250),
    SCAN,
  ]);
const createPngWithExif = (exif: Buffer) =>
  createPng([
    ["IHDR", Buffer.concat([number(300, 4), number(250, 4)])],
    ["IDAT", text("")],
    ["eXIf", exif],
    ["IEND", text("")],
  ]);
const readSize = (bytes: Buffer, type: ImageType) => {
  const size = parseImageSize(bytes, type);
  return size && `${size.width}x${size.height}`;
};

test.each([
  ...[1, 2, 3, 4].map((orientation) => [orientation, "300x250"] as const),
  ...[5, 6, 7, 8].map((orientation) => [orientation, "250x300"] as const),
  ...[0, 9, 0x0600].map((orientation) => [orientation, "300x250"] as const),
])("a photo with the Exif orientation %i gets the displayed size %s", (orientation, size) => {
  for (const isLittle of [false, true]) {
    const exif = createExif(orientation, isLittle);
    expect(readSize(createPhoto(exif), "jpg")).toBe(size);
    expect(readSize(createPngWithExif(exif), "png")).toBe(size);
  }
});

test("the first of two Exif segments is used, and only before the picture", () => {
  const exif = Buffer.concat([text("Exif\0\0"), createExif(6)]);
  const other = createJpeg([[0xe2, exif], createFrame(0xc0, 300, 250), SCAN, [0xe1, exif]]);
  expect(readSize(other, "jpg")).toBe("300x250");
  expect(readSize(createPhoto(createExif(1), createExif(6)), "jpg")).toBe("300x250");
  expect(readSize(createPhoto(createExif(6), createExif(1)), "jpg")).toBe("250x300");
});

test("damaged Exif data is ignored", () => {
  const exif = createExif(6);
  // After the orientation follow two bytes of padding and the 4-byte end of the directory.
  for (let length = 0; length < exif.length - 6; length++)
    expect(readSize(createPhoto(exif.subarray(0, length)), "jpg"), `cut at ${length}`).toBe("300x250");
  for (const damaged of [
    text("XX"),
    Buffer.alloc(60, 0xff),
    Buffer.concat([text("MM\0*"), Buffer.alloc(60, 0xff)]),
  ])
    expect([readSize(createPhoto(damaged), "jpg"), readSize(createPngWithExif(damaged), "png")]).toEqual([
      ...["300x250", "300x250"],
    ]);
});

test.each([
  [0, "300x250"],
  [1, "250x300"],
  [2, "300x250"],
  [3, "250x300"],
])("an AVIF rotated by %i quarter turns has the size %s", (angle, size) => {
  const ispe = createBox("ispe", number(0, 4), number(300, 4), number(250, 4));
  const ipco = createBox("ipco", ispe, createBox("irot", number(angle, 1)));
  const meta = createBox("meta", number(0, 4), createBox("iprp", ipco));
  const avif = Buffer.concat([createBox("ftyp", text("avif"), number(0, 4)), meta, createBox("moov")]);
  expect(readSize(avif, "avif")).toBe(size);
});

test.each<[string, ImageType, Buffer]>([
  ["JPEG without a frame", "jpg", createJpeg([[0xc4, Buffer.alloc(9)], SCAN])],
  [
    "JPEG with a frame after its scan",
    "jpg",
    createJpeg([createFrame(0xc0, 1, 1), SCAN, createFrame(0xc0, 1, 1)]),
  ],
  ["JPEG with a truncated frame header", "jpg", createJpeg([[0xc0, Buffer.alloc(3)], SCAN])],
  ["WebP without a size", "webp", createWebp(["ANMF", [0]])],
  ["AVIF without a size", "avif", createAvif()],
  ["AVIF with an item after its end", "avif", createAvifWithItem(0)],
  [
    "AVIF with a box without a length",
    "avif",
    Buffer.concat([createAvif([1, 1]), number(0, 4), text("free")]),
  ],
  [
    "PNG without a header",
    "png",
    createPng([
      ["IDAT", text("")],
      ["IEND", text("")],
    ]),
  ],
])("a %s is refused", (_what, type, bytes) => {
  expect(isWhole(bytes, type)).toBe(false);
});

const LARGE = 512 * 1024;
test.each<[string, ImageType, Buffer]>([
  [
    "AVIF of size boxes only",
    "avif",
    createAvif(...Array.from({ length: 26_000 }, (): [number, number] => [1, 1])),
  ],
  [
    "JPEG of empty segments",
    "jpg",
    createJpeg(Array.from({ length: 130_000 }, (): [number, Buffer] => [0xe1, text("")])),
  ],
  ["JPEG of zeros", "jpg", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(LARGE)])],
  [
    "PNG of empty chunks",
    "png",
    createPng(Array.from({ length: 43_000 }, (): [string, Buffer] => ["tEXt", text("")])),
  ],
  [
    "WebP of empty chunks",
    "webp",
    createWebp(...Array.from({ length: 65_000 }, (): [string, number[]] => ["VP8?", []])),
  ],
])("reading takes at most one step per byte: %s", (_what, type, bytes) => {
  expect(bytes.length).toBeGreaterThan(LARGE - 10_000);
  const steps = vi.spyOn(Buffer.prototype, "subarray");
  parseImageSize(bytes, type);
  expect(steps.mock.calls.length).toBeLessThanOrEqual(bytes.length);
  steps.mockRestore();
});
