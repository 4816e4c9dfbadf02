/** Reads the catalogue anew when its file changes, and when asked. */
import { watch } from "chokidar";
import { type Catalogue, CatalogueError, loadCatalogue } from "./catalogue.ts";

export type Reloaded =
  | { catalogue: Catalogue; error?: undefined }
  | { catalogue?: undefined; error: CatalogueError };

export interface Reloading {
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** Editors write in several steps: wait until the file has been quiet this long; milliseconds. */
const QUIET = 100;

/** `creatives`: folders of the images that the service serves; see `loadCatalogue`. */
export function watchCatalogue(
  file: string,
  creatives: readonly string[],
  onReload: (result: Reloaded) => void,
): Reloading {
  let reading: Promise<void> = Promise.resolve();
  const reload = () => {
    reading = reading.then(async () => onReload(await read(file, creatives)));
    return reading;
  };
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
