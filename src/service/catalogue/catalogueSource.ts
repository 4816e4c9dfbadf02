/** Source of the catalogue: a file (`declaredCatalogue.ts`), the service's own (`liveCatalogue.ts`), or Redis. */
import type { Catalogue, CatalogueError } from "./catalogue.ts";

/** Prepares a catalogue for placements. Calling the result activates it. */
export type Prepare = (catalogue: Catalogue) => Promise<() => void>;

export interface Reloading {
  /** Reads the catalogue; resolves once it is in use or refused. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

export interface CatalogueSource {
  /** Name in logs. */
  readonly name: string;
  /** Rejects with `CatalogueError`. */
  load(): Promise<Catalogue>;
  /**
   * Activates every later catalogue through `prepare`. Calls `onReload` for each one changed elsewhere, and with the
   * problem of one that cannot be used.
   */
  watch(prepare: Prepare, onReload: (problem?: CatalogueError) => void): Reloading;
}
