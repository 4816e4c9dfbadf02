/** Where the catalogue comes from: a file (`fileReload.ts`), or a document that several nodes share. */
import type { Catalogue, CatalogueError } from "./catalogue.ts";

export type Reloaded =
  | { catalogue: Catalogue; error?: undefined }
  | { catalogue?: undefined; error: CatalogueError };

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
  /** Calls back with each catalogue that follows, and with what keeps one from being used. */
  watch(onReload: (result: Reloaded) => void): Reloading;
}
