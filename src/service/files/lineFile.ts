/** Lines of a file, read in pieces: a file may be as large as the memory, and a line of an earlier version, too. */
import type { FileHandle } from "node:fs/promises";
import { openSaved } from "./savedFile.ts";

/** Maximum bytes read at once. */
export const PIECE_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

export interface FileLine {
  /** File and number of the line, for messages. */
  place: string;
  /** Content without the newline; of a line longer than `PIECE_BYTES`, a function that reads it in pieces. */
  content: Buffer | (() => AsyncIterable<Buffer>);
}

/** Position of a line in a file, without its newline. */
interface Span {
  start: number;
  end: number;
  number: number;
}

/**
 * Yields the complete lines of a file, with `isReversed` the last one first. A line can be read until the next one is
 * requested.
 */
export async function* readFileLines(path: string, isReversed = false): AsyncGenerator<FileLine> {
  const file = await openSaved(path);
  try {
    const groups = groupSpans(await findSpans(file));
    for (const group of isReversed ? groups.reverse() : groups) {
      const lines = await readGroup(file, group);
      for (const { number, content } of isReversed ? lines.reverse() : lines)
        yield { place: `${path}:${number}`, content };
    }
  } finally {
    await file.close();
  }
}

/** Reads a whole line. */
export async function readWhole({ content }: FileLine): Promise<Buffer> {
  if (Buffer.isBuffer(content)) return content;
  const pieces: Buffer[] = [];
  for await (const piece of content()) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Returns the number of bytes up to the end of the last complete line. Reads from the end, so not all of the file. */
export async function measureLines(path: string): Promise<number> {
  const file = await openSaved(path);
  try {
    for (let { size: end } = await file.stat(); end > 0; end -= PIECE_BYTES) {
      const start = Math.max(0, end - PIECE_BYTES);
      const newline = (await readBytes(file, start, end - start)).lastIndexOf(NEWLINE);
      if (newline >= 0) return start + newline + 1;
    }
    return 0;
  } finally {
    await file.close();
  }
}

async function findSpans(file: FileHandle): Promise<Span[]> {
  const spans: Span[] = [];
  let [start, offset] = [0, 0];
  const { size } = await file.stat();
  for await (const piece of readPieces(file, 0, size)) {
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) {
      spans.push({ start, end: offset + at, number: spans.length + 1 });
      start = offset + at + 1;
    }
    offset += piece.length;
  }
  return spans;
}

/** Groups consecutive lines that are read at once. A longer line is a group of its own. */
function groupSpans(spans: readonly Span[]): Span[][] {
  const groups: Span[][] = [];
  for (const span of spans) {
    const group = groups.at(-1);
    if (group?.[0] && span.end - group[0].start <= PIECE_BYTES) group.push(span);
    else groups.push([span]);
  }
  return groups;
}

async function readGroup(
  file: FileHandle,
  group: readonly Span[],
): Promise<(Omit<FileLine, "place"> & Pick<Span, "number">)[]> {
  const [start = 0, end = 0] = [group[0]?.start, group.at(-1)?.end];
  if (end - start > PIECE_BYTES) {
    const content = () => readPieces(file, start, end);
    return group.map(({ number }) => ({ number, content }));
  }
  const bytes = await readBytes(file, start, end - start);
  return group.map((span) => ({
    number: span.number,
    content: bytes.subarray(span.start - start, span.end - start),
  }));
}

async function* readPieces(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const piece = await readBytes(file, at, Math.min(PIECE_BYTES, end - at));
    if (piece.length === 0) return;
    yield piece;
    at += piece.length;
  }
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}
