/** Where the catalogue comes from: a file (`declaredCatalogue.ts`), the service's own (`liveCatalogue.ts`), or Redis. */
import type { Catalogue, CatalogueError } from "./catalogue.ts";

/** Builds what placements need of a catalogue. Calling the result puts it to use. */
export type Prepare = (catalogue: Catalogue) => Promise<() => void>;

export interface Reloading {
  /** Reads the catalogue now; resolves once it is in use or refused. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

export interface CatalogueSource {
  /** As logs name it. */
  readonly name: string;
  /** Rejects with `CatalogueError`. */
  load(): Promise<Catalogue>;
  /**
   * From now on every other catalogue is put to use by `prepare`. `onReload` hears of each that was made elsewhere, and of
   * what keeps one from being used.
   */
  watch(prepare: Prepare, onReload: (problem?: CatalogueError) => void): Reloading;
}
