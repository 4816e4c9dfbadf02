/** Caches the names of the files in folders, and lists a folder again when it has changed. */
import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { findFile, isWithin } from "../values/files.ts";
import { readVersion } from "../values/fileVersion.ts";
import { lazy } from "../values/lazy.ts";
import { mapSliced, runInSlices } from "../values/slices.ts";
import { readCode } from "../values/thrown.ts";

/**
 * Milliseconds after a change during which a folder is listed at each check. File systems record times in steps of up
 * to two seconds (FAT), so a second change within a step is not visible in the folder's time.
 */
const LISTED_FOR = 2000;
/** Interval at which even an unchanged folder is listed, because some file systems do not record times of folders. */
const LISTED_EVERY = 60_000;

/** List with composed names (NFC). */
interface FolderList {
  /** Whether a file has the name. */
  has(name: string): boolean;
  /**
   * Whether a case-insensitive file system would open a file by this name, although the letter case of the file's name
   * differs.
   */
  opens(name: string): Promise<boolean>;
}

interface Listing {
  /** Identity and times of the folder. */
  version: string;
  /** Time when this version was first seen, and when it was listed. */
  since: number;
  listedAt: number;
  list: FolderList;
}

export class FolderLists {
  /** Monotonic milliseconds. */
  readonly #elapsed: () => number;
  readonly #listings = new Map<string, Listing>();

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** Lists a folder that is `inside` a served one, or the served one itself. */
  async list(served: string, inside = "."): Promise<FolderList> {
    const folder = join(served, inside);
    const now = this.#elapsed();
    const version = await readVersion(folder);
    const known = this.#listings.get(folder);
    const since = known?.version === version ? known.since : now;
    const isSettled = known && known.listedAt >= since + LISTED_FOR;
    if (isSettled && known.listedAt + LISTED_EVERY > now) return known.list;
    const list = describeList(served, inside, await readNames(served, inside));
    this.#listings.set(folder, { version, since, listedAt: now, list });
    return list;
  }

  /** Forgets all folders except these. */
  retain(folders: ReadonlySet<string>): void {
    for (const folder of this.#listings.keys()) if (!folders.has(folder)) this.#listings.delete(folder);
  }
}

function describeList(served: string, inside: string, names: readonly string[]): FolderList {
  const known = new Set(names);
  const lowerCase = lazy(() => new Set(names.map((name) => name.toLowerCase())));
  return {
    has: (name) => known.has(name),
    opens: async (name) =>
      lowerCase().has(name.toLowerCase()) && (await findFile(served, join(inside, name))) !== undefined,
  };
}

/**
 * Reads the names of the files that are served from a folder, composed. Returns no names if the folder cannot be read,
 * because its files cannot be served then.
 */
async function readNames(served: string, inside: string): Promise<string[]> {
  try {
    const folder = join(served, inside);
    const entries = await readdir(folder, { withFileTypes: true });
    const [top, real] = await Promise.all([realpath(served), realpath(folder)]);
    if (real !== top && !isWithin(top, real)) return [];
    const names: string[] = [];
    for (const entry of entries) {
      const isLinked = entry.isSymbolicLink() && (await findFile(served, join(inside, entry.name)));
      if (entry.isFile() || isLinked) names.push(entry.name);
    }
    return await runInSlices(mapSliced(names, (name) => name.normalize("NFC")));
  } catch (error) {
    // Too many open files: this error says nothing about the folder.
    if (["EMFILE", "ENFILE"].includes(readCode(error) ?? "")) throw error;
    return [];
  }
}
