/** A catalogue that a file owns: read again when the file changes, and when asked. */
import { resolve } from "node:path";
import { readVersion } from "../values/fileVersion.ts";
import { SerialQueue } from "../values/serialQueue.ts";
import { CatalogueError, loadCatalogue } from "./catalogue.ts";
import type { CatalogueSource, Prepare, Reloading } from "./catalogueSource.ts";

/**
 * Milliseconds between looks at the file, which is read once two looks find the same version: editors write in several
 * steps. Looking at what the path leads to also finds a symbolic link that was swapped anywhere on the way, as Kubernetes
 * does it, and works on network file systems; events of the file system do neither.
 */
const LOOK_EVERY = 200;

/** `creatives`: folders of the images that the service serves; see `loadCatalogue`. */
export function openDeclaredCatalogue(file: string, creatives: readonly string[]): CatalogueSource {
  const path = resolve(file);
  /** Version that was read last. A file that changes while it is read differs from it. */
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

/** Calls back when a file has another version than the one that was read. Returns a function that ends it. */
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
