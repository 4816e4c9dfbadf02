/** Text of an imported file, unpacked and decoded. */
import type { Hash } from "node:crypto";
import { createReadStream, type Stats } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";

const CHUNK = 64 * 1024;

/** Spreadsheets write UTF-16, with a byte order mark: https://www.rfc-editor.org/rfc/rfc2781#section-3.2 */
const UTF_16 = new Map([
  ["fffe", "utf-16le"],
  ["feff", "utf-16be"],
]);

/**
 * Reads the text in chunks, without a byte order mark; `hash` receives the unpacked bytes. Rejects when the file cannot
 * be read, and at its end when it was changed meanwhile.
 */
export async function* readText(file: string, hash: Hash): AsyncGenerator<string> {
  const before = await stat(file);
  const source = createReadStream(file, { highWaterMark: CHUNK });
  let decode: ((chunk: Buffer) => string) | undefined;
  for await (const chunk of file.toLowerCase().endsWith(".gz") ? unzip(source) : source) {
    hash.update(chunk);
    decode ??= createDecoder(chunk);
    yield decode(chunk);
  }
  if (before.isFile() && hasChanged(before, await stat(file)))
    throw new Error("The file changed while it was read. Try again once it is complete.");
}

function unzip(source: Readable): Readable {
  const unzipped = createGunzip({ chunkSize: CHUNK });
  source.on("error", (error) => unzipped.destroy(error));
  return source.pipe(unzipped);
}

function createDecoder(firstChunk: Buffer): (chunk: Buffer) => string {
  const encoding = UTF_16.get(firstChunk.toString("hex", 0, 2));
  if (encoding) {
    const decoder = new TextDecoder(encoding);
    return (chunk) => decoder.decode(chunk, { stream: true });
  }
  // A streaming `TextDecoder` makes strings of two bytes a character, which take twice as long to split and parse.
  const decoder = new StringDecoder("utf8");
  let isFirst = true;
  return (chunk) => {
    const text = decoder.write(chunk);
    if (!isFirst || text === "") return text;
    isFirst = false;
    return text.startsWith("\ufeff") ? text.slice(1) : text;
  };
}

function hasChanged(before: Stats, after: Stats): boolean {
  return before.ino !== after.ino || before.size !== after.size || before.mtimeMs !== after.mtimeMs;
}
