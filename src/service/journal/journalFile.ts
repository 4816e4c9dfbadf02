/**
 * Format of journal files: a first line with the column names, then writes.
 *
 * A write is a mark and its lines. The mark contains the length in bytes and the digest of the lines, so that each
 * write is found and verified independently of the others:
 *
 * #0000000042 0123456789abcdef
 */
import { createHash } from "node:crypto";

/** First character of a mark; no line starts with it. */
export const MARK = "#";

const LENGTH_DIGITS = 10;
const DIGEST_DIGITS = 16;
/** Bytes of a mark, including its newline. */
export const MARK_BYTES = LENGTH_DIGITS + DIGEST_DIGITS + 3;
const MARK_FORM = new RegExp(`^#(\\d{${LENGTH_DIGITS}}) ([0-9a-f]{${DIGEST_DIGITS}})\\n$`);
const NEWLINE = 0x0a;

/** Bytes that are not a complete write. */
interface Damage {
  offset: number;
  bytes: number;
}

export interface JournalFile {
  /** Empty when the first line is incomplete. */
  header: string;
  /** Lines of the complete writes. */
  writes: Buffer[];
  damage: Damage[];
}

export function writeMark(lines: Uint8Array): string {
  return `${MARK}${String(lines.length).padStart(LENGTH_DIGITS, "0")} ${digest(lines)}\n`;
}

/** Parses a file in time linear in its length, whatever it contains. */
export function readJournalFile(bytes: Buffer): JournalFile {
  const start = bytes.indexOf(NEWLINE) + 1;
  const header = bytes.toString("utf8", 0, Math.max(0, start - 1));
  const file: JournalFile = { header, writes: [], damage: [] };
  for (let at = start; at < bytes.length; ) {
    const write = findWrite(bytes, at);
    if (write.lines) file.writes.push(write.lines);
    else addDamage(file.damage, at, write.end - at);
    at = write.end;
  }
  return file;
}

/**
 * Whether a file has no complete first line, so that nothing in it was acknowledged. Zero bytes are damage, and may have
 * replaced acknowledged lines.
 */
export function isUnfinished(bytes: Buffer): boolean {
  return !bytes.includes(NEWLINE) && !bytes.includes(0);
}

export function encodeJournalFile({ header, writes }: JournalFile): Uint8Array[] {
  const encoded = writes.flatMap((lines) => [Buffer.from(writeMark(lines)), lines]);
  return [Buffer.from(`${header}\n`), ...encoded];
}

interface FoundWrite {
  /** Absent when the bytes up to the end are not a complete write. */
  lines?: Buffer;
  end: number;
}

function findWrite(bytes: Buffer, at: number): FoundWrite {
  const lines = at + MARK_BYTES;
  const mark = readMark(bytes, at);
  const end = lines + Number(mark?.length);
  if (mark && end <= bytes.length && digest(bytes.subarray(lines, end)) === mark.digest) {
    return { lines: bytes.subarray(lines, end), end };
  }
  return { end: findMark(bytes, at + 1) };
}

function readMark(bytes: Buffer, at: number): { length: string; digest: string } | undefined {
  const [, length, digest] = MARK_FORM.exec(bytes.toString("latin1", at, at + MARK_BYTES)) ?? [];
  return length && digest ? { length, digest } : undefined;
}

/**
 * Finds the next mark, even in the middle of a damaged line. Returns the end of the file when there is no further mark.
 */
function findMark(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(MARK, from);
  while (at >= 0 && !readMark(bytes, at)) at = bytes.indexOf(MARK, at + 1);
  return at < 0 ? bytes.length : at;
}

function addDamage(damage: Damage[], offset: number, bytes: number): void {
  const last = damage.at(-1);
  if (last && last.offset + last.bytes === offset) last.bytes += bytes;
  else damage.push({ offset, bytes });
}

/** Computes the digest that detects damaged lines. */
export function digest(lines: Uint8Array): string {
  return new Digest().add(lines).read();
}

/** Digest of lines that are read in pieces. */
export class Digest {
  readonly #hash = createHash("sha256");

  add(piece: Uint8Array): this {
    this.#hash.update(piece);
    return this;
  }

  /** Returns the digest of all pieces. Can be called once. */
  read(): string {
    return this.#hash.digest("hex").slice(0, DIGEST_DIGITS);
  }
}
