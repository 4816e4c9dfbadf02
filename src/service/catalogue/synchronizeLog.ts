/** Synchronizes the lines of a node's folder with those that all nodes share. */
import { rm } from "node:fs/promises";
import type { FolderLog } from "./folderLog.ts";
import { type ChangeLine, isSamePosition } from "./logLine.ts";
import { compareLines, NOTHING, type SharedLog } from "./replicatedLog.ts";

/** Changes of this node that are not in the shared history, and the folder where they are stored. */
export interface LostChanges {
  changes: readonly ChangeLine[];
  folder: string;
}

interface SharingOptions {
  /** Reports shared lines that could not be read. */
  onProblem?: (error: unknown) => void;
  /** Reports changes that were discarded in favour of another history. */
  onLost?: (lost: LostChanges) => void;
}

/** Updates a node's folder from the shared lines. When the shared lines are unreadable, the node keeps its copy. */
export async function bringTogether(
  lines: FolderLog,
  shared: SharedLog,
  options: SharingOptions,
): Promise<void> {
  try {
    const missing = await compareLines(lines, shared);
    if (missing === undefined) await takeShared(lines, shared, options.onLost);
    else await lines.append(await lines.readHead(), missing);
  } catch (error) {
    if ((await lines.readHead()).sequence === 0) throw error;
    options.onProblem?.(error);
  }
}

/** Replaces a folder's lines by the shared ones, and reports changes that only the folder has. */
export async function takeShared(
  own: FolderLog,
  shared: SharedLog,
  onLost: SharingOptions["onLost"],
): Promise<void> {
  const [snapshot, lines] = [await shared.readSnapshot(), await shared.read(0)];
  const [here, mine] = [await own.readHead(), await own.read(0)];
  const theirs = new Map(lines.map(({ sequence, digest }) => [sequence, digest]));
  const first = lines[0]?.sequence ?? snapshot.sequence + 1;
  const lost = mine.filter(({ sequence, digest }) => sequence >= first && theirs.get(sequence) !== digest);
  const isLost = lost.length > 0 || (mine.length === 0 && !isSamePosition(here, NOTHING));
  const folder = await own.setAside();
  await own.fill(snapshot, lines);
  if (isLost) onLost?.({ changes: lost.map(({ change }) => change), folder });
  else await rm(folder, { recursive: true });
}
