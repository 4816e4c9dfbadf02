import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkImage, isAnimated, storeImage } from "../../../src/service/management/images.ts";
import { makeFolder } from "../../support/folder.ts";
import { SAMPLES } from "./sampleImages.ts";

const text = (words: string) => Buffer.from(words, "latin1");

/** Creates a GIF of this size with a number of empty frames. */
function makeGif(width: number, height: number, pictures = 1): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const control = [0x21, 0xf9, 0x04, 0, 0, 0, 0, 0];
  const picture = [0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0];
  const frames = Array.from({ length: pictures }, () => [...control, ...picture]).flat();
  return Buffer.concat([text("GIF89a"), size, Buffer.from([0, 0, 0, ...frames, 0x3b])]);
}

/** Creates the first chunks of a PNG of this size. */
function makePng(width: number, height: number, chunk = ""): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([text("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), size, text(`${chunk}IDAT acTL`)]);
}

const makeWebp = (form: string, flags: number) =>
  Buffer.concat([text(`RIFF\0\0\0\0WEBP${form}\0\0\0\0`), Buffer.from([flags])]);

test.each([
  ["text", text("GIF of a cat")],
  ["an empty file", Buffer.alloc(0)],
  ["SVG, which can hold scripts", text('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
])("%s is not accepted as an image", (_what, bytes) => {
  expect(() => checkImage(bytes)).toThrow("Expected an image: PNG, JPEG, WebP, AVIF or GIF.");
});

test("only images 1 to 4096 pixels wide and high are accepted", () => {
  expect(checkImage(makeGif(4096, 4096))).toMatchObject({ width: 4096, height: 4096 });
  for (const [width, height] of [
    [4097, 1],
    [1, 4097],
    [0, 1],
    [1, 0],
  ] as const)
    expect(() => checkImage(makeGif(width, height))).toThrow(
      "Expected an image of at most 4096 by 4096 pixels.",
    );
});

test("animated images are distinguished from still ones", () => {
  expect(isAnimated(makeGif(1, 1, 1), "gif")).toBe(false);
  expect(isAnimated(makeGif(1, 1, 2), "gif")).toBe(true);
  // acTL marks an animation only before the first IDAT.
  expect(isAnimated(makePng(1, 1), "png")).toBe(false);
  expect(isAnimated(makePng(1, 1, "acTL"), "png")).toBe(true);
  expect(isAnimated(makeWebp("VP8X", 2), "webp")).toBe(true);
  expect(isAnimated(makeWebp("VP8X", 0x1d), "webp")).toBe(false);
  expect(isAnimated(makeWebp("VP8 ", 2), "webp")).toBe(false);
  expect(isAnimated(text("\0\0\0 ftypavis"), "avif")).toBe(true);
  expect(isAnimated(text("\0\0\0 ftypavif"), "avif")).toBe(false);
  expect(isAnimated(makeGif(1, 1, 2), "jpg")).toBe(false);
});

test("an image is stored once under its digest and leaves no other file", async () => {
  const parent = makeFolder();
  const folder = join(parent, "images");
  const uploads = { add: async () => {} };
  const bytes = makeGif(300, 250, 2);
  const stored = await storeImage(1, bytes, folder, uploads);
  expect(stored).toEqual({
    image: expect.stringMatching(/^\/creatives\/image-[0-9a-f]{32}\.gif$/),
    width: 300,
    height: 250,
    type: "gif",
    animated: true,
    bytes: bytes.length,
  });
  expect(await storeImage(1, bytes, folder, uploads)).toEqual(stored);
  const other = await storeImage(1, SAMPLES.png, folder, uploads);
  expect(other.image).not.toBe(stored.image);
  expect((await readdir(folder)).sort()).toEqual(
    [stored, other].map(({ image }) => image.replace("/creatives/", "")).sort(),
  );
  expect(await readFile(join(parent, stored.image.replace("/creatives/", "images/")))).toEqual(bytes);
});
