/** Campaigns that each zone accepts, independent of the request. */
import type { UnfilledReason } from "../../protocol/unfilled.ts";
import { toZoneValues } from "../catalogue/accounting.ts";
import type { Campaign, Catalogue, Site, Zone } from "../catalogue/catalogue.ts";
import { COMMON_NETWORK, findNetwork } from "../catalogue/networks.ts";
import type { DimensionValues } from "../facts/eventStore.ts";
import { forEachSliced, type Sliced } from "../runtime/slices.ts";
import { getOrMake } from "../values/getOrMake.ts";
import { memoize } from "../values/memoize.ts";
import { type Bits, clearBit, createBits, fillBits, intersect } from "./bitSet.ts";
import type { ZoneOnSite } from "./dimensions.ts";
import { indexFacet, selectAccepting } from "./facet.ts";
import { indexDimensions } from "./restrictions.ts";

/** A step of the fixed order in which campaigns are excluded. */
export interface Step {
  reason: UnfilledReason;
  /** Campaigns that this step does not exclude, regardless of the other steps. */
  passing: Bits;
}

export interface IndexedZone extends ZoneOnSite {
  /**
   * Campaigns of the zone's network, paused or not, with a creative of its size whose targeting accepts the zone and
   * its site.
   */
  accepted: Bits;
  values: DimensionValues;
}

export interface ZoneIndex {
  zones: ReadonlyMap<number, IndexedZone>;
  /** Lists the steps that are the same for all requests of a zone. */
  listZoneSteps(zone: ZoneOnSite): Step[];
}

interface Sized {
  campaign: Campaign;
  bySize: ReadonlyMap<string, unknown>;
}

/** Zones whose campaigns are selected at a time; each intersects a set for every dimension. */
const ZONES_PER_STEP = 20;
/** Size that no zone has. */
const NO_SIZE = "";

/** Indexes zones. Those of one size and site share a set, unless a campaign names one of them. */
export function* indexZones(
  { accounts, sites, data }: Catalogue,
  campaigns: readonly Sized[],
): Sliced<ZoneIndex> {
  const plain = campaigns.map(({ campaign }) => campaign);
  // An empty list would accept every zone, but a campaign without creatives fits none.
  const sizes = yield* indexFacet(campaigns, ({ bySize }) =>
    bySize.size > 0 ? [...bySize.keys()] : [NO_SIZE],
  );
  const dimensions = yield* indexDimensions("zone", plain);
  const networks = yield* indexFacet(plain, ({ account }) => [findNetworkById(accounts, account)]);
  const owned = yield* groupByOwner(plain);
  const noCampaign = createBits(plain.length);
  const selectUnblocked = ({ blockedAdvertisers }: Site) => {
    const bits = fillBits(plain.length);
    for (const account of blockedAdvertisers)
      for (const position of owned.get(account) ?? []) clearBit(bits, position);
    return bits;
  };
  const listZoneSteps = ({ zone, site }: ZoneOnSite): Step[] => [
    ...(accounts.get(site.account)?.suspended ? [{ reason: "suspended" as const, passing: noCampaign }] : []),
    { reason: "network", passing: selectAccepting(networks, findNetworkById(accounts, site.account)) },
    { reason: "variations", passing: selectAccepting(sizes, zone.size) },
    ...dimensions.map(({ reason, read, facet }) => {
      return { reason, passing: selectAccepting(facet, read({ zone, site })) };
    }),
    { reason: "blockedAdvertisers", passing: selectUnblocked(site) },
  ];
  const shared = new Map<string, Bits>();
  const select = (zone: Zone, site: Site) => {
    const values = dimensions.map(({ read }) => read({ zone, site }));
    const named = values.map((value, at) => dimensions[at]?.facet.byValue.has(value) && value);
    const key = [zone.size, site.id, ...named].join();
    return getOrMake(shared, key, () =>
      intersect(listZoneSteps({ zone, site }).map(({ passing }) => passing)),
    );
  };
  const zones = new Map<number, IndexedZone>();
  const add = (zone: Zone) => {
    const site = zone.deleted ? undefined : sites.get(zone.site);
    if (site)
      zones.set(zone.id, { zone, site, accepted: select(zone, site), values: prepareValues(site)(zone) });
  };
  yield* forEachSliced(data.zones, add, ZONES_PER_STEP);
  return { zones, listZoneSteps };
}

const prepareValues = memoize((site: Site) => memoize((zone: Zone) => toZoneValues(zone, site)));

/** Finds the network; the account exists, because catalogues with unknown owners are rejected. */
function findNetworkById(accounts: Catalogue["accounts"], id: number): number {
  const account = accounts.get(id);
  return account ? findNetwork(account) : COMMON_NETWORK;
}

/** Positions of each account's campaigns. */
function* groupByOwner(campaigns: readonly Campaign[]): Sliced<Map<number, number[]>> {
  const owned = new Map<number, number[]>();
  yield* forEachSliced(campaigns, ({ account }, position) => {
    getOrMake(owned, account, (): number[] => []).push(position);
  });
  return owned;
}
