/** Names of the files in folders. A folder is listed again once it changed. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { readVersion } from "../values/fileVersion.ts";
import { lazy } from "../values/lazy.ts";
import { mapSliced, runInSlices } from "../values/slices.ts";
import { readCode } from "../values/thrown.ts";

/**
 * Milliseconds for which a folder that changed is listed at each look: file systems record times in steps of up to two
 * seconds (FAT), and a second change within a step leaves the folder's time as it is.
 */
const LISTED_FOR = 2000;
/** Milliseconds after which an unchanged folder is listed in any case: some file systems have no times of folders. */
const LISTED_EVERY = 60_000;

/** Names are composed (NFC). */
export interface FolderList {
  /** Whether a file has the name. */
  has(name: string): boolean;
  /** Whether a file system that ignores case opens a file by the name, of which only the case differs. */
  opens(name: string): Promise<boolean>;
}

interface Listing {
  /** Identity and times of the folder. */
  version: string;
  /** When this version was seen first, and when it was listed. */
  since: number;
  listedAt: number;
  list: FolderList;
}

export class FolderLists {
  /** Milliseconds by a clock that never goes back. */
  readonly #elapsed: () => number;
  readonly #listings = new Map<string, Listing>();

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  async list(folder: string): Promise<FolderList> {
    const now = this.#elapsed();
    const version = await readVersion(folder);
    const known = this.#listings.get(folder);
    const since = known?.version === version ? known.since : now;
    const isSettled = known && known.listedAt >= since + LISTED_FOR;
    if (isSettled && known.listedAt + LISTED_EVERY > now) return known.list;
    const list = describeList(folder, await readNames(folder));
    this.#listings.set(folder, { version, since, listedAt: now, list });
    return list;
  }

  /** Forgets all other folders. */
  retain(folders: ReadonlySet<string>): void {
    for (const folder of this.#listings.keys()) if (!folders.has(folder)) this.#listings.delete(folder);
  }
}

function describeList(folder: string, names: readonly string[]): FolderList {
  const known = new Set(names);
  const lowerCase = lazy(() => new Set(names.map((name) => name.toLowerCase())));
  return {
    has: (name) => known.has(name),
    opens: async (name) => lowerCase().has(name.toLowerCase()) && isFile(join(folder, name)),
  };
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Reads the names in a folder, composed; none when it cannot be read, since its files cannot be served then. */
async function readNames(folder: string): Promise<string[]> {
  try {
    return await runInSlices(mapSliced(await readdir(folder), (name) => name.normalize("NFC")));
  } catch (error) {
    // Too many open files say nothing about the folder.
    if (["EMFILE", "ENFILE"].includes(readCode(error) ?? "")) throw error;
    return [];
  }
}
