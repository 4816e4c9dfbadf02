/**
 * The catalogue in use. A reload puts a new one in its place; earlier ones stay at hand for as long as tracking addresses
 * that were given out under them live.
 */
import type { Campaign, Catalogue, Site, Zone } from "./catalogue.ts";

interface Generation {
  catalogue: Catalogue;
  /** When the next one replaced it; milliseconds since 1970. */
  until: number;
}

export class CurrentCatalogue {
  readonly #life: number;
  /** The one in use first, then earlier ones. */
  #generations: [Generation, ...Generation[]];

  /** `life`: milliseconds that an earlier catalogue is kept. */
  constructor(catalogue: Catalogue, life: number) {
    this.#life = life;
    this.#generations = [{ catalogue, until: Number.POSITIVE_INFINITY }];
  }

  get catalogue(): Catalogue {
    return this.#generations[0].catalogue;
  }

  replace(catalogue: Catalogue, now: number): void {
    this.#generations[0].until = now;
    const kept = this.#generations.filter(({ until }) => until + this.#life > now);
    this.#generations = [{ catalogue, until: Number.POSITIVE_INFINITY }, ...kept];
  }

  /** A zone as it is, or as it last was. */
  findZone(id: number): { zone: Zone; site: Site } | undefined {
    return this.#find(({ zones, sites }) => {
      const zone = zones.get(id);
      const site = zone && sites.get(zone.site);
      return site && { zone, site };
    });
  }

  findCampaign(id: number): Campaign | undefined {
    return this.#find(({ campaigns }) => campaigns.get(id));
  }

  /** Where clicks on a creative lead. */
  findLandingPage(variation: number): string | undefined {
    return this.#find(({ variations }) => variations.get(variation))?.variation.url;
  }

  #find<T>(find: (catalogue: Catalogue) => T | undefined): T | undefined {
    for (const { catalogue } of this.#generations) {
      const found = find(catalogue);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
