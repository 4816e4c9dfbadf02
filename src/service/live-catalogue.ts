/**
 * The catalogue in use, with its index. A reload puts a new one in its place; earlier ones stay at hand as long as an
 * address that was given out under them lives.
 */
import type { Campaign, Catalogue } from "./catalogue.ts";
import { type CampaignIndex, type IndexedZone, indexCampaigns } from "./placement/campaign-index.ts";

interface Generation {
  catalogue: Catalogue;
  index: CampaignIndex;
  /** When the next one replaced it; milliseconds since 1970. */
  until: number;
}

export class LiveCatalogue {
  readonly #share: string;
  readonly #life: number;
  /** The one in use first, then earlier ones. */
  #generations: [Generation, ...Generation[]];

  /** `life`: milliseconds that tracking addresses live. `share`: of publishers whose site names none. */
  constructor(catalogue: Catalogue, { share, life }: { share: string; life: number }) {
    this.#share = share;
    this.#life = life;
    this.#generations = [this.#generation(catalogue)];
  }

  get catalogue(): Catalogue {
    return this.#generations[0].catalogue;
  }

  get index(): CampaignIndex {
    return this.#generations[0].index;
  }

  replace(catalogue: Catalogue, now: number): void {
    this.#generations[0].until = now;
    const earlier = this.#generations.filter(({ until }) => until + this.#life > now);
    this.#generations = [this.#generation(catalogue), ...earlier];
  }

  /** A zone as it is, or as it last was. */
  zone(id: number): IndexedZone | undefined {
    return this.#find(({ index }) => index.zones.get(id));
  }

  campaign(id: number): Campaign | undefined {
    return this.#find(({ catalogue }) => catalogue.campaigns.get(id));
  }

  /** Where clicks on a creative lead. */
  landing(variation: number): string | undefined {
    return this.#find(({ catalogue }) => catalogue.variations.get(variation))?.variation.url;
  }

  #generation(catalogue: Catalogue): Generation {
    return { catalogue, index: indexCampaigns(catalogue, this.#share), until: Number.POSITIVE_INFINITY };
  }

  #find<T>(pick: (generation: Generation) => T | undefined): T | undefined {
    for (const generation of this.#generations) {
      const found = pick(generation);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
