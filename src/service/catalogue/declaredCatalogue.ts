/** Catalogue in a file that its operator maintains; it is read again when the file changes and on request. */
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { SerialQueue } from "../runtime/serialQueue.ts";
import { CatalogueError, loadCatalogue } from "./catalogue.ts";
import type { CatalogueSource, Prepare, Reloading } from "./catalogueSource.ts";

/**
 * Interval between checks of the file, milliseconds. The file is read once two checks find the same version, because
 * editors write in several steps. Checking the target of the path also detects swapped symbolic links, as in
 * Kubernetes, and works on network file systems; file system events do neither.
 */
const LOOK_EVERY = 200;

/** `creatives`: folders of the images that the service serves; see `loadCatalogue`. */
export function openDeclaredCatalogue(file: string, creatives: readonly string[]): CatalogueSource {
  const path = resolve(file);
  /**
   * Version that was last read. It is determined before reading: a file that changes while it is read gets another
   * version.
   */
  let read = "";
  const load = async () => {
    read = await readVersion(path);
    return loadCatalogue(file, creatives);
  };
  return {
    name: file,
    load,
    watch: (prepare, onReload) => {
      const readings = new SerialQueue();
      const reload = () => readings.run(() => reloadCatalogue(load, prepare, onReload));
      return { reload, close: watchVersions(path, () => read, reload) };
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

/** Calls back when a file's version differs from the one that was read. Returns a function that stops watching. */
function watchVersions(
  path: string,
  getRead: () => string,
  onChange: () => Promise<void>,
): Reloading["close"] {
  let timer: NodeJS.Timeout;
  let looking = Promise.resolve();
  let isClosed = false;
  let seen: string | undefined;
  const look = async () => {
    const version = await readVersion(path);
    if (version === seen && version !== getRead()) await onChange();
    seen = version;
    if (!isClosed) lookLater();
  };
  const lookLater = () => {
    timer = setTimeout(() => {
      looking = look();
    }, LOOK_EVERY).unref();
  };
  lookLater();
  return async () => {
    isClosed = true;
    clearTimeout(timer);
    await looking;
  };
}

/** Reads the version of a file, for comparison; empty if it cannot be read. */
async function readVersion(path: string): Promise<string> {
  return stat(path, { bigint: true }).then(
    ({ dev, ino, size, mtimeNs, ctimeNs }) => [dev, ino, size, mtimeNs, ctimeNs].join(),
    () => "",
  );
}
