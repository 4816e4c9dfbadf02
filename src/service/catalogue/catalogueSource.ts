/** Sources of the catalogue: a file (`declaredCatalogue.ts`), or the data folder and Redis (`liveCatalogue.ts`). */
import type { Catalogue, CatalogueError } from "./catalogue.ts";

/** Prepares a catalogue for placements. Calling the result activates it. */
export type Prepare = (catalogue: Catalogue) => Promise<() => void>;

export interface Reloading {
  /** Reads the catalogue; resolves once it is active or refused. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

export interface CatalogueSource {
  /** Name in logs. */
  readonly name: string;
  /** Rejects with `CatalogueError`. */
  load(): Promise<Catalogue>;
  /**
   * Activates each later catalogue through `prepare`. Calls `onReload` after a change made elsewhere, or with the
   * problem of an unusable catalogue.
   */
  watch(prepare: Prepare, onReload: (problem?: CatalogueError) => void): Reloading;
}
