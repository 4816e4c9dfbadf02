/** Catalogue that the service owns. */
import { type Catalogue, checkChange, parseCatalogueSliced, putInCatalogue } from "./catalogue.ts";
import type { CatalogueSource } from "./catalogueSource.ts";
import { type CatalogueDocument, findOwner, toDocument } from "./document.ts";
import { type HighestIdStore, HighestIds } from "./highestIds.ts";
import {
  type Collection,
  type Editor,
  LiveCollection,
  type LiveOptions,
  openCollection,
} from "./liveCollection.ts";
import { CATALOGUE_FOLDER } from "./logFiles.ts";

export type CatalogueEditor = Editor<CatalogueDocument, Catalogue>;

export interface LiveCatalogueOptions extends LiveOptions {
  /** Folders of the served images; without any, images are not checked. */
  creatives?: readonly string[];
  /** Further stores of the highest ids. */
  ids?: readonly HighestIdStore[];
}

export class LiveCatalogue extends LiveCollection<CatalogueDocument, Catalogue> implements CatalogueSource {
  readonly name = "the live catalogue";
  /** Folders that must have the images of new creatives. */
  creatives: readonly string[] = [];
  #highestIds: HighestIds | undefined;

  /** Opens the catalogue of a data folder; it is empty when the folder has none. */
  static async open(options: LiveCatalogueOptions): Promise<LiveCatalogue> {
    const { creatives = [], ids = [] } = options;
    const highestIds = await HighestIds.open(ids);
    const collection = describeCatalogue(creatives, highestIds);
    const live = new LiveCatalogue(collection, await openCollection(collection, options), options);
    live.creatives = creatives;
    live.#highestIds = highestIds;
    return live;
  }

  /** Returns the highest id that entries of a list, or `creatives`, ever had; 0 without one. */
  getHighestId(kind: string): number {
    return this.#highestIds?.getHighest(kind) ?? 0;
  }
}

function describeCatalogue(
  creatives: readonly string[],
  highestIds: HighestIds,
): Collection<CatalogueDocument, Catalogue> {
  return {
    what: "catalogue",
    folder: CATALOGUE_FOLDER,
    toDocument,
    findOwner,
    read: parseCatalogueSliced,
    put: putInCatalogue,
    // Images of changes by other nodes are fetched with the changes.
    check: (before, after, isNew) => checkChange(before, after, isNew ? creatives : [], isNew),
    onPut: (puts) => highestIds.add(puts),
  };
}
