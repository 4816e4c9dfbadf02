/** Reads a catalogue in a file again when the file changes, and when asked. */
import { watch } from "chokidar";
import { SerialQueue } from "../values/serialQueue.ts";
import { CatalogueError, loadCatalogue } from "./catalogue.ts";
import type { CatalogueSource, Reloaded, Reloading } from "./catalogueSource.ts";

/** Editors write in several steps: wait until the file has been quiet this long; milliseconds. */
const QUIET = 100;

/** `creatives`: folders of the images that the service serves; see `loadCatalogue`. */
export function createFileSource(file: string, creatives: readonly string[]): CatalogueSource {
  return {
    name: file,
    load: () => loadCatalogue(file, creatives),
    watch: (onReload) => watchFile(file, creatives, onReload),
  };
}

function watchFile(
  file: string,
  creatives: readonly string[],
  onReload: (result: Reloaded) => void,
): Reloading {
  const readings = new SerialQueue();
  const reload = () => readings.run(async () => onReload(await read(file, creatives)));
  const watcher = watch(file, {
    ignoreInitial: true,
    atomic: true,
    awaitWriteFinish: { stabilityThreshold: QUIET, pollInterval: QUIET / 4 },
  });
  watcher.on("add", reload).on("change", reload);
  return { reload, close: () => watcher.close() };
}

async function read(file: string, creatives: readonly string[]): Promise<Reloaded> {
  try {
    return { catalogue: await loadCatalogue(file, creatives) };
  } catch (error) {
    return { error: error instanceof CatalogueError ? error : new CatalogueError([String(error)]) };
  }
}
