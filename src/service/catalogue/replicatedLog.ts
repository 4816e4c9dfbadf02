/** Storage of a live collection's lines: a folder (`folderLog.ts`), or Redis for several nodes. */
import { isSamePosition, type KeptLine, type Position, type Snapshot } from "./logLine.ts";

export interface ReplicatedLog {
  /** Reads the state after the last change; `NOTHING` for empty storage. */
  readHead(): Promise<Position>;
  /** Reads changes from number `from` on, in order, as far as they are kept. */
  read(from: number): Promise<KeptLine[]>;
  /** Appends changes that follow `after`. Returns false and appends nothing when `after` is not the last change. */
  append(after: Position, lines: readonly KeptLine[]): Promise<boolean>;
  /** Reads the newest snapshot; an empty snapshot when none is stored. */
  readSnapshot(): Promise<Snapshot>;
  /**
   * Stores a snapshot, and changes before and after it. Returns false and stores nothing when the storage is not empty.
   */
  fill(snapshot: Snapshot, lines: readonly KeptLine[]): Promise<boolean>;
}

export const NOTHING: Position = { sequence: 0, digest: "" };

export const EMPTY_SNAPSHOT: Snapshot = { format: 1, ...NOTHING, document: {} };

/** Storage in which nodes agree on the order of changes. */
export interface SharedLog extends ReplicatedLog {
  /** Offers a snapshot; changes that it includes can then be dropped. */
  offerSnapshot(snapshot: Position, text: Buffer): Promise<void>;
  /** Calls back when another node may have made a change. Returns a function that stops watching. */
  watch(onChange: () => void): () => Promise<void>;
  /** Fetches uploaded images that a text names. */
  bringImages(text: string): Promise<void>;
}

/**
 * Compares a node's lines with the shared lines, and appends changes that the shared lines lack. Resolves with the
 * changes that the node lacks; undefined when the histories differ, or when the changes in between were dropped.
 */
export async function compareLines(
  own: ReplicatedLog,
  shared: ReplicatedLog,
): Promise<KeptLine[] | undefined> {
  const [here, there] = [await own.readHead(), await shared.readHead()];
  if (isSamePosition(here, there)) return [];
  if (isSamePosition(there, NOTHING)) {
    await shared.fill(await own.readSnapshot(), await own.read(0));
    // Another node may have filled the storage first, so compare again.
    return compareLines(own, shared);
  }
  if (there.sequence === here.sequence) return undefined;
  if (there.sequence > here.sequence) {
    const lines = await shared.read(here.sequence + 1);
    return follows(lines, here) ? lines : undefined;
  }
  const later = await own.read(there.sequence + 1);
  if (!follows(later, there)) return undefined;
  await shared.append(there, later);
  return compareLines(own, shared);
}

function follows([first]: readonly KeptLine[], { sequence, digest }: Position): boolean {
  return first?.sequence === sequence + 1 && first.change.previous === digest;
}
