/** Reads changes from the lines of a file. The entries of a line that has several pieces are parsed one at a time. */

import type { FileLine } from "../files/lineFile.ts";
import { Digest } from "../journal/journalFile.ts";
import { describeThrown } from "../runtime/thrown.ts";
import { type ChangeLine, DamagedLineError, parseChange, parseLogLine, type RecordedPut } from "./logLine.ts";

export interface StoredChange extends Omit<ChangeLine, "put"> {
  digest: string;
  /** File and number of the line, for messages. */
  place: string;
  /** Can be read once, until the next change is requested. */
  put: Iterable<RecordedPut> | AsyncIterable<RecordedPut>;
}

/** Reads a change. Rejects with an error that names the file and line of damage. */
export async function parseStoredChange({ content, place }: FileLine): Promise<StoredChange> {
  try {
    if (Buffer.isBuffer(content)) {
      const { digest, change } = parseLogLine(content);
      return { ...change, digest, place };
    }
    const digest = await verify(content());
    const parts = splitPuts(content(), digest.length + 1);
    const { value: head } = await parts.next();
    if (head === undefined) throw new DamagedLineError();
    return { ...parseChange(`${head}]}`), digest, place, put: parsePuts(parts) };
  } catch (error) {
    throw new Error(`${place}: ${describeThrown(error)}`);
  }
}

/** Returns the result of `read`. Adds file and line to its errors. */
export function atPlace<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${place}: ${describeThrown(error)}`);
  }
}

/** Whether a line contains a text. */
export async function hasText({ content }: FileLine, text: string): Promise<boolean> {
  if (Buffer.isBuffer(content)) return content.includes(text);
  const overlap = Buffer.byteLength(text) - 1;
  let end: Buffer = Buffer.alloc(0);
  for await (const piece of content()) {
    // The text may begin in one piece and end in the next.
    const searched = Buffer.concat([end, piece]);
    if (searched.includes(text)) return true;
    end = searched.subarray(Math.max(0, searched.length - overlap));
  }
  return false;
}

/** Checks the digest of a line, and returns it. */
async function verify(pieces: AsyncIterable<Buffer>): Promise<string> {
  const found = new Digest();
  let expected: string | undefined;
  for await (const piece of pieces) {
    const space = expected === undefined ? piece.indexOf(" ") : -1;
    expected ??= piece.toString("latin1", 0, Math.max(0, space));
    found.add(piece.subarray(space + 1));
  }
  if (expected === undefined || expected !== found.read()) throw new DamagedLineError();
  return expected;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Nesting of the list of puts, which is the last field and the only list of a line. */
const PUTS_DEPTH = 2;

/** Yields the JSON of a change up to the beginning of its puts, then the JSON of each put. `from`: start of the JSON. */
async function* splitPuts(pieces: AsyncIterable<Buffer>, from: number): AsyncGenerator<string> {
  let start = from;
  let parts: Buffer[] = [];
  let depth = 0;
  let isHead = true;
  let [isText, isEscaped] = [false, false];
  for await (const piece of pieces) {
    for (let at = start; at < piece.length; at++) {
      const byte = piece[at];
      if (isText) {
        if (byte === QUOTE && !isEscaped) isText = false;
        isEscaped = byte === BACKSLASH && !isEscaped;
        continue;
      }
      if (byte === QUOTE) isText = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1;
      if (depth !== PUTS_DEPTH) continue;
      if (!isHead && byte === COMMA) start = at + 1;
      if (isHead ? byte !== OPEN_LIST : byte !== CLOSE_OBJECT) continue;
      isHead = false;
      yield Buffer.concat([...parts, piece.subarray(start, at + 1)]).toString("utf8");
      parts = [];
      start = at + 1;
    }
    parts.push(piece.subarray(start));
    start = 0;
  }
}

async function* parsePuts(parts: AsyncIterable<string>): AsyncGenerator<RecordedPut> {
  for await (const part of parts) yield JSON.parse(part);
}
