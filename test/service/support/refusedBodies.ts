/** Bodies of the maximum size: a valid one per route, and invalid ones that are expensive to refuse. */

export const MAX_BODY = 64 * 1024;

export interface Bodies {
  valid: string;
  /** Invalid bodies by their mistake. */
  refused: Readonly<Record<string, string>>;
}

/** Creates the largest body that is at most 64 KB by searching for `count`. */
function fill(make: (count: number) => object | string, most = MAX_BODY): string {
  const write = (count: number) => {
    const body = make(count);
    return typeof body === "string" ? body : JSON.stringify(body);
  };
  let [least, beyond] = [0, most];
  while (beyond - least > 1) {
    const middle = Math.floor((least + beyond) / 2);
    if (write(middle).length <= MAX_BODY) least = middle;
    else beyond = middle;
  }
  return write(least);
}

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const createFields = (count: number, value: unknown = 1) =>
  Object.fromEntries(times(count, (at) => [`field${at}`, value]));
const LONG_KEYS = 30;
const createLongKeys = (length: number) =>
  Object.fromEntries(times(LONG_KEYS, (at) => [`${at}`.padEnd(length, "k"), 1]));
/** Writes deeply nested lists as text, since a recursive serializer would overflow the stack. */
const nest = (start: string, depth: number) => `${start}${"[".repeat(depth)}${"]".repeat(depth)}}`;

// ── POST /v1/placement ──────────────────────────────────────────────────────────────────────────────────────────────

const ZONES = 100;
const user = { ip: "192.0.2.1", ua: "Mozilla/5.0", language: "en-us", referer: "https://news.example/a" };
const createZones = (pairs: number) =>
  times(ZONES, (at) => ({
    id: at + 1,
    sub: at,
    keywords: "shoes,running",
    custom_targeting: createFields(pairs, "value"),
  }));

export const PLACEMENT: Bodies = {
  valid: fill((pairs) => ({ user, zones: createZones(pairs) }), 51),
  refused: {
    "a wrong field in the last zone": fill((pairs) => {
      const zones: object[] = createZones(pairs);
      return { user, zones: zones.with(-1, { ...zones[0], id: "x" }) };
    }, 51),
    "wrong fields in every zone": fill((count) => ({
      user,
      zones: times(ZONES, () => ({ id: "x", ...createFields(count) })),
    })),
    "unknown fields": fill((count) => ({ user, zones: [{ id: 1 }], ...createFields(count) })),
    "long keys": fill((length) => ({ user, zones: [{ id: 1 }], ...createLongKeys(length) })),
    "a long value": fill((length) => ({ user: { ua: "u".repeat(length) }, zones: [{ id: 1 }] })),
    "long values of custom targeting": fill((length) => ({
      user,
      zones: [{ id: 1, custom_targeting: createFields(50, "v".repeat(length)) }],
    })),
    "lists within lists": fill((depth) => nest('{"user":{},"zones":', depth)),
    "too many zones": fill((count) => ({ user, zones: times(count, (at) => ({ id: at + 1 })) })),
  },
};

// ── POST /v2/statistics/a/global ────────────────────────────────────────────────────────────────────────────────────

const ID_FILTERS = [
  ...[
    "campaign_id",
    "variation_id",
    "zone_id",
    "site_id",
    "offer_id",
    "browser_id",
    "region_id",
    "device_id",
  ],
  ...["carrier_id", "category_id"],
];
const MAX_VALUES = 1000;
const filterBy = (count: number, value: (at: number) => unknown) =>
  Object.fromEntries(ID_FILTERS.map((key) => [key, times(count, value)]));

export const STATISTICS: Bodies = {
  valid: fill((count) => ({ filter: filterBy(count, (at) => 100_000 + at), group_by: ["date"] }), MAX_VALUES),
  refused: {
    "a wrong last id": fill((count) => {
      const filter = filterBy(count, (at) => 100_000 + at);
      return { filter: { ...filter, zone_id: times(count, () => -1) }, group_by: ["date"] };
    }, MAX_VALUES),
    "texts as ids": fill(
      (count) => ({ filter: filterBy(count, () => "abc"), group_by: ["date"] }),
      MAX_VALUES,
    ),
    "unknown fields": fill((count) => ({ group_by: ["date"], ...createFields(count) })),
    "unknown filters": fill((count) => ({ group_by: ["date"], filter: createFields(count, [1]) })),
    "long keys": fill((length) => ({ group_by: ["date"], filter: createLongKeys(length) })),
    "long names": fill((length) => ({ group_by: times(4, (at) => `${at}`.repeat(length)) })),
    "long countries": fill((length) => ({
      filter: { country_iso: times(30, (at) => `${at}`.repeat(length)) },
    })),
    "many groupings": fill((count) => ({ group_by: times(count, (at) => `g${at}`) })),
    "many orders": fill((count) => ({ group_by: ["date"], order_by: times(count, () => ({ field: "x" })) })),
    "many blocks": fill((count) => ({ group_by: ["date"], projection: createFields(count, ["x"]) })),
  },
};

// ── POST /v2/campaigns ──────────────────────────────────────────────────────────────────────────────────────────────

const createCreatives = (count: number, url: unknown = "https://shop.example/") =>
  times(count, (at) => ({ name: `${at}`, size: "300x250", image: "https://cdn.example/a.png", url }));
const campaign = (more: object) => ({
  account: 2,
  name: "Campaign",
  pricing: { model: "cpm", price: "1" },
  variations: createCreatives(1),
  ...more,
});

/** For a catalogue with the network 3, its advertiser 2 and a zone of 300x250. */
export const MANAGEMENT: Bodies = {
  valid: fill((count) => {
    const words = times(1000, (at) => `word${at}`);
    const values = times(count, (at) => `value${at}`);
    const targeting = { custom: createFields(50, values) };
    return campaign({
      keywords: words,
      negativeKeywords: words,
      targeting,
      variations: createCreatives(100),
    });
  }, 101),
  refused: {
    "a wrong last creative": fill((count) =>
      campaign({ variations: [...createCreatives(count), ...createCreatives(1, "ftp://shop.example/")] }),
    ),
    "wrong creatives": fill((count) => campaign({ variations: createCreatives(count, 1) })),
    "creatives without fields": fill((count) =>
      campaign({ variations: times(count, () => ({ size: "300x250" })) }),
    ),
    "unknown fields": fill((count) => campaign(createFields(count))),
    "long keys": fill((length) => campaign(createLongKeys(length))),
    "wrong keywords": fill((count) => campaign({ keywords: times(count, () => ",") })),
    "long countries": fill((length) =>
      campaign({ targeting: { countries: times(30, (at) => `${at}`.repeat(length)) } }),
    ),
    "sites that do not exist": fill((count) =>
      campaign({ targeting: { sites: times(count, (at) => 1000 + at) } }),
    ),
    "many custom keys": fill((count) => campaign({ targeting: { custom: createFields(count, ["x"]) } })),
  },
};
