/**
 * Current catalogue, and recently removed entries: tracking URLs issued for them redirect and count until they expire.
 */
import type { Campaign, Catalogue, Site, Variation, Zone } from "./catalogue.ts";

interface EarlierZone {
  zone: Zone;
  site: Site;
}

/** A replaced entry, and the time of its replacement in milliseconds since 1970. */
interface Replaced<T> {
  entry: T;
  at: number;
}

export class CurrentCatalogue {
  readonly #life: number;
  #catalogue: Catalogue;
  /** Replaced zones, newest first. */
  #zones: readonly Replaced<EarlierZone>[] = [];
  #campaigns: readonly Replaced<Campaign>[] = [];

  /** `life`: milliseconds for which a replaced entry is kept. */
  constructor(catalogue: Catalogue, life: number) {
    this.#catalogue = catalogue;
    this.#life = life;
  }

  get catalogue(): Catalogue {
    return this.#catalogue;
  }

  /** Returns replaced campaigns with a creative or an image that the newer version lacks. */
  get earlierCampaigns(): readonly Campaign[] {
    return this.#campaigns.map(({ entry }) => entry);
  }

  replace(catalogue: Catalogue, now: number): void {
    const before = this.#catalogue;
    const isKept = ({ at }: Replaced<unknown>) => at + this.#life > now;
    const replaceAll = <T>(entries: readonly T[]) => entries.map((entry) => ({ entry, at: now }));
    const zones = listLostZones(before, catalogue);
    const campaigns = listLostCampaigns(before, catalogue);
    this.#zones = [...replaceAll(zones), ...this.#zones.filter(isKept)];
    this.#campaigns = [...replaceAll(campaigns), ...this.#campaigns.filter(isKept)];
    this.#catalogue = catalogue;
  }

  /** Finds a current zone, or the last state of a removed one. */
  findZone(id: number): EarlierZone | undefined {
    return locateZone(this.#catalogue, id) ?? this.#zones.find(({ entry }) => entry.zone.id === id)?.entry;
  }

  findCampaign(id: number): Campaign | undefined {
    return this.#catalogue.campaigns.get(id) ?? this.#campaigns.find(({ entry }) => entry.id === id)?.entry;
  }

  /** Finds a current creative, or the last state of a removed one. */
  findVariation(id: number): Variation | undefined {
    const found = this.#catalogue.variations.get(id);
    if (found) return found.variation;
    for (const { entry } of this.#campaigns) {
      const found = entry.variations.find((variation) => variation.id === id);
      if (found) return found;
    }
    return undefined;
  }
}

function locateZone({ zones, sites }: Catalogue, id: number): EarlierZone | undefined {
  const zone = zones.get(id);
  const site = zone && sites.get(zone.site);
  return site && { zone, site };
}

function listLostZones(before: Catalogue, after: Catalogue): EarlierZone[] {
  if (before.data.zones === after.data.zones) return [];
  return before.data.zones.flatMap(({ id }) => {
    const zone = after.zones.has(id) ? undefined : locateZone(before, id);
    return zone ? [zone] : [];
  });
}

function listLostCampaigns(before: Catalogue, { data, campaigns }: Catalogue): Campaign[] {
  return before.data.campaigns.filter(
    (campaign, at) => campaign !== data.campaigns[at] && isLost(campaign, campaigns.get(campaign.id)),
  );
}

/** Whether a changed campaign lacks a creative or an image that it had. */
function isLost(before: Campaign, after: Campaign | undefined): boolean {
  const images = new Map(after?.variations.map(({ id, image }) => [id, image]));
  return before.variations.some(({ id, image }) => images.get(id) !== image);
}
