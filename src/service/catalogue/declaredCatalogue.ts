/** A catalogue that a file owns: read again when the file changes, and when asked. */
import { type BigIntStats, unwatchFile, watchFile } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { SerialQueue } from "../values/serialQueue.ts";
import { CatalogueError, loadCatalogue } from "./catalogue.ts";
import type { CatalogueSource, Prepare, Reloading } from "./catalogueSource.ts";

/**
 * Milliseconds between looks at the file. Looking at what the path leads to also finds a symbolic link that was swapped
 * anywhere on the way, as Kubernetes does it, and works on network file systems; events of the file system do neither.
 */
const LOOK_EVERY = 250;
/** Milliseconds for which a file must stay the same before it is read: editors write in several steps. */
const QUIET = 100;

/** `creatives`: folders of the images that the service serves; see `loadCatalogue`. */
export function openDeclaredCatalogue(file: string, creatives: readonly string[]): CatalogueSource {
  const path = resolve(file);
  const load = () => loadCatalogue(file, creatives);
  return {
    name: file,
    load,
    watch: (prepare, onReload) => {
      const readings = new SerialQueue();
      const reload = () => readings.run(() => reloadCatalogue(load, prepare, onReload));
      return { reload, close: watchWhole(path, reload) };
    },
  };
}

async function reloadCatalogue(
  load: CatalogueSource["load"],
  prepare: Prepare,
  onReload: (problem?: CatalogueError) => void,
): Promise<void> {
  try {
    const use = await prepare(await load());
    use();
    onReload();
  } catch (error) {
    onReload(error instanceof CatalogueError ? error : new CatalogueError([String(error)]));
  }
}

/** Calls back when a file changed and has been quiet since. Returns a function that ends it. */
function watchWhole(path: string, onChange: () => void): Reloading["close"] {
  let timer: NodeJS.Timeout | undefined;
  const waitForQuiet = (seen: string) => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const version = await readVersion(path);
      if (version === seen) onChange();
      else waitForQuiet(version);
    }, QUIET).unref();
  };
  const onLook = (found: BigIntStats) => waitForQuiet(writeVersion(found));
  watchFile(path, { bigint: true, interval: LOOK_EVERY, persistent: false }, onLook);
  return async () => {
    clearTimeout(timer);
    unwatchFile(path, onLook);
  };
}

/** Reads the version of a file, for comparison; empty if the file does not exist. */
async function readVersion(path: string): Promise<string> {
  return stat(path, { bigint: true }).then(writeVersion, () => "");
}

function writeVersion({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return ino === 0n ? "" : [dev, ino, size, mtimeNs, ctimeNs].join();
}
