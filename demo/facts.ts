/**
 * Statistics of the demo's accounts up to the current hour: invented and deterministic, with the rhythm of real hours
 * and weekdays. Real events of the demo are added to them.
 *
 * Everything is computed inside the database. Random numbers are hashes of the seed and the row, so an hour is the same
 * whenever it is generated.
 */
import { join } from "node:path";
import { type Catalogue, loadCatalogue } from "../src/service/catalogue/catalogue.ts";
import { noteDays } from "../src/service/duckdb/dailySums.ts";
import { openStore } from "../src/service/duckdb/duckdbStore.ts";
import type { Store } from "../src/service/facts/eventStore.ts";
import {
  adTypes,
  browsers,
  devices,
  deviceTypes,
  languages,
  operatingSystems,
} from "../src/service/values/visitorDimensions.ts";

const CATALOGUE = join(import.meta.dirname, "catalogue.json");
const DAYS = 120;
const SEED = 20_260_401;
const DAY_MS = 86_400_000;

const AD_TYPES = { banner: "Banner", video: "Video", push: "Web push" };

/** By zone: ad requests per day, share of filled requests, and readiness to click. */
const ZONES: Record<
  number,
  { volume: number; fill: number; clicks: number; kind?: "video" | "push"; subs?: number }
> = {
  101: { volume: 16800, fill: 0.97, clicks: 0.8 },
  102: { volume: 12400, fill: 0.96, clicks: 1.3 },
  103: { volume: 14400, fill: 0.93, clicks: 1.2, subs: 4 },
  104: { volume: 7600, fill: 0.81, clicks: 0.5 },
  105: { volume: 1680, fill: 0.88, clicks: 1.8 },
  106: { volume: 3040, fill: 0.42, clicks: 0.9 },
  111: { volume: 3520, fill: 0.71, clicks: 2.2, kind: "video" },
  121: { volume: 9600, fill: 0.99, clicks: 2.9, kind: "push" },
  201: { volume: 11600, fill: 0.9, clicks: 1.4, subs: 6 },
  202: { volume: 4600, fill: 0.87, clicks: 1.1 },
  301: { volume: 6800, fill: 0.94, clicks: 0.7 },
  302: { volume: 2560, fill: 0.76, clicks: 0.4 },
  401: { volume: 10400, fill: 0.91, clicks: 1.5 },
  402: { volume: 8800, fill: 0.95, clicks: 0.7 },
  411: { volume: 5200, fill: 0.84, clicks: 1.2 },
  412: { volume: 4400, fill: 0.92, clicks: 0.8 },
  501: { volume: 11200, fill: 0.67, clicks: 0.6 },
};

/** By campaign: weight, clicks per hundred impressions, and its first and last day as days ago. */
const CAMPAIGNS: Record<
  number,
  { weight: number; ctr: number; began?: number; ended?: number; rtb?: boolean }
> = {
  301: { weight: 9, ctr: 0.42, began: 52, rtb: true },
  302: { weight: 5, ctr: 0.61 },
  303: { weight: 7, ctr: 0.33, ended: 38 },
  304: { weight: 6, ctr: 0.55, ended: 71 },
  401: { weight: 8, ctr: 0.37, rtb: true },
  402: { weight: 3, ctr: 0.72 },
  501: { weight: 6, ctr: 0.48 },
  601: { weight: 4, ctr: 0.66, began: 89 },
  701: { weight: 2, ctr: 0.81 },
  702: { weight: 3, ctr: 0.39 },
  801: { weight: 3, ctr: 0.52 },
  802: { weight: 5, ctr: 0.21, rtb: true },
  901: { weight: 10, ctr: 0.3 },
};

/** Kinds of visitors: share, readiness to click, and hours ahead of UTC. */
const VISITORS = [
  createVisitor("mobile", "Apple iPhone", "iOS", "Safari", "en", "GBR", 2, 0.19, 1.2, 0, { carrier: 2 }),
  createVisitor("mobile", "Samsung phone", "Android", "Chrome", "en", "GBR", 1, 0.17, 1.3, 0, { carrier: 2 }),
  createVisitor("desktop", "Computer", "Windows", "Chrome", "en", "GBR", 2, 0.14, 0.7, 0, { adblock: false }),
  createVisitor("desktop", "Apple Mac", "macOS", "Safari", "en", "USA", 7, 0.11, 0.7, -5, { adblock: false }),
  createVisitor("mobile", "Google Pixel", "Android", "Chrome", "en", "USA", 8, 0.08, 1.2, -8, { carrier: 3 }),
  createVisitor("mobile", "Apple iPhone", "iOS", "Safari", "nb", "NOR", 3, 0.1, 1.1, 1, { carrier: 1 }),
  createVisitor("desktop", "Computer", "Windows", "Firefox", "fr", "FRA", 5, 0.08, 0.6, 1, { adblock: true }),
  createVisitor("tablet", "Apple iPad", "iOS", "Safari", "es", "ESP", 6, 0.07, 0.9, 1),
  createVisitor("desktop", "Computer", "Linux", "Firefox", "de", "DEU", null, 0.06, 0.5, 1, {
    adblock: true,
  }),
] as const;

function createVisitor(
  type: string,
  device: string,
  system: string,
  browser: string,
  language: string,
  country: string,
  region: number | null,
  share: number,
  clicks: number,
  ahead: number,
  more: { carrier?: number; adblock?: boolean } = {},
) {
  return {
    device_type_id: deviceTypes.id(type) ?? null,
    device_id: devices.id(device) ?? null,
    operating_system_id: operatingSystems.id(system) ?? null,
    browser_id: browsers.id(browser) ?? null,
    language_id: languages.id(language) ?? null,
    country_iso: country,
    region_id: region,
    carrier_id: more.carrier ?? null,
    adblock: more.adblock ?? null,
    share,
    eager: clicks,
    ahead,
  };
}

/** Share of a day's visits by hour of the visitor's clock, midnight first; the sum is 100. */
const HOURS = [
  1.2, 0.7, 0.4, 0.3, 0.4, 0.9, 2.6, 5.1, 6.4, 5.6, 5, 5, 5.7, 5.6, 4.8, 4.6, 4.8, 5.4, 6.2, 7.1, 7.6, 6.8,
  4.9, 2.9,
];
/** Weights by day of the ISO week: outdoors and food are weekend reading, news is not. */
const WEEK: Record<number, number[]> = {
  1: [0.86, 0.84, 0.88, 0.95, 1.08, 1.24, 1.3],
  2: [0.9, 0.9, 0.93, 0.98, 1.05, 1.1, 1.18],
  3: [0.88, 0.86, 0.9, 1, 1.14, 1.22, 1.1],
  4: [1.1, 1.12, 1.1, 1.06, 1, 0.78, 0.74],
};

/**
 * Adds the missing hours up to the current one to a folder of events that no service uses. Resolves with the number of
 * hours added.
 */
export async function loadDemoFacts(folder: string, now = new Date()): Promise<number> {
  const catalogue = await loadCatalogue(CATALOGUE);
  const store = await openStore({ folder });
  try {
    return await addDemoFacts(store, catalogue, now);
  } finally {
    await store.close();
  }
}

/** Does the same for an open store, starting this many days ago. */
export async function addDemoFacts(
  store: Pick<Store, "transaction">,
  catalogue: Catalogue,
  now = new Date(),
  span = DAYS,
): Promise<number> {
  const today = Math.floor(now.getTime() / DAY_MS);
  const hour = now.getUTCHours();
  return store.transaction(async ({ query }) => {
    // Number of generated hours per day. A folder of an earlier demo has only whole days.
    await query("CREATE TABLE IF NOT EXISTS demo_days (day DATE)");
    await query("ALTER TABLE demo_days ADD COLUMN IF NOT EXISTS hours INTEGER DEFAULT 24");
    const missing = await query<MissingHours>(
      `SELECT * FROM (
         SELECT range::INTEGER AS number, coalesce(max(hours), 0)::INTEGER AS begin,
           CASE WHEN range = ${today} THEN ${hour + 1} ELSE 24 END AS finish
         FROM range(${today - span}, ${today + 1}) LEFT JOIN demo_days ON day = DATE '1970-01-01' + range::INTEGER
         GROUP BY range
       ) WHERE begin < finish`,
    );
    if (missing.length === 0) return 0;
    for (const sql of composeStatements(catalogue, missing, today)) await query(sql);
    return missing.reduce((hours, { begin, finish }) => hours + finish - begin, 0);
  });
}

/** Missing hours of a day (number since 1970): from one hour up to another. */
type MissingHours = Record<"number" | "begin" | "finish", number>;

type Cell = string | number | boolean | null;

/** A table of constants. */
function createTable(name: string, rows: readonly Record<string, Cell>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const cell = (value: Cell | undefined) => {
    if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
    // Binary fractions are multiplied many times faster than decimals.
    return typeof value === "number" && !Number.isInteger(value) ? `${value}e0` : String(value ?? null);
  };
  const lines = rows.map((row) => `(${columns.map((column) => cell(row[column])).join(", ")})`);
  return `CREATE OR REPLACE TEMP TABLE ${name} AS FROM (VALUES ${lines.join(", ")}) AS t(${columns.join(", ")})`;
}

function composeConstants(
  { data, sites }: Catalogue,
  missing: readonly MissingHours[],
  today: number,
): string[] {
  const zones = data.zones.flatMap(({ id, site, size }) => {
    const place = sites.get(site);
    const traits = ZONES[id] ?? { volume: 4000, fill: 0.85, clicks: 1 };
    if (!place) return [];
    return [
      {
        zone_id: id,
        site_id: site,
        site_hostname: place.hostname,
        publisher_id: place.account,
        category_id: place.category ?? null,
        size,
        part: Number(place.publisherShare ?? 0.7),
        volume: traits.volume,
        fill: traits.fill,
        tempting: traits.clicks,
        subs: traits.subs ?? 0,
        ad_type: adTypes.id(AD_TYPES[traits.kind ?? "banner"]) ?? null,
        kind: traits.kind ?? "banner",
      },
    ];
  });
  const findNetwork = (account: number) => data.accounts.find(({ id }) => id === account)?.network ?? null;
  const campaigns = data.campaigns.map(({ id, account, pricing, offer, offerLandingPage }) => {
    const traits = CAMPAIGNS[id] ?? { weight: 4, ctr: 0.4 };
    return {
      campaign_id: id,
      advertiser_id: account,
      network: findNetwork(account),
      offer_id: offer ?? null,
      offer_landing_page_id: offerLandingPage ?? null,
      cpm: pricing.model === "cpm" ? Number(pricing.price) : 0,
      cpc: pricing.model === "cpc" ? Number(pricing.price) : 0,
      weight: traits.weight,
      ctr: traits.ctr / 100,
      began: traits.began ?? DAYS + 1,
      ended: traits.ended ?? -1,
      rtb: traits.rtb ?? false,
      goals: data.accounts.find((one) => one.id === account)?.goals ?? 0,
    };
  });
  const variations = data.campaigns.flatMap(({ id, variations: own }) =>
    own.map((variation) => ({ campaign_id: id, variation_id: variation.id, size: variation.size })),
  );
  return [
    createTable(
      "demo_new",
      missing.map((day) => ({ ...day, age: today - day.number })),
    ),
    createTable(
      "demo_zones",
      zones.map((zone) => ({ ...zone, network: findNetwork(zone.publisher_id) })),
    ),
    createTable("demo_campaigns", campaigns),
    createTable("demo_variations", variations),
    createTable(
      "demo_visitors",
      VISITORS.map((one, number) => ({ ...one, visitor: number })),
    ),
    createTable(
      "demo_hours",
      HOURS.map((share, hour) => ({ local_hour: hour, share: share / 100 })),
    ),
    createTable(
      "demo_week",
      Object.entries(WEEK).flatMap(([category, factors]) =>
        factors.map((factor, at) => ({ category_id: Number(category), weekday: at + 1, factor })),
      ),
    ),
  ];
}

/** SQL for a random number from 0 to 1 that depends on the seed, the row, and its purpose. */
const chance = (what: string, row = "number, hour, zone_id, visitor") =>
  `(hash(${SEED}, '${what}', ${row}) % 1000003) / 1000003e0`;
/** SQL for a whole number that equals the expected one on average. */
const about = (expected: string, what: string) => `floor((${expected}) + ${chance(what)})::BIGINT`;

function composeStatements(catalogue: Catalogue, missing: readonly MissingHours[], today: number): string[] {
  return [
    ...composeConstants(catalogue, missing, today),
    // Campaigns that compete for a zone on a day, each with an interval between 0 and 1.
    `CREATE OR REPLACE TEMP TABLE demo_lineup AS
     SELECT *, sum(pull) OVER up_to_it / sum(pull) OVER all_of_them AS upto,
       (sum(pull) OVER up_to_it - pull) / sum(pull) OVER all_of_them AS above
     FROM (
       SELECT number, z.zone_id, c.*, variation_id,
         weight * (0.6 + 0.8 * ${chance("taste", "z.zone_id, c.campaign_id")}) AS pull
       FROM demo_new CROSS JOIN demo_zones z JOIN demo_campaigns c USING (network)
         LEFT JOIN (SELECT campaign_id, size, min(variation_id) AS variation_id FROM demo_variations GROUP BY ALL) v
           ON v.campaign_id = c.campaign_id AND v.size = z.size
       WHERE age <= began AND age > ended AND (variation_id IS NOT NULL OR (kind <> 'banner' AND rtb))
     )
     WINDOW all_of_them AS (PARTITION BY number, zone_id),
       up_to_it AS (PARTITION BY number, zone_id ORDER BY campaign_id)`,
    // Ad requests of an hour from each kind of visitor, and how many of them were filled.
    `CREATE OR REPLACE TEMP TABLE demo_visits AS
     SELECT *, least(requests, ${about(`requests * fill * (0.96 + 0.08 * ${chance("fill", "number, zone_id")})`, "filled")}) AS answered
     FROM (
       SELECT number, age, hour, z.*, v.*, ${about(
         `volume * v.share * h.share * coalesce(factor, 1)
            * (1 + 0.16 * sin(2 * pi() * number / 365 + site_id) + 0.05 * sin(2 * pi() * number / 29))
            * (0.88 + 0.24 * ${chance("mood", "number, site_id")}) * (0.9 + 0.2 * ${chance("noise")})`,
         "requests",
       )} AS requests
       FROM demo_new CROSS JOIN demo_zones z CROSS JOIN demo_visitors v CROSS JOIN range(24) AS clock(hour)
         JOIN demo_hours h ON h.local_hour = (hour + ahead + 24) % 24
         LEFT JOIN demo_week w ON w.category_id = z.category_id AND w.weekday = isodow(${DAY})
       WHERE hour >= begin AND hour < finish
     ) WHERE requests > 0`,
    ...[insertAnswered(), insertUnanswered()],
    `INSERT INTO demo_days SELECT ${DAY}, finish FROM demo_new`,
    noteDays(`(SELECT ${DAY} AS time FROM demo_new)`),
    ...["new", "zones", "campaigns", "variations", "visitors", "hours", "week", "lineup", "visits"].map(
      (name) => `DROP TABLE demo_${name}`,
    ),
  ];
}

const DAY = "DATE '1970-01-01' + number::INTEGER";
const VISITOR_COLUMNS = `category_id, size, country_iso, region_id, language_id, browser_id, carrier_id, device_id,
  device_type_id, operating_system_id, adblock`;
const TIME = `${DAY} + to_hours(hour::INTEGER)`;
const SUB = `CASE WHEN subs > 0 THEN 1 + hash(${SEED}, number, hour, zone_id, visitor) % subs END`;
const PLACE = `publisher_id, site_id, site_hostname, zone_id, ${VISITOR_COLUMNS}`;

/** Reasons of requests without an ad. Budgets are spent in the evening; most campaigns are for British readers. */
const REASON = `CASE WHEN hour >= 18 AND lot < 0.35 THEN 'budget' WHEN country_iso <> 'GBR' AND lot < 0.6 THEN 'targeting.countries'
  WHEN lot > 0.85 THEN 'frequency' ELSE 'keywords' END`;

/** Inserts requests without an ad, which belong to no advertiser. */
function insertUnanswered(): string {
  return `INSERT INTO facts (time, sub, publisher_ad_type_id, ad_requests, filled, ${PLACE}, unfilled_reason, excluded_campaign_id,
      pub_rtb_queries, pub_rtb_success, pub_rtb_no_bid, pub_rtb_errors, pub_rtb_timeouts, pub_rtb_skipped, pub_rtb_wins,
      pub_rtb_total_time)
    SELECT ${TIME}, ${SUB}, ad_type, unmet, 0, ${PLACE}, reason, CASE WHEN reason IN ('budget', 'frequency') THEN limited END,
      unmet, 0, unmet - broken - late, broken, late, ${about("unmet * 0.2", "skipped")}, 0, unmet * 58 + late * 90
    FROM (SELECT *, unmet_requests AS unmet, least(unmet_requests // 2, ${about("unmet_requests * 0.015", "broken")}) AS broken,
      least(unmet_requests // 2, ${about("unmet_requests * 0.05", "late")}) AS late, ${REASON} AS reason
      FROM (SELECT *, requests - answered AS unmet_requests, ${chance("reason")} AS lot FROM demo_visits
        LEFT JOIN (SELECT number, zone_id, min(campaign_id) AS limited FROM demo_lineup GROUP BY ALL) USING (number, zone_id)
        WHERE requests > answered))`;
}

/** Inserts requests with an ad: impressions and what followed, as money and auctions. */
function insertAnswered(): string {
  const money = (expression: string) => `CAST(${expression} AS DECIMAL(18, 9))`;
  return `INSERT INTO facts (time, sub, publisher_ad_type_id, advertiser_ad_type_id, ${PLACE}, advertiser_id, campaign_id,
      variation_id, offer_id, offer_landing_page_id, ad_requests, filled, impressions, clicks, cost, publisher_revenue,
      video_impressions, video_views, wpn_sent, wpn_subscriptions, wpn_unsubscriptions, goal_1, goal_2,
      adv_rtb_queries, adv_rtb_success, adv_rtb_no_bid, adv_rtb_errors, adv_rtb_timeouts, adv_rtb_skipped, adv_rtb_wins,
      adv_rtb_total_time, adv_rtb_value, pub_rtb_queries, pub_rtb_success, pub_rtb_no_bid, pub_rtb_errors,
      pub_rtb_timeouts, pub_rtb_skipped, pub_rtb_wins, pub_rtb_total_time, pub_rtb_value)
    WITH shown AS (
      SELECT *, least(answered, ${about("answered * 0.975", "shown")}) AS seen
      FROM (SELECT *, ${chance("campaign")} AS lot FROM demo_visits WHERE answered > 0) v
        JOIN (SELECT * EXCLUDE (network, weight, pull) FROM demo_lineup) c USING (number, zone_id)
      WHERE lot >= above AND lot < upto
    ), clicked AS (
      SELECT *, least(seen, ${about("seen * ctr * tempting * eager * (1 - 0.002 * least(age, 60))", "clicks")}) AS clicks,
        CASE WHEN rtb THEN answered * 2 ELSE 0 END AS asked
      FROM shown
    ), paid AS (
      SELECT *, ${money("seen * cpm / 1000 + clicks * cpc")} AS cost, least(asked // 2, ${about("asked * 0.42", "bids")}) AS bids,
        least(asked // 8, ${about("asked * 0.03", "late")}) AS late, least(asked // 8, ${about("asked * 0.01", "broken")}) AS broken
      FROM clicked
    )
    SELECT ${TIME}, ${SUB}, ad_type, ad_type, ${PLACE}, advertiser_id, campaign_id, variation_id, offer_id,
      offer_landing_page_id, answered, answered, seen, clicks, cost, ${money("cost * part")},
      CASE WHEN kind = 'video' THEN seen ELSE 0 END,
      CASE WHEN kind = 'video' THEN least(seen, ${about("seen * 0.63", "views")}) ELSE 0 END,
      CASE WHEN kind = 'push' THEN answered ELSE 0 END,
      CASE WHEN kind = 'push' THEN ${about("answered * 0.021", "joined")} ELSE 0 END,
      CASE WHEN kind = 'push' THEN ${about("answered * 0.013", "left")} ELSE 0 END,
      CASE WHEN goals >= 1 THEN least(clicks, ${about("clicks * 0.07", "first goal")}) ELSE 0 END,
      CASE WHEN goals >= 2 THEN least(clicks, ${about("clicks * 0.018", "second goal")}) ELSE 0 END,
      asked, bids, asked - bids - late - broken, broken, late, ${about("asked * 0.09", "passed over")}, least(bids, seen),
      asked * 64 + late * 95, ${money("least(bids, seen) * 1.9 / 1000")},
      answered, answered, 0, 0, 0, ${about("answered * 0.06", "skipped")}, seen, answered * 58, cost
    FROM paid`;
}
