/**
 * Cuts damage off the end of the database's write-ahead log. A power failure can leave zero bytes there, with which the
 * database would not open again.
 */
import { open as openFile, readFile } from "node:fs/promises";
import type { SetAside } from "../journal/setAside.ts";
import { describeThrown } from "../runtime/thrown.ts";

interface CutOptions {
  /** Path of the write-ahead log. */
  file: string;
  setAside: SetAside;
  /** Whether damage other than zero bytes is cut off as well, with everything after it. */
  cutsAll: boolean;
}

/** An entry begins with its size and checksum, eight bytes each. */
const HEAD_BYTES = 16;

/**
 * Opens a database. When an entry of the log is damaged, cuts the log off before it and opens the database again. Rejects
 * with the database's error when the damage must not be cut off.
 */
export async function openWithLog<T>(open: () => Promise<T>, options: CutOptions): Promise<T> {
  const { file, setAside, cutsAll } = options;
  // The database takes a log that begins with a zero byte for an empty one, and deletes it.
  const zeros = (await beginsWithZero(file)) ? await readFile(file) : undefined;
  try {
    const database = await open();
    if (zeros) await setAside.keep(file, { content: zeros, at: 0, reason: REASON });
    return database;
  } catch (error) {
    const at = findDamage(error);
    if (at === undefined) throw error;
    const content = await readFile(file);
    const isTail = endsInZeros(content, at);
    if (!isTail && !cutsAll) throw error;
    await setAside.cut(file, { content, at, reason: isTail ? REASON : "damaged entry" });
    return await open();
  }
}

const REASON = "zero bytes at the end";

async function beginsWithZero(file: string): Promise<boolean> {
  const handle = await openFile(file).catch(() => undefined);
  if (!handle) return false;
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(1), 0, 1);
    return bytesRead === 1 && buffer[0] === 0;
  } finally {
    await handle.close();
  }
}

/** Finds the first byte of the damaged entry that the database reports. */
function findDamage(error: unknown): number | undefined {
  const [, position] =
    /WAL file: entry at byte position (\d+) computed checksum/.exec(describeThrown(error)) ?? [];
  return position === undefined ? undefined : Number(position) - HEAD_BYTES;
}

/** Whether zero bytes begin within the entry and reach to the end of the log. */
function endsInZeros(content: Buffer, start: number): boolean {
  const last = content.findLastIndex((byte) => byte !== 0);
  const size = content.readBigUInt64LE(start);
  return last < content.length - 1 && last < start + HEAD_BYTES + Number(size);
}
