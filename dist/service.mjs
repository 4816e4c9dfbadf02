#!/usr/bin/env node

// src/service/main.ts
import { randomBytes as randomBytes3 } from "node:crypto";
import { text as text4 } from "node:stream/consumers";
import { Command as Command2 } from "commander";

// src/service/catalogue.ts
import { readFile } from "node:fs/promises";
import * as v from "valibot";

// src/protocol/statistics.ts
var ROLE_SEGMENTS = { advertiser: "a", publisher: "p" };
var GLOBAL = "global";
var BOTH = ["advertiser", "publisher"];
var ADVERTISER = ["advertiser"];
var PUBLISHER = ["publisher"];
var NONE = [];
function namesFor(table, role) {
  return Object.keys(table).filter((name) => table[name]?.roles.includes(role));
}
var MAX_GROUPINGS = 4;
var MAX_ORDERS = 2;
var DEFAULT_LIMIT = 50;
var MAX_LIMIT = 1e4;
var MAX_FILTER_VALUES = 1e3;
var DEFAULT_TIMEZONE = "America/New_York";
var MAX_GOALS = 10;
var GROUPINGS = {
  date: { label: "Date", kind: "time", roles: BOTH, order: BOTH },
  hour: { label: "Hour", kind: "time", roles: BOTH, order: BOTH },
  week: { label: "Week", kind: "time", roles: BOTH, order: BOTH },
  month: { label: "Month", kind: "time", roles: BOTH, order: BOTH },
  quarter: { label: "Quarter", kind: "time", roles: BOTH, order: BOTH },
  year: { label: "Year", kind: "time", roles: BOTH, order: BOTH },
  campaign_id: { label: "Campaign", kind: "id", roles: ADVERTISER, order: ADVERTISER },
  variation_id: { label: "Variation", kind: "id", roles: ADVERTISER, order: ADVERTISER },
  offer_id: { label: "Offer", kind: "id", roles: ADVERTISER, order: ADVERTISER },
  offer_landing_page_id: { label: "Landing page", kind: "id", roles: ADVERTISER, order: ADVERTISER },
  advertiser_ad_type_id: { label: "Ad type", kind: "id", roles: ADVERTISER, order: NONE },
  publisher_ad_type_id: { label: "Ad type", kind: "id", roles: PUBLISHER, order: NONE },
  site_id: { label: "Site", kind: "id", roles: BOTH, order: BOTH },
  site_hostname: { label: "Hostname", kind: "value", roles: ADVERTISER, order: ADVERTISER },
  zone_id: { label: "Zone", kind: "id", roles: BOTH, order: BOTH },
  sub: { label: "Sub ID", kind: "value", roles: BOTH, order: BOTH },
  size: { label: "Size", kind: "value", roles: BOTH, order: NONE },
  category_id: { label: "Category", kind: "id", roles: BOTH, order: BOTH },
  country_iso: { label: "Country", kind: "value", roles: BOTH, order: BOTH },
  region_id: { label: "Region", kind: "id", roles: BOTH, order: BOTH },
  language_id: { label: "Language", kind: "id", roles: BOTH, order: BOTH },
  browser_id: { label: "Browser", kind: "id", roles: BOTH, order: BOTH },
  operating_system_id: { label: "Operating system", kind: "id", roles: BOTH, order: BOTH },
  device_id: { label: "Device", kind: "id", roles: BOTH, order: BOTH },
  device_type_id: { label: "Device type", kind: "id", roles: BOTH, order: BOTH },
  carrier_id: { label: "Carrier", kind: "id", roles: BOTH, order: BOTH },
  adblock: { label: "Ad block", kind: "value", roles: BOTH, order: BOTH }
};
var SKIPPED_GROUPINGS = ["date", "site_id", "zone_id", "country_iso", "region_id", "sub"];
var FILTERS = {
  date_from: { form: "date", roles: BOTH },
  date_to: { form: "date", roles: BOTH },
  adblock: { form: "adblock", roles: BOTH },
  advertiser_ad_type_id: { form: "ids", roles: ADVERTISER },
  browser_id: { form: "ids", roles: BOTH },
  campaign_id: { form: "ids", roles: ADVERTISER },
  carrier_id: { form: "ids", roles: BOTH },
  category_id: { form: "ids", roles: BOTH },
  country_iso: { form: "countries", roles: BOTH },
  device_id: { form: "ids", roles: BOTH },
  device_type_id: { form: "ids", roles: BOTH },
  exclude_deleted: { form: "flag", roles: ADVERTISER },
  hour: { form: "hours", roles: BOTH },
  language_id: { form: "ids", roles: BOTH },
  offer_id: { form: "ids", roles: ADVERTISER },
  offer_landing_page_id: { form: "ids", roles: ADVERTISER },
  operating_system_id: { form: "ids", roles: BOTH },
  publisher_ad_type_id: { form: "ids", roles: PUBLISHER },
  region_id: { form: "ids", roles: BOTH },
  site_hostname: { form: "hostnames", roles: BOTH },
  site_id: { form: "ids", roles: BOTH },
  size: { form: "sizes", roles: BOTH },
  sub: { form: "integers", roles: BOTH },
  variation_id: { form: "ids", roles: ADVERTISER },
  zone_id: { form: "ids", roles: BOTH }
};
var ALL = ["advertiser", "publisher", "network"];
var BUYERS = ["advertiser", "network"];
var SELLERS = ["publisher", "network"];
var NETWORK = ["network"];
function sum(label, unit, accounts, ...terms) {
  return { label, unit, accounts, sum: terms };
}
function ratio(label, unit, accounts, times, of, per) {
  return { label, unit, accounts, times, of, per, whenZero: 0 };
}
var BASE = {
  impressions: sum("Impressions", "count", ALL, "impressions"),
  clicks: sum("Clicks", "count", ALL, "clicks"),
  cost: sum("Cost", "money", BUYERS, "cost"),
  revenue: sum("Revenue", "money", SELLERS, "publisher_revenue"),
  cpc: ratio("CPC", "money", ALL, 1, ["own_money"], ["clicks"]),
  cpm: ratio("CPM", "money", ALL, 1e3, ["own_money"], ["impressions"]),
  ctr: ratio("CTR", "percent", ALL, 100, ["clicks"], ["impressions"]),
  ad_requests: sum("Ad requests", "count", ALL, "ad_requests"),
  /** Share of ad requests that an ad answered. */
  fill_rate: ratio("Fill rate", "percent", ALL, 100, ["filled"], ["ad_requests"]),
  ad_requests_rpm: ratio("Request RPM", "money", ALL, 1e3, ["own_money"], ["ad_requests"]),
  publisher_revenue: sum("Publisher revenue", "money", NETWORK, "publisher_revenue"),
  network_revenue: sum("Network revenue", "money", NETWORK, "cost", "-publisher_revenue"),
  /** Share of what advertisers pay that stays with the network. */
  margin: ratio("Margin", "percent", NETWORK, 100, ["cost", "-publisher_revenue"], ["cost"])
};
var VIDEO = {
  impressions: sum("Video impressions", "count", ALL, "video_impressions"),
  views: sum("Video views", "count", ALL, "video_views"),
  cpv: ratio("CPV", "money", ALL, 1, ["own_money"], ["video_views"]),
  vtr: ratio("View-through rate", "percent", ALL, 100, ["video_views"], ["video_impressions"])
};
var WPN = {
  sent: sum("Notifications sent", "count", SELLERS, "wpn_sent"),
  subscriptions: sum("Subscriptions", "count", SELLERS, "wpn_subscriptions"),
  unsubscriptions: sum("Unsubscriptions", "count", SELLERS, "wpn_unsubscriptions")
};
var RTB = {
  /** Bid requests sent. */
  queries: sum("Queries", "count", ALL, "rtb_queries"),
  /** Queries answered with a bid. */
  success: sum("Bids", "count", ALL, "rtb_success"),
  no_bid: sum("No bid", "count", ALL, "rtb_no_bid"),
  errors: sum("Errors", "count", ALL, "rtb_errors"),
  timeouts: sum("Timeouts", "count", ALL, "rtb_timeouts"),
  /** Queries that were not sent. */
  skipped: sum("Skipped", "count", ALL, "rtb_skipped"),
  wins: sum("Wins", "count", ALL, "rtb_wins"),
  /** Money of the auctions won. */
  value: sum("Value", "money", ALL, "rtb_value"),
  total_time: sum("Total time", "milliseconds", ALL, "rtb_total_time"),
  avg_total_time: ratio("Average time", "milliseconds", ALL, 1, ["rtb_total_time"], ["rtb_queries"]),
  avg_cpm: ratio("Average CPM", "money", ALL, 1e3, ["rtb_value"], ["rtb_wins"]),
  bid_response_ratio: ratio("Bid rate", "percent", ALL, 100, ["rtb_success"], ["rtb_queries"]),
  no_bid_ratio: ratio("No-bid rate", "percent", ALL, 100, ["rtb_no_bid"], ["rtb_queries"]),
  errors_ratio: ratio("Error rate", "percent", ALL, 100, ["rtb_errors"], ["rtb_queries"]),
  timeouts_ratio: ratio("Timeout rate", "percent", ALL, 100, ["rtb_timeouts"], ["rtb_queries"]),
  /** Share of all queries, sent or not, that were skipped. */
  skipped_ratio: ratio("Skip rate", "percent", ALL, 100, ["rtb_skipped"], ["rtb_queries", "rtb_skipped"]),
  win_ratio: ratio("Win rate", "percent", ALL, 100, ["rtb_wins"], ["rtb_success"])
};
var BLOCKS = {
  base: { label: "Base", roles: BOTH, metrics: BASE },
  rtb: { label: "RTB", roles: BOTH, metrics: RTB },
  video: { label: "Video", roles: BOTH, metrics: VIDEO },
  wpn: { label: "Web push", roles: PUBLISHER, metrics: WPN },
  goals: { label: "Goals", roles: ADVERTISER, metrics: {} }
};
var RTB_PREFIXES = { adv_: "advertiser", pub_: "publisher" };
function blocksOf({ role, goals }) {
  return namesFor(BLOCKS, role).filter((block) => block !== "goals" || goals > 0);
}
function metricsOf(block, viewer) {
  if (block === "goals") return goalMetrics(viewer.goals);
  const metrics3 = BLOCKS[block].metrics;
  const seen = Object.entries(metrics3).filter(([, metric]) => metric.accounts.includes(viewer.kind));
  if (block !== "rtb" || viewer.kind !== "network") return Object.fromEntries(seen);
  const prefixed = Object.keys(RTB_PREFIXES).flatMap(
    (prefix) => seen.map(([name, metric]) => [prefix + name, ofSide(metric, prefix)])
  );
  return Object.fromEntries([...seen, ...prefixed]);
}
function goalMetrics(goals) {
  const metrics3 = {};
  for (let goal = 1; goal <= goals; goal++) {
    metrics3[`g${goal}`] = sum(`Goal ${goal}`, "count", BUYERS, `goal_${goal}`);
    metrics3[`ecpa${goal}`] = ratio(`eCPA ${goal}`, "money", BUYERS, 1, ["cost"], [`goal_${goal}`]);
  }
  return metrics3;
}
function ofSide(metric, prefix) {
  const terms = (list2) => list2.map((term) => prefix + term);
  const label = `${metric.label} (${prefix === "adv_" ? "advertiser" : "publisher"})`;
  return {
    ...metric,
    label,
    ...metric.sum && { sum: terms(metric.sum) },
    ...metric.of && { of: terms(metric.of) },
    ...metric.per && { per: terms(metric.per) }
  };
}
function counterOf(term, role) {
  const minus = term.startsWith("-");
  const name = minus ? term.slice(1) : term;
  if (name === "own_money") return { counter: role === "advertiser" ? "cost" : "publisher_revenue", minus };
  if (!name.startsWith("rtb_")) return { counter: name, minus };
  return { counter: `${role === "advertiser" ? "adv_" : "pub_"}${name}`, minus };
}
var ORDER_METRICS = {
  cpc: ["base", "cpc"],
  cpm: ["base", "cpm"],
  cpv: ["video", "cpv"],
  ctr: ["base", "ctr"],
  clicks: ["base", "clicks"],
  impressions: ["base", "impressions"],
  video_impressions: ["video", "impressions"],
  video_views: ["video", "views"],
  vtr: ["video", "vtr"],
  rtb_win_ratio: ["rtb", "win_ratio"],
  rtb_avg_total_time: ["rtb", "avg_total_time"],
  rtb_skipped: ["rtb", "skipped"],
  rtb_bid_response_ratio: ["rtb", "bid_response_ratio"],
  rtb_avg_cpm: ["rtb", "avg_cpm"],
  rtb_timeouts_ratio: ["rtb", "timeouts_ratio"],
  /** As the specification spells it; `rtb_errors_ratio` means the same. */
  rt_errors_ratio: ["rtb", "errors_ratio"],
  rtb_errors_ratio: ["rtb", "errors_ratio"],
  rtb_no_bid_ratio: ["rtb", "no_bid_ratio"],
  rtb_skipped_ratio: ["rtb", "skipped_ratio"]
};
function orderGroupingsOf(role) {
  const names = Object.keys(GROUPINGS);
  return names.filter((name) => GROUPINGS[name].order.includes(role));
}

// src/service/countries.ts
import { createRequire } from "node:module";
import countries from "i18n-iso-countries";
countries.registerLocale(createRequire(import.meta.url)("i18n-iso-countries/langs/en.json"));
var ALL2 = Object.entries(countries.getAlpha2Codes()).map(([iso2, iso3]) => ({
  id: Number(countries.alpha2ToNumeric(iso2)),
  iso2,
  iso3,
  name: countries.getName(iso2, "en") ?? iso2
})).sort((a, b) => a.name.localeCompare(b.name, "en"));
var BY_ISO3 = new Map(ALL2.map((country) => [country.iso3, country]));
var ISO3_BY_ISO2 = new Map(ALL2.map(({ iso2, iso3 }) => [iso2, iso3]));
function allCountries() {
  return ALL2;
}
function countryOf(iso3) {
  return BY_ISO3.get(iso3);
}
function knownCountry(iso3) {
  return BY_ISO3.has(iso3);
}
function toIso3(iso2) {
  return ISO3_BY_ISO2.get(iso2);
}

// src/service/day.ts
function isDay(day2) {
  const time = Date.parse(`${day2}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day2);
}

// src/service/dimensions.ts
var BROWSERS = [
  "Chrome",
  "Safari",
  "Microsoft Edge",
  "Firefox",
  "Opera",
  "Samsung Internet for Android",
  "Android Browser",
  "Brave",
  "Vivaldi",
  "Yandex Browser",
  "UC Browser",
  "DuckDuckGo",
  "Internet Explorer",
  "Chromium",
  "Amazon Silk",
  "HeyTap Browser",
  "Vivo Browser",
  "MZ Browser",
  "QQ Browser",
  "QQ Browser Lite",
  "WeChat",
  "Sogou Browser",
  "NAVER Whale Browser",
  "Google Search",
  "Focus",
  "Electron",
  "Maxthon",
  "Puffin",
  "Opera Touch",
  "Opera Coast",
  "LibreWolf",
  "Pale Moon",
  "SeaMonkey",
  "Epiphany",
  "Ladybird",
  "WebOS Browser",
  "Tizen",
  "Roku",
  "BlackBerry",
  "Sleipnir",
  "Swing",
  "K-Meleon",
  "QupZilla",
  "Sailfish",
  "PhantomJS"
];
var OPERATING_SYSTEMS = [
  "Windows",
  "macOS",
  "iOS",
  "Android",
  "Linux",
  "Chrome OS",
  "HarmonyOS",
  "Windows Phone",
  "Tizen",
  "WebOS",
  "Roku",
  "PlayStation 4",
  "BlackBerry",
  "Bada"
];
var DEVICE_TYPES = ["desktop", "mobile", "tablet", "tv", "bot"];
var DEVICES = [
  "Computer",
  "Apple Mac",
  "Apple iPhone",
  "Apple iPad",
  "Apple iPod",
  "Samsung phone",
  "Samsung tablet",
  "Google Pixel",
  "Xiaomi phone",
  "Huawei phone",
  "OnePlus phone",
  "Motorola phone",
  "Oppo phone",
  "Vivo phone",
  "Amazon tablet",
  "Other phone",
  "Other tablet",
  "Television",
  "Robot"
];
var LANGUAGES = "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu".split(
  " "
);
var AD_TYPES = ["Banner", "Video", "Web push", "Native", "Popunder", "Direct link"];
function dictionary(names, label = (name) => name) {
  const ids = new Map(names.map((name, at) => [name.toLowerCase(), at + 1]));
  return {
    id: (name) => ids.get(name.toLowerCase()),
    name: (id2) => names[id2 - 1] === void 0 ? void 0 : label(names[id2 - 1]),
    entries: () => names.map((name, at) => ({ id: at + 1, name: label(name) }))
  };
}
var languageNames = new Intl.DisplayNames(["en"], { type: "language" });
var browsers = dictionary(BROWSERS);
var operatingSystems = dictionary(OPERATING_SYSTEMS);
var deviceTypes = dictionary(DEVICE_TYPES);
var devices = dictionary(DEVICES);
var adTypes = dictionary(AD_TYPES);
var languages = dictionary(LANGUAGES, (code) => languageNames.of(code) ?? code);

// src/service/money.ts
var PLACES = 9;
var UNIT = 10n ** BigInt(PLACES);
function parseMoney(text5) {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text5);
  if (!match) return void 0;
  return BigInt(match[1] ?? 0) * UNIT + BigInt((match[2] ?? "").padEnd(PLACES, "0"));
}
function formatMoney(nano) {
  const sign = nano < 0n ? "-" : "";
  const digits = (nano < 0n ? -nano : nano).toString().padStart(PLACES + 1, "0");
  return `${sign}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

// src/service/secrets.ts
import { createHash, randomBytes, scrypt as scryptCallback, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
var scrypt = promisify(scryptCallback);
var SALT_BYTES = 16;
var HASH_BYTES = 32;
var PASSWORD_FORM = /^scrypt:[\w-]{22}:[\w-]{43}$/;
var TOKEN_FORM = /^sha256:[0-9a-f]{64}$/;
async function hashPassword(password) {
  const salt = randomBytes(SALT_BYTES);
  const hash2 = await scrypt(password.normalize("NFKC"), salt, HASH_BYTES);
  return `scrypt:${salt.toString("base64url")}:${hash2.toString("base64url")}`;
}
async function verifyPassword(password, kept) {
  const [, salt = "", hash2 = ""] = (kept ?? "").split(":");
  const expected = Buffer.from(hash2, "base64url");
  const actual = await scrypt(password.normalize("NFKC"), Buffer.from(salt, "base64url"), HASH_BYTES);
  return expected.length === HASH_BYTES && timingSafeEqual(actual, expected);
}
function hashToken(token) {
  return `sha256:${createHash("sha256").update(token).digest("hex")}`;
}

// src/service/catalogue.ts
var id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
var smallId = v.pipe(id, v.maxValue(2147483647));
var text = v.pipe(v.string(), v.minLength(1), v.maxLength(500));
var keyword = v.pipe(text, v.regex(/[\p{L}\p{N}]/u, "expected a word or a phrase"));
var count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
var size = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,4}x[1-9]\d{0,4}$/, 'expected WIDTHxHEIGHT such as "300x250"')
);
var day = v.pipe(
  v.string(),
  v.isoDate("expected a day as YYYY-MM-DD"),
  v.check((value) => !v.ISO_DATE_REGEX.test(value) || isDay(value), "there is no such day")
);
var money = (places) => v.pipe(
  v.string(),
  v.check((value) => parseMoney(value) !== void 0 && decimals(value) <= places, decimal(places))
);
var decimal = (places) => `expected a decimal number as text with at most ${places} places`;
var decimals = (value) => value.split(".")[1]?.length ?? 0;
var share = v.pipe(
  v.string(),
  v.regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'expected a share such as "0.70"')
);
var webAddress = v.pipe(v.string(), v.check(isWebAddress, "expected an http or https address"));
var imageAddress = v.pipe(
  v.string(),
  v.check(
    (value) => isWebAddress(value) || /^\/(?![/\\])/.test(value),
    "expected an http or https address, or a path that starts with /"
  )
);
var known = (what, has) => v.pipe(
  v.string(),
  v.check(has, (issue) => `unknown ${what} ${JSON.stringify(issue.input)}`)
);
var account = v.strictObject({
  id: smallId,
  name: text,
  role: v.picklist(["advertiser", "publisher", "network"]),
  /** The network account that sees this one. */
  network: v.optional(smallId),
  username: v.optional(text),
  password: v.optional(v.pipe(v.string(), v.regex(PASSWORD_FORM, "expected what `hash-password` prints"))),
  apiTokens: v.optional(
    v.array(v.pipe(v.string(), v.regex(TOKEN_FORM, "expected what `make-token` prints"))),
    []
  ),
  /** How many conversion goals the account tracks. */
  goals: v.optional(v.pipe(count, v.maxValue(MAX_GOALS)), 0),
  currency: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'expected a code such as "USD"')), "USD")
});
var named = v.strictObject({ id: smallId, name: text });
var site = v.strictObject({
  id: smallId,
  account: smallId,
  name: text,
  hostname: v.pipe(v.string(), v.regex(/^[a-z0-9.-]{1,253}$/, "expected a-z, 0-9, hyphen and dot")),
  category: v.optional(smallId),
  publisherShare: v.optional(share)
});
var zone = v.strictObject({ id, site: smallId, name: text, size });
var variation = v.strictObject({
  id: smallId,
  name: v.optional(text),
  image: imageAddress,
  size,
  /** Where a click leads. */
  url: webAddress,
  weight: v.optional(v.pipe(count, v.minValue(1)), 1)
});
var targeting = v.strictObject({
  /** A zone must give each of these keys, with one of these values. */
  custom: v.optional(v.record(v.string(), v.pipe(v.array(v.string()), v.minLength(1))), {}),
  /** ISO 3166-1 alpha-3 */
  countries: v.optional(v.array(known("country", knownCountry)), []),
  languages: v.optional(v.array(known("language", (name) => languages.id(name) !== void 0)), []),
  deviceTypes: v.optional(v.array(known("device type", (name) => deviceTypes.id(name) !== void 0)), []),
  operatingSystems: v.optional(
    v.array(known("operating system", (name) => operatingSystems.id(name) !== void 0)),
    []
  ),
  browsers: v.optional(v.array(known("browser", (name) => browsers.id(name) !== void 0)), []),
  sites: v.optional(v.array(smallId), []),
  zones: v.optional(v.array(id), []),
  categories: v.optional(v.array(smallId), [])
});
var campaign = v.strictObject({
  id: smallId,
  account: smallId,
  name: text,
  active: v.optional(v.boolean(), true),
  /** Gone from what is served, kept for the statistics. */
  deleted: v.optional(v.boolean(), false),
  /** Price of a thousand impressions (cpm) or of a click (cpc). */
  pricing: v.variant("model", [
    v.strictObject({ model: v.literal("cpm"), price: money(6) }),
    v.strictObject({ model: v.literal("cpc"), price: money(9) })
  ]),
  /** Words and phrases; none: matches any zone that no campaign with a matching keyword takes. */
  keywords: v.optional(v.array(keyword), []),
  targeting: v.optional(targeting, {}),
  /** First and last day, UTC, both included. */
  from: v.optional(day),
  to: v.optional(day),
  budget: v.optional(v.strictObject({ daily: v.optional(money(9)), total: v.optional(money(9)) }), {}),
  /** Most impressions. */
  caps: v.optional(v.strictObject({ daily: v.optional(count), total: v.optional(count) }), {}),
  /** Chance among the campaigns that match, relative to theirs. */
  weight: v.optional(v.pipe(count, v.minValue(1), v.maxValue(1e6)), 1),
  /** even: the daily budget and cap are given out evenly over the day. */
  spread: v.optional(v.picklist(["asap", "even"]), "asap"),
  offer: v.optional(smallId),
  offerLandingPage: v.optional(smallId),
  variations: v.pipe(v.array(variation), v.minLength(1))
});
var catalogueSchema = v.strictObject({
  $schema: v.optional(v.string()),
  accounts: v.array(account),
  categories: v.optional(v.array(named), []),
  /** Names for what only imported statistics refer to. */
  carriers: v.optional(v.array(named), []),
  regions: v.optional(
    v.array(v.strictObject({ id: smallId, name: text, country: known("country", knownCountry) })),
    []
  ),
  offers: v.optional(v.array(v.strictObject({ id: smallId, account: smallId, name: text })), []),
  offerLandingPages: v.optional(v.array(v.strictObject({ id: smallId, offer: smallId, name: text })), []),
  sites: v.array(site),
  zones: v.array(zone),
  campaigns: v.array(campaign)
});
var CatalogueError = class extends Error {
  problems;
  constructor(problems) {
    super(problems.join("\n"));
    this.name = "CatalogueError";
    this.problems = problems;
  }
};
async function loadCatalogue(file) {
  let parsed2;
  try {
    parsed2 = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new CatalogueError([`${file}: ${error instanceof Error ? error.message : String(error)}`]);
  }
  try {
    return readCatalogue(parsed2);
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    throw new CatalogueError(error.problems.map((problem) => `${file}: ${problem}`));
  }
}
function readCatalogue(value) {
  const result = v.safeParse(catalogueSchema, value);
  if (!result.success) throw new CatalogueError(result.issues.flatMap(flat).map(problemLine));
  const catalogue = indexed(result.output);
  const problems = references(catalogue);
  if (problems.length > 0) throw new CatalogueError(problems);
  return catalogue;
}
function flat(issue) {
  return issue.issues && issue.issues.length > 0 ? [...issue.issues] : [issue];
}
function problemLine(issue) {
  return `${pathOf(issue.path?.map((item) => item.key) ?? [])}: ${messageOf(issue)}`;
}
function messageOf(issue) {
  if (issue.type === "strict_object" && issue.expected === "never") return "this field is not known here";
  if (issue.type === "strict_object" && issue.received === "undefined") return "this field is missing";
  return issue.message.replace(/^Invalid \w+: E/, "e");
}
function pathOf(keys) {
  if (keys.length === 0) return "(root)";
  return keys.map((key, at) => typeof key === "number" ? `[${key}]` : `${at > 0 ? "." : ""}${String(key)}`).join("");
}
function indexed(data) {
  const variations = data.campaigns.flatMap(
    (campaign2) => campaign2.variations.map((variation2) => [variation2.id, { variation: variation2, campaign: campaign2 }])
  );
  return {
    data,
    accounts: byId(data.accounts),
    categories: byId(data.categories),
    carriers: byId(data.carriers),
    regions: byId(data.regions),
    offers: byId(data.offers),
    offerLandingPages: byId(data.offerLandingPages),
    sites: byId(data.sites),
    zones: byId(data.zones),
    campaigns: byId(data.campaigns),
    variations: new Map(variations)
  };
}
function byId(items) {
  return new Map(items.map((item) => [item.id, item]));
}
function references(catalogue) {
  const { data, accounts, sites, zones, categories, offers, offerLandingPages } = catalogue;
  const missing2 = (path, target, map, what) => target === void 0 || map.has(target) ? [] : [`${path}: no ${what} has the id ${target}`];
  return [
    ...repeated("accounts", data.accounts),
    ...repeatedNames(data.accounts),
    ...repeated("sites", data.sites),
    ...repeated("zones", data.zones),
    ...repeated("campaigns", data.campaigns),
    ...repeatedVariations(data.campaigns),
    ...repeated("categories", data.categories),
    ...repeated("carriers", data.carriers),
    ...repeated("regions", data.regions),
    ...repeated("offers", data.offers),
    ...repeated("offerLandingPages", data.offerLandingPages),
    ...data.accounts.flatMap(
      ({ network }, at) => missing2(`accounts[${at}].network`, network, accounts, "account")
    ),
    ...data.sites.flatMap(({ account: account2, category }, at) => [
      ...missing2(`sites[${at}].account`, account2, accounts, "account"),
      ...missing2(`sites[${at}].category`, category, categories, "category")
    ]),
    ...data.zones.flatMap(({ site: site2 }, at) => missing2(`zones[${at}].site`, site2, sites, "site")),
    ...data.offers.flatMap(
      ({ account: account2 }, at) => missing2(`offers[${at}].account`, account2, accounts, "account")
    ),
    ...data.offerLandingPages.flatMap(
      ({ offer }, at) => missing2(`offerLandingPages[${at}].offer`, offer, offers, "offer")
    ),
    ...data.campaigns.flatMap(({ account: account2, offer, offerLandingPage, targeting: targeting2, from, to }, at) => {
      const path = `campaigns[${at}]`;
      const allOf = (list2, map, what) => targeting2[list2].flatMap((id2, index) => missing2(`${path}.targeting.${list2}[${index}]`, id2, map, what));
      return [
        ...missing2(`${path}.account`, account2, accounts, "account"),
        ...missing2(`${path}.offer`, offer, offers, "offer"),
        ...missing2(`${path}.offerLandingPage`, offerLandingPage, offerLandingPages, "landing page"),
        ...allOf("sites", sites, "site"),
        ...allOf("zones", zones, "zone"),
        ...allOf("categories", categories, "category"),
        ...from && to && to < from ? [`${path}.to: expected a day not before from, ${from}`] : []
      ];
    })
  ];
}
function repeated(list2, items) {
  const seen = /* @__PURE__ */ new Set();
  return items.flatMap(({ id: id2 }, at) => {
    if (seen.has(id2)) return [`${list2}[${at}].id: ${id2} is used twice`];
    seen.add(id2);
    return [];
  });
}
function repeatedNames(accounts) {
  const seen = /* @__PURE__ */ new Set();
  return accounts.flatMap(({ username }, at) => {
    if (username === void 0) return [];
    if (seen.has(username)) return [`accounts[${at}].username: ${JSON.stringify(username)} is used twice`];
    seen.add(username);
    return [];
  });
}
function repeatedVariations(campaigns) {
  const seen = /* @__PURE__ */ new Set();
  return campaigns.flatMap(
    ({ variations }, campaign2) => variations.flatMap(({ id: id2 }, at) => {
      if (seen.has(id2)) return [`campaigns[${campaign2}].variations[${at}].id: ${id2} is used twice`];
      seen.add(id2);
      return [];
    })
  );
}
function isWebAddress(value) {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

// src/service/import/command.ts
import { stderr } from "node:process";
import { Command, InvalidArgumentError, Option } from "commander";

// src/service/store/duckdb.ts
import { rm } from "node:fs/promises";
import { basename, join as join3, resolve } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";

// src/service/store/schema.ts
var TIME = { time: "TIMESTAMP" };
var DIMENSIONS = {
  /** Account that pays; owner of the campaign. */
  advertiser_id: "INTEGER",
  /** Account that is paid; owner of the site. */
  publisher_id: "INTEGER",
  campaign_id: "INTEGER",
  variation_id: "INTEGER",
  offer_id: "INTEGER",
  offer_landing_page_id: "INTEGER",
  advertiser_ad_type_id: "INTEGER",
  publisher_ad_type_id: "INTEGER",
  site_id: "INTEGER",
  site_hostname: "VARCHAR",
  zone_id: "BIGINT",
  sub: "BIGINT",
  category_id: "INTEGER",
  /** WIDTHxHEIGHT */
  size: "VARCHAR",
  /** ISO 3166-1 alpha-3 */
  country_iso: "VARCHAR",
  region_id: "INTEGER",
  language_id: "INTEGER",
  browser_id: "INTEGER",
  carrier_id: "INTEGER",
  device_id: "INTEGER",
  device_type_id: "INTEGER",
  operating_system_id: "INTEGER",
  /** NULL when not known */
  adblock: "BOOLEAN"
};
var COUNT = "BIGINT";
var MONEY = "DECIMAL(18,9)";
function rtb(side) {
  const counters = {
    /** Bid requests sent. */
    queries: COUNT,
    /** Queries answered with a bid; the others had no bid, an error or no answer in time. */
    success: COUNT,
    no_bid: COUNT,
    errors: COUNT,
    timeouts: COUNT,
    /** Queries not sent. */
    skipped: COUNT,
    wins: COUNT,
    /** Milliseconds of all queries. */
    total_time: COUNT,
    /** Money of the auctions won. */
    value: MONEY
  };
  const entries = Object.entries(counters).map(([name, type]) => [`${side}rtb_${name}`, type]);
  return Object.fromEntries(entries);
}
var COUNTERS = {
  ad_requests: COUNT,
  /** Requests that a banner answered. */
  filled: COUNT,
  impressions: COUNT,
  /** Impressions kept but not billable, such as those from another address than the decision's. */
  invalid_impressions: COUNT,
  clicks: COUNT,
  cost: MONEY,
  publisher_revenue: MONEY,
  video_impressions: COUNT,
  video_views: COUNT,
  wpn_sent: COUNT,
  wpn_subscriptions: COUNT,
  wpn_unsubscriptions: COUNT,
  ...rtb("adv_"),
  ...rtb("pub_"),
  /** Conversions, by the position of the goal in its account. */
  goal_1: COUNT,
  goal_2: COUNT,
  goal_3: COUNT,
  goal_4: COUNT,
  goal_5: COUNT,
  goal_6: COUNT,
  goal_7: COUNT,
  goal_8: COUNT,
  goal_9: COUNT,
  goal_10: COUNT
};
var EVENT_COUNTERS = [
  "ad_requests",
  "filled",
  "impressions",
  "invalid_impressions",
  "clicks",
  "cost",
  "publisher_revenue"
];

// src/service/store/lines.ts
var CAMPAIGN = [
  "advertiser_id",
  "campaign_id",
  "variation_id",
  "offer_id",
  "offer_landing_page_id",
  "advertiser_ad_type_id"
];
var VISITOR = [
  "country_iso",
  "region_id",
  "language_id",
  "browser_id",
  "carrier_id",
  "device_id",
  "device_type_id",
  "operating_system_id",
  "adblock"
];
var OWN = ["sub"];
var ZONE = Object.keys(DIMENSIONS).filter(
  (column) => ![...CAMPAIGN, ...VISITOR, ...OWN].includes(column)
);
var ALL_COUNTERS = Object.keys(COUNTERS);
var CLAIM_COLUMNS = { claim_series: "INTEGER", claim_number: "BIGINT", claim_kind: "TINYINT" };
var NO_CLAIM = ",,,";
var KINDS = { impression: 1, click: 2 };
var TYPES = {
  ...{ time_s: "BIGINT", times: "INTEGER" },
  ...DIMENSIONS,
  ...COUNTERS,
  ...CLAIM_COLUMNS
};
var FACT_COLUMNS = [...VISITOR, ...OWN, ...ZONE, ...CAMPAIGN, ...ALL_COUNTERS];
var FACTS_HEADER = ["time_s", ...FACT_COLUMNS].join(",");
var EVENTS_HEADER = [
  ...["time_s", ...VISITOR, ...OWN, ...ZONE, ...CAMPAIGN, ...EVENT_COUNTERS],
  ...Object.keys(CLAIM_COLUMNS)
].join(",");
function encodeEvents(events, claim) {
  const claimed = claim ? `,${claim.series},${claim.number},${KINDS[claim.kind]}` : NO_CLAIM;
  let text5 = "";
  let start = "";
  let before;
  for (const event of events) {
    const { time, sub, zone: zone2, campaign: campaign2, visitor, counters } = event;
    if (visitor !== before?.visitor || time !== before.time) {
      start = `${Math.floor(time / 1e3)}${written(visitor, VISITOR)},`;
    }
    before = event;
    const dimensions = `${written(zone2, ZONE)}${written(campaign2, CAMPAIGN)}`;
    text5 += `${start}${sub ?? ""}${dimensions}${written(counters, EVENT_COUNTERS)}${claimed}
`;
  }
  return text5;
}
function encodeFact(fact) {
  return `${Math.floor(fact.time.getTime() / 1e3)}${cells(FACT_COLUMNS, fact)}
`;
}
function written(part2, columns) {
  if (part2.written === void 0 || part2.writtenAs !== columns) {
    part2.written = cells(columns, part2.values).replace(new RegExp("\\p{Cc}", "gu"), " ");
    part2.writtenAs = columns;
  }
  return part2.written;
}
function cells(columns, values2) {
  let text5 = "";
  for (const column of columns) text5 += `,${cell(values2[column])}`;
  return text5;
}
function cell(value) {
  if (value === void 0) return "";
  if (typeof value === "bigint") return formatMoney(value);
  if (typeof value !== "string") return String(value);
  return `"${value.replaceAll('"', '""')}"`;
}
function readLines(path, header2) {
  const columns = header2.split(",").map((name) => `'${name}': '${TYPES[name] ?? "VARCHAR"}'`);
  const options = [
    `header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', comment = '#', nullstr = ''`,
    `columns = {${columns.join(", ")}}`
  ];
  return `read_csv(${quoted(path)}, ${options.join(", ")})`;
}
function countLines(from, to, header2) {
  const whole5 = `auto_detect = false, delim = '', quote = '', escape = ''`;
  const lines2 = `read_csv(${quoted(from)}, header = true, ${whole5}, columns = {'line': 'VARCHAR'})`;
  const select = `SELECT line || ',' || count(*) AS "${header2}" FROM ${lines2} WHERE line[1] <> '#' GROUP BY line`;
  return `COPY (${select}) TO ${quoted(to)} (FORMAT csv, HEADER true, DELIMITER '', QUOTE '', ESCAPE '')`;
}
function quoted(path) {
  return `'${path.replaceAll("'", "''")}'`;
}
function summed(header2) {
  const present2 = new Set(header2.split(","));
  const dimensions = Object.keys(DIMENSIONS).filter((name) => present2.has(name));
  const counters = Object.keys(COUNTERS);
  const each = present2.has("times") ? " * times" : "";
  const sums = counters.map(
    (name) => present2.has(name) ? `coalesce(sum(${name}${each}), 0) AS ${name}` : `0 AS ${name}`
  );
  return {
    columns: ["time", ...dimensions, ...counters].join(", "),
    select: ["make_timestamp(time_s * 1000000) AS time", ...dimensions, ...sums].join(", ")
  };
}

// src/service/store/claims.ts
var PAGE_BITS = 14;
var PAGE = 1 << PAGE_BITS;
var Claims = class {
  #pages = /* @__PURE__ */ new Map();
  has(claim) {
    const page = this.#pages.get(pageKey(claim));
    return page !== void 0 && ((page.bits[claim.number % PAGE] ?? 0) & KINDS[claim.kind]) !== 0;
  }
  add(claim, now) {
    const key = pageKey(claim);
    let page = this.#pages.get(key);
    if (!page) {
      page = { bits: new Uint8Array(PAGE), touched: now };
      this.#pages.set(key, page);
    }
    page.bits[claim.number % PAGE] = (page.bits[claim.number % PAGE] ?? 0) | KINDS[claim.kind];
    page.touched = Math.max(page.touched, now);
  }
  remove(claim) {
    const page = this.#pages.get(pageKey(claim));
    if (page) page.bits[claim.number % PAGE] = (page.bits[claim.number % PAGE] ?? 0) & ~KINDS[claim.kind];
  }
  /** Forgets pages in which nothing was counted since then. */
  dropBefore(time) {
    for (const [key, page] of this.#pages) if (page.touched < time) this.#pages.delete(key);
  }
};
function pageKey({ series, number: number4 }) {
  return `${series}:${Math.floor(number4 / PAGE)}`;
}

// src/service/store/files.ts
import { mkdir, open, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
var FIRST_LINE_MAX = 4096;
async function makeFolder(folder) {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error;
    if (code === "EEXIST" && (await stat(folder)).isDirectory()) return;
    if (code !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  }
}
async function readFirstLine(path) {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_LINE_MAX), 0, FIRST_LINE_MAX, 0);
    const end = buffer.subarray(0, bytesRead).indexOf("\n");
    return end < 0 ? "" : buffer.toString("utf8", 0, end);
  } finally {
    await file.close();
  }
}
var files = 0;
async function writeTemporary(folder, facts) {
  files += 1;
  const path = join(folder, `bulk-${process.pid}-${files}.csv`);
  const lines2 = facts.map(encodeFact).join("");
  await writeFile(path, `${FACTS_HEADER}
${lines2}`, { mode: 384 });
  return path;
}

// src/service/store/journal.ts
import { createHash as createHash2 } from "node:crypto";
import { constants, open as open2, readdir, readFile as readFile2, truncate } from "node:fs/promises";
import { join as join2 } from "node:path";
import { setImmediate } from "node:timers/promises";

// src/service/store/store.ts
var Part = class {
  values;
  /** How the store wrote them last, and as which part. */
  written;
  writtenAs;
  constructor(values2) {
    this.values = values2;
  }
};
var StoreError = class extends Error {
  code;
  constructor(code, message2, cause) {
    super(message2, { cause });
    this.name = "StoreError";
    this.code = code;
  }
};

// src/service/store/journal.ts
var SYNCED = constants.O_DSYNC ?? 0;
var SUFFIX = ".csv";
var MARK = "#";
var MOST_BYTES = 3;
var FIRST_BYTES = 64 * 1024;
var Batch = class {
  #memory;
  #length = 0;
  /** Lines in it that wait to be loaded. */
  lines = 0;
  /** Settles with the write. */
  written;
  /** Ends the wait; `memory` may then serve another batch. */
  settle = () => {
  };
  isWanted = false;
  constructor(memory) {
    this.#memory = memory;
    this.written = new Promise((done, failed2) => {
      this.settle = (problem) => problem ? failed2(problem) : done();
    });
  }
  get memory() {
    return this.#memory;
  }
  get bytes() {
    return this.#memory.subarray(0, this.#length);
  }
  get length() {
    return this.#length;
  }
  add(text5) {
    const most = this.#length + text5.length * MOST_BYTES;
    if (most > this.#memory.length) {
      const larger = Buffer.allocUnsafe(Math.max(most, this.#memory.length * 2));
      this.#memory.copy(larger, 0, 0, this.#length);
      this.#memory = larger;
    }
    this.#length += this.#memory.write(text5, this.#length);
  }
};
var Journal = class _Journal {
  #options;
  #next = new Batch(Buffer.allocUnsafe(FIRST_BYTES));
  /** What the batch after the next fills. */
  #spare = Buffer.allocUnsafe(FIRST_BYTES);
  #draining;
  #file;
  #path = "";
  #size = 0;
  #lines = 0;
  #count = 0;
  #ended = [];
  /** Who waits for the current file's end. */
  #sealing = [];
  #problem;
  #closed = false;
  constructor(options) {
    this.#options = options;
  }
  /** Opens the folder; files of earlier starts are cut to their last whole write and wait to be loaded. */
  static async open(options) {
    const journal = new _Journal({ maxWaiting: 32 * 1024 * 1024, ...options });
    await makeFolder(options.folder);
    const names = (await readdir(options.folder)).filter((name) => name.endsWith(SUFFIX)).sort();
    for (const name of names) {
      const path = join2(options.folder, name);
      await cutToLastWholeWrite(path);
      journal.#ended.push({ path, lines: 0 });
    }
    return journal;
  }
  /** Why the last write failed; undefined when it went well. */
  get problem() {
    return this.#problem;
  }
  /** Lines of this start that are on disk and not yet forgotten. */
  get lines() {
    return this.#ended.reduce((sum2, { lines: lines2 }) => sum2 + lines2, this.#lines);
  }
  /** Takes `count` whole lines; resolves when they are on disk. */
  append(lines2, count3) {
    if (this.#closed) return Promise.reject(new StoreError("closed", "The store is closed."));
    const batch = this.#next;
    if (batch.length > this.#options.maxWaiting) {
      return Promise.reject(
        new StoreError("busy", "More events wait for the disk than memory is set aside for.")
      );
    }
    batch.add(lines2);
    batch.lines += count3;
    batch.isWanted = true;
    this.#draining ??= this.#drain();
    return batch.written;
  }
  /** Writes nothing but a mark, to learn whether the disk takes writes again. */
  probe() {
    return this.append("", 0);
  }
  /** Ends the current file and gives all that are ended, oldest first. Later lines go to a new one. */
  seal() {
    return new Promise((done) => {
      this.#sealing.push(done);
      this.#draining ??= this.#drain();
    });
  }
  /** To be called when an ended file is loaded and gone. */
  forget(path) {
    this.#ended = this.#ended.filter((other) => other.path !== path);
  }
  close() {
    this.#closed = true;
    return this.seal();
  }
  /** Writes while there is something to write. Files end between two writes: under load there is always another. */
  async #drain() {
    while (this.#next.isWanted || this.#sealing.length > 0) {
      if (this.#sealing.length > 0) await this.#endFile();
      for (const done of this.#sealing.splice(0)) done(this.#ended.map(({ path }) => path));
      if (!this.#next.isWanted) continue;
      await setImmediate();
      const batch = this.#next;
      this.#next = new Batch(this.#spare);
      batch.settle(await this.#commit(batch));
      this.#spare = batch.memory;
    }
    this.#draining = void 0;
  }
  async #commit(batch) {
    try {
      this.#file ??= await this.#startFile();
      batch.add(`${MARK}${digest(batch.bytes)}
`);
      const { bytes } = batch;
      await writeAll(this.#file, bytes, this.#size);
      if (SYNCED === 0) await this.#file.datasync();
      this.#size += bytes.length;
      this.#lines += batch.lines;
      this.#problem = void 0;
    } catch (error) {
      this.#problem = asStoreError(error);
      await this.#undo();
    }
    return this.#problem;
  }
  /** A file that cannot even be cut back is left as it is: its half write has no digest, so it is dropped later. */
  async #undo() {
    try {
      await this.#file?.truncate(this.#size);
    } catch {
      await this.#endFile().catch(() => {
      });
    }
  }
  async #startFile() {
    const { folder, prefix, header: header2 } = this.#options;
    this.#count += 1;
    this.#path = join2(folder, `${prefix}-${String(this.#count).padStart(9, "0")}${SUFFIX}`);
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | SYNCED;
    const file = await open2(this.#path, flags, 384);
    try {
      const line = Buffer.from(`${header2}
`);
      await writeAll(file, line, 0);
      this.#size = line.length;
      await syncFolder(folder);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }
  async #endFile() {
    const file = this.#file;
    if (!file) return;
    this.#file = void 0;
    this.#ended.push({ path: this.#path, lines: this.#lines });
    this.#lines = 0;
    await file.close().catch(() => {
    });
  }
};
async function writeAll(file, bytes, position) {
  let written2 = 0;
  while (written2 < bytes.length) {
    const result = await file.write(bytes, written2, bytes.length - written2, position + written2);
    written2 += result.bytesWritten;
  }
}
async function syncFolder(folder) {
  const handle = await open2(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
function digest(lines2) {
  return createHash2("sha256").update(lines2).digest("hex").slice(0, 16);
}
async function cutToLastWholeWrite(path) {
  const bytes = await readFile2(path);
  const whole5 = lastWholeWrite(bytes);
  if (whole5 < bytes.length) await truncate(path, whole5);
}
function lastWholeWrite(bytes) {
  let start = bytes.indexOf("\n") + 1;
  for (let mark = findMark(bytes, start); mark >= 0; mark = findMark(bytes, mark + 1)) {
    const end = bytes.indexOf("\n", mark);
    if (end < 0) break;
    const found = bytes.toString("latin1", mark + 1, end);
    if (found === digest(bytes.subarray(start, mark))) start = end + 1;
  }
  return start;
}
function findMark(bytes, from) {
  const at = bytes.indexOf(`
${MARK}`, Math.max(0, from - 1));
  return at < 0 ? -1 : at + 1;
}
var CODES = {
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
  EROFS: "unwritable",
  EACCES: "unwritable",
  EPERM: "unwritable"
};
var WORDS = {
  full: "The disk is full",
  unwritable: "The data folder cannot be written"
};
function asStoreError(error) {
  if (error instanceof StoreError) return error;
  const message2 = error instanceof Error ? error.message : String(error);
  const known5 = CODES[error?.code ?? ""];
  const code = known5 ?? (/no space left|out of disk/i.test(message2) ? "full" : "failed");
  return new StoreError(code, `${WORDS[code] ?? "The store failed"}: ${message2}`, error);
}

// src/service/store/values.ts
import {
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  listValue
} from "@duckdb/node-api";
var DAY_MS = 864e5;
function toDuckDB(value) {
  if (value instanceof Date) return new DuckDBTimestampValue(BigInt(value.getTime()) * 1000n);
  if (Array.isArray(value)) return listValue(value.map(wide));
  return Number.isSafeInteger(value) ? wide(value) : value;
}
function wide(value) {
  return typeof value === "number" ? BigInt(value) : value;
}
async function toRows(result) {
  return await result.convertRowObjects(fromDuckDB);
}
function fromDuckDB(value) {
  if (value instanceof DuckDBDecimalValue) return value.toString();
  if (value instanceof DuckDBTimestampValue) return new Date(Number(value.micros / 1000n));
  if (value instanceof DuckDBTimestampTZValue) return new Date(Number(value.micros / 1000n));
  if (value instanceof DuckDBDateValue) return new Date(value.days * DAY_MS);
  return value;
}

// src/service/store/duckdb.ts
var DEFAULTS = {
  claimsKeptMs: 25 * 36e5,
  loadEveryMs: 1e3,
  maxWaiting: 32 * 1024 * 1024,
  memory: "1GB",
  now: Date.now
};
var THREADS = 2;
var FACTS = { ...TIME, ...DIMENSIONS, ...COUNTERS };
async function openStore(options) {
  const store = new DuckDBStore({ ...DEFAULTS, ...options });
  await store.open();
  return store;
}
var DuckDBStore = class {
  #options;
  #claims = new Claims();
  /** Claims whose line is on its way to the disk. */
  #claiming = /* @__PURE__ */ new Map();
  #instance;
  #journal;
  #timer;
  #series = 0;
  #problem;
  /** Loads and transactions, one after the other. */
  #writes = Promise.resolve();
  constructor(options) {
    this.#options = options;
  }
  get series() {
    return this.#series;
  }
  async open() {
    try {
      await makeFolder(resolve(this.#options.folder));
      this.#instance = await this.#openDatabase();
      this.#series = await this.#startSeries();
      const prefix = String(this.#series).padStart(9, "0");
      const { maxWaiting } = this.#options;
      const folder = join3(this.#options.folder, "journal");
      this.#journal = await Journal.open({ folder, header: EVENTS_HEADER, prefix, maxWaiting });
      await this.#load();
      await this.#recallClaims();
    } catch (error) {
      this.#instance?.closeSync();
      throw asOpenError(error, this.#options.folder);
    }
    this.#timer = setInterval(() => this.#tick(), this.#options.loadEveryMs).unref();
  }
  append(events) {
    try {
      return this.#opened().append(encodeEvents(events), events.length);
    } catch (error) {
      return Promise.reject(error);
    }
  }
  async claim(claim, event) {
    const key = `${claim.series}:${claim.number}:${claim.kind}`;
    for (let other = this.#claiming.get(key); other; other = this.#claiming.get(key))
      await other.catch(() => {
      });
    if (this.#claims.has(claim)) return "repeated";
    const written2 = this.#opened().append(encodeEvents([event], claim), 1);
    this.#claiming.set(key, written2);
    try {
      await written2;
    } finally {
      this.#claiming.delete(key);
    }
    this.#claims.add(claim, this.#options.now());
    return "counted";
  }
  query = async (sql, parameters = []) => {
    await this.#load();
    return this.#connected((connection) => run(connection, sql, parameters));
  };
  transaction(work) {
    return this.#exclusive(
      () => this.#atomically(
        (connection) => work({
          query: (sql, parameters = []) => run(connection, sql, parameters),
          append: (facts) => this.#appendBulk(connection, facts)
        })
      )
    );
  }
  status() {
    const journal = this.#journal;
    if (!journal) return { ready: false, problem: "The store is closed.", waiting: 0 };
    const problem = journal.problem ?? this.#problem;
    const waiting = journal.lines;
    return problem ? { ready: false, problem: problem.message, waiting } : { ready: true, waiting };
  }
  async close() {
    const journal = this.#journal;
    if (!journal) return;
    clearInterval(this.#timer);
    await journal.close();
    await this.#load().catch(() => {
    });
    this.#journal = void 0;
    this.#instance?.closeSync();
    this.#instance = void 0;
  }
  #opened() {
    if (!this.#journal) throw new StoreError("closed", "The store is closed.");
    return this.#journal;
  }
  async #openDatabase() {
    const { folder, memory } = this.#options;
    const instance = await DuckDBInstance.create(join3(folder, "events.duckdb"), {
      threads: String(THREADS),
      memory_limit: memory,
      temp_directory: join3(folder, "temporary"),
      autoinstall_known_extensions: "false"
    });
    const connection = await instance.connect();
    for (const statement of schema()) await connection.run(statement);
    connection.closeSync();
    return instance;
  }
  async #startSeries() {
    const now = new Date(this.#options.now());
    const [row] = await this.#connected(
      (connection) => run(
        connection,
        "INSERT INTO starts SELECT coalesce(max(series), 0) + 1, $1::TIMESTAMP FROM starts RETURNING series",
        [now]
      )
    );
    return row?.series ?? 1;
  }
  async #recallClaims() {
    const rows = await this.#connected(
      (connection) => run(
        connection,
        "SELECT series, number, kind, time FROM claims",
        []
      )
    );
    const kinds = Object.fromEntries(Object.entries(KINDS).map(([kind, id2]) => [id2, kind]));
    for (const { series, number: number4, kind, time } of rows) {
      const name = kinds[kind];
      if (name) this.#claims.add({ series, number: Number(number4), kind: name }, time.getTime());
    }
  }
  #tick() {
    const journal = this.#journal;
    if (!journal) return;
    if (journal.problem) journal.probe().catch(() => {
    });
    this.#claims.dropBefore(this.#options.now() - this.#options.claimsKeptMs);
    this.#load().catch(() => {
    });
  }
  /** Brings everything acknowledged so far to where queries look. */
  #load() {
    const journal = this.#opened();
    return this.#exclusive(async () => {
      const paths = await journal.seal();
      if (paths.length > 0) {
        await this.#byOneThread(async () => {
          for (const path of paths) {
            await this.#loadFile(path);
            await rm(path, { force: true });
            journal.forget(path);
          }
        });
      }
      this.#problem = void 0;
    }).catch((error) => {
      this.#problem = asStoreError(error);
      throw this.#problem;
    });
  }
  /** With more threads, loading takes twice the processor time and no less time. */
  async #byOneThread(work) {
    const use = (threads) => this.#connected((connection) => connection.run(`SET threads = ${threads}`));
    await use(1);
    try {
      await work();
    } finally {
      await use(THREADS);
    }
  }
  async #loadFile(path) {
    const header2 = await readFirstLine(path);
    if (header2 === "") return;
    const oldest = new Date(this.#options.now() - this.#options.claimsKeptMs);
    await this.#atomically(async (connection) => {
      const name = basename(path);
      const known5 = await run(connection, "SELECT 1 FROM loaded WHERE file = $1", [name]);
      if (known5.length > 0) return;
      const counted = `${path}.counted`;
      try {
        for (const statement of loading(path, header2, counted)) await connection.run(statement);
      } finally {
        await rm(counted, { force: true });
      }
      await run(connection, "DELETE FROM claims WHERE time < $1::TIMESTAMP", [oldest]);
      await run(connection, "INSERT INTO loaded VALUES ($1)", [name]);
    });
  }
  async #appendBulk(connection, facts) {
    const file = await writeTemporary(this.#options.folder, facts);
    try {
      const { columns, select } = summed(FACTS_HEADER);
      const source = readLines(file, FACTS_HEADER);
      await connection.run(`INSERT INTO facts (${columns}) SELECT ${select} FROM ${source} GROUP BY ALL`);
    } finally {
      await rm(file, { force: true });
    }
  }
  #exclusive(work) {
    const result = this.#writes.then(work);
    this.#writes = result.catch(() => {
    });
    return result;
  }
  async #atomically(work) {
    return this.#connected(async (connection) => {
      await connection.run("BEGIN TRANSACTION");
      try {
        const result = await work(connection);
        await connection.run("COMMIT");
        return result;
      } catch (error) {
        await connection.run("ROLLBACK").catch(() => {
        });
        throw error;
      }
    });
  }
  async #connected(work) {
    if (!this.#instance) throw new StoreError("closed", "The store is closed.");
    let connection;
    try {
      connection = await this.#instance.connect();
      return await work(connection);
    } catch (error) {
      if (isInvalidated(error)) await this.#reopen();
      throw error;
    } finally {
      connection?.closeSync();
    }
  }
  /** After a failure it cannot undo, such as a full disk at a checkpoint, the database takes nothing until opened anew. */
  async #reopen() {
    this.#instance?.closeSync();
    this.#instance = await this.#openDatabase();
  }
};
async function run(connection, sql, parameters) {
  return toRows(await connection.run(sql, parameters.map(toDuckDB)));
}
function schema() {
  const columns = Object.entries(FACTS);
  return [
    `CREATE TABLE IF NOT EXISTS facts (${columns.map(([name, type]) => `${name} ${type}`).join(", ")})`,
    // A database of an earlier version lacks the columns that were added since.
    ...columns.map(([name, type]) => `ALTER TABLE facts ADD COLUMN IF NOT EXISTS ${name} ${type}`),
    "CREATE TABLE IF NOT EXISTS claims (series INTEGER, number BIGINT, kind TINYINT, time TIMESTAMP)",
    "CREATE TABLE IF NOT EXISTS loaded (file VARCHAR)",
    "CREATE TABLE IF NOT EXISTS starts (series INTEGER, time TIMESTAMP)"
  ];
}
function loading(path, header2, temporary) {
  const isCounted = header2.split(",").includes("times");
  const [file, names] = isCounted ? [path, header2] : [temporary, `${header2},times`];
  const { columns, select } = summed(names);
  return [
    ...isCounted ? [] : [countLines(path, file, names)],
    `CREATE OR REPLACE TEMP TABLE lines AS SELECT * FROM ${readLines(file, names)}`,
    `CREATE OR REPLACE TEMP TABLE claimed AS
       SELECT DISTINCT ON (claim_series, claim_number, claim_kind) * REPLACE (1 AS times) FROM lines
       WHERE claim_kind IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM claims
         WHERE series = claim_series AND number = claim_number AND kind = claim_kind)`,
    `INSERT INTO facts (${columns}) SELECT ${select} FROM
       (SELECT * FROM lines WHERE claim_kind IS NULL UNION ALL SELECT * FROM claimed) GROUP BY ALL`,
    `INSERT INTO claims SELECT claim_series, claim_number, claim_kind, make_timestamp(time_s * 1000000) FROM claimed`
  ];
}
function isInvalidated(error) {
  return error instanceof Error && /invalidated|FATAL/i.test(error.message);
}
var UNUSABLE = /* @__PURE__ */ new Set(["EEXIST", "ENOTDIR", "ENOENT", "EACCES", "EPERM", "EROFS"]);
function asOpenError(error, folder) {
  const message2 = error instanceof Error ? error.message : String(error);
  if (/Could not set lock/i.test(message2)) {
    return new StoreError("locked", `The data folder ${folder} is in use by another process.`, error);
  }
  const code = error.code ?? "";
  if (UNUSABLE.has(code) || /Cannot open file|permission denied|read-only/i.test(message2)) {
    return new StoreError("unwritable", `The data folder ${folder} cannot be written: ${message2}`, error);
  }
  return asStoreError(error);
}

// src/service/import/import.ts
import { createHash as createHash3 } from "node:crypto";

// src/service/import/line.ts
var INTEGER_MAX = 2 ** 31 - 1;
var EARLIEST = Date.UTC(2e3, 0, 1);
var LATEST = Date.UTC(2100, 0, 1);
var COLUMNS = {
  time: readTime,
  ...Object.fromEntries(
    Object.entries(DIMENSIONS).map(([name, type]) => [name, dimensionReader(name, type)])
  ),
  ...Object.fromEntries(
    Object.entries(COUNTERS).map(([name, type]) => [name, type === "BIGINT" ? count2 : readMoney])
  )
};
var COLUMN_NAMES = Object.keys(COLUMNS);
function readLine(values2, catalogue) {
  const fact = {};
  const problems = [];
  for (const [name, value] of Object.entries(values2)) {
    if (value === null || value === "" || value === void 0) continue;
    const read2 = Object.hasOwn(COLUMNS, name) ? COLUMNS[name]?.(value) : { problem: "This column is not known." };
    if (read2 && "value" in read2) fact[name] = read2.value;
    else problems.push(`${name}: ${read2?.problem}`);
  }
  const owned = catalogue ? { ...owners(fact, catalogue), ...fact } : fact;
  problems.push(...missing(owned, problems.length > 0));
  return problems.length > 0 ? { problems } : { fact: owned };
}
function missing(fact, hasProblems) {
  if (hasProblems) return [];
  const problems = fact.time ? [] : ["time: This column is missing."];
  if (fact.publisher_id === void 0 && fact.advertiser_id === void 0)
    problems.push(
      "No account is named: add publisher_id or advertiser_id, or a zone_id or campaign_id that is in the catalogue."
    );
  if (!Object.keys(COUNTERS).some((name) => fact[name]))
    problems.push("Nothing is counted: every counter is absent or zero.");
  return problems;
}
function owners(fact, catalogue) {
  const zone2 = catalogue.zones.get(fact.zone_id);
  const site2 = catalogue.sites.get(fact.site_id ?? zone2?.site ?? -1);
  const varied = catalogue.variations.get(fact.variation_id)?.campaign;
  const campaign2 = catalogue.campaigns.get(fact.campaign_id) ?? varied;
  const known5 = {
    size: zone2?.size,
    site_id: site2?.id,
    site_hostname: site2?.hostname,
    category_id: site2?.category,
    publisher_id: site2?.account,
    campaign_id: campaign2?.id,
    offer_id: campaign2?.offer,
    offer_landing_page_id: campaign2?.offerLandingPage,
    advertiser_id: campaign2?.account
  };
  return Object.fromEntries(Object.entries(known5).filter(([, value]) => value !== void 0));
}
function dimensionReader(name, type) {
  if (name === "country_iso") return matching((text5) => knownCountry(text5), "a three-letter country code");
  if (name === "size") return matching((text5) => /^\d{1,5}x\d{1,5}$/.test(text5), "a size as WIDTHxHEIGHT");
  if (name === "site_hostname")
    return matching((text5) => /^[a-z0-9.-]{1,253}$/.test(text5), "letters a-z, digits, hyphens and dots");
  if (name === "adblock") return readAdblock;
  if (name === "sub") return (value) => whole(value, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
  return (value) => whole(value, type === "INTEGER" ? INTEGER_MAX : Number.MAX_SAFE_INTEGER);
}
function matching(fits, what) {
  return (value) => typeof value === "string" && fits(value) ? { value } : { problem: `Expected ${what}.` };
}
function count2(value) {
  return whole(value, Number.MAX_SAFE_INTEGER);
}
function whole(value, most, least = 0) {
  const text5 = String(value);
  const number4 = typeof value === "boolean" || !/^-?\d{1,16}$/.test(text5) ? Number.NaN : Number(text5);
  return number4 >= least && number4 <= most ? { value: number4 } : { problem: `Expected a whole number from ${least} to ${most}.` };
}
function readMoney(value) {
  const nano = parseMoney(String(value));
  return nano === void 0 ? { problem: "Expected a decimal with at most nine places." } : { value: nano };
}
var ADBLOCK = {
  true: true,
  1: true,
  adblock: true,
  false: false,
  0: false,
  standard: false
};
function readAdblock(value) {
  const text5 = String(value).toLowerCase();
  const known5 = Object.hasOwn(ADBLOCK, text5) ? ADBLOCK[text5] : void 0;
  return known5 === void 0 ? { problem: "Expected adblock or standard, or true or false." } : { value: known5 };
}
var TIME_FORM = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;
function readTime(value) {
  const [, day2, clock = "00:00", offset = "Z"] = TIME_FORM.exec(String(value)) ?? [];
  const time = /* @__PURE__ */ new Date(`${day2}T${clock}${offset}`);
  const isDay2 = day2 !== void 0 && (/* @__PURE__ */ new Date(`${day2}T00:00:00Z`)).toJSON()?.startsWith(day2);
  if (!isDay2 || Number.isNaN(time.getTime()))
    return { problem: "Expected a day or a moment as in ISO 8601." };
  const inRange = time.getTime() >= EARLIEST && time.getTime() < LATEST;
  return inRange ? { value: time } : { problem: "Expected a moment from 2000 to 2099." };
}

// src/service/import/import.ts
async function importRecords(records, options) {
  const { store, catalogue, batch, onRejected, onProgress } = options;
  const beginnings = await knownBeginnings(store);
  const progress = { read: 0, added: 0, known: 0, rejected: 0 };
  const hash2 = createHash3("sha256");
  let waiting = [];
  const commit = async (digest2) => {
    if (waiting.length > 0) await add(store, waiting, progress.read, digest2);
    progress.added += waiting.length;
    waiting = [];
  };
  for await (const { line, values: values2, problem } of records) {
    progress.read += 1;
    hash2.update(`${JSON.stringify(values2) ?? problem}
`);
    const read2 = values2 ? readLine(values2, catalogue) : { problems: [problem ?? ""] };
    if ("fact" in read2) waiting.push(read2.fact);
    else {
      progress.rejected += 1;
      onRejected?.({ line, reason: read2.problems.join(" ") });
    }
    if (beginnings.get(progress.read)?.has(digestOf(hash2))) {
      progress.known += waiting.length;
      waiting = [];
    } else if (progress.read % batch === 0) {
      await commit(digestOf(hash2));
      onProgress?.({ ...progress });
    }
  }
  await commit(digestOf(hash2));
  return progress;
}
function digestOf(hash2) {
  return hash2.copy().digest("hex");
}
async function knownBeginnings(store) {
  await store.transaction(
    ({ query }) => query("CREATE TABLE IF NOT EXISTS imports (lines BIGINT, digest VARCHAR, time TIMESTAMP)")
  );
  const beginnings = /* @__PURE__ */ new Map();
  const rows = await store.query("SELECT lines, digest FROM imports");
  for (const { lines: lines2, digest: digest2 } of rows) {
    const digests = beginnings.get(Number(lines2)) ?? /* @__PURE__ */ new Set();
    beginnings.set(Number(lines2), digests.add(digest2));
  }
  return beginnings;
}
async function add(store, facts, lines2, digest2) {
  await store.transaction(async ({ query, append }) => {
    await append(facts);
    await query("INSERT INTO imports VALUES ($1, $2, current_localtimestamp())", [lines2, digest2]);
  });
}
function describeColumns() {
  return COLUMN_NAMES.join(", ");
}

// src/service/import/records.ts
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { parse } from "csv-parse";
function formatOf(file) {
  return /\.csv(\.gz)?$/i.test(file) ? "csv" : "ndjson";
}
async function* readRecords(file, format) {
  const source = createReadStream(file);
  const text5 = file.toLowerCase().endsWith(".gz") ? unzipped(source) : source;
  yield* format === "csv" ? csv(text5) : ndjson(text5);
}
function unzipped(source) {
  const unzip = createGunzip();
  source.on("error", (error) => unzip.destroy(error));
  return source.pipe(unzip);
}
async function* ndjson(text5) {
  const lines2 = createInterface({ input: text5, crlfDelay: Number.POSITIVE_INFINITY });
  const failed2 = new Promise((_, reject) => text5.once("error", reject));
  failed2.catch(() => {
  });
  let line = 0;
  for await (const raw of lines2) {
    line += 1;
    const content = line === 1 ? raw.replace(/^\ufeff/, "") : raw;
    if (content.trim() !== "") yield { line, ...parsed(content) };
  }
  if (text5.errored) await failed2;
}
function parsed(content) {
  try {
    const values2 = JSON.parse(content);
    if (typeof values2 !== "object" || values2 === null || Array.isArray(values2))
      return { problem: "Expected an object." };
    return { values: values2 };
  } catch {
    return { problem: "This is no JSON." };
  }
}
var MAX_RECORD = 65536;
async function* csv(text5) {
  const parser = parse({
    columns: true,
    info: true,
    bom: true,
    trim: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_RECORD
  });
  const skipped = [];
  parser.on("skip", (error) => {
    skipped.push({ line: error?.lines ?? 0, problem: error?.message ?? "This is no CSV." });
  });
  text5.on("error", (error) => parser.destroy(error));
  for await (const { record: record2, info } of text5.pipe(parser)) {
    yield* skipped.splice(0);
    yield { line: info.lines, values: record2 };
  }
  yield* skipped;
}

// src/service/import/command.ts
var SHOWN = 100;
function importCommand() {
  return new Command("import").description(
    "add facts from files of newline-delimited JSON or CSV; what was added before is passed over"
  ).argument("<files...>", "names ending in .csv are CSV, else JSON; .gz is unpacked").requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA).option("--catalogue <file>", "fills in the owners of zones and campaigns", process.env.ZONETAG_CATALOGUE).addOption(new Option("--format <format>", "whatever the name says").choices(["ndjson", "csv"])).option("--batch <lines>", "lines in one commit", lines, 2e4).addHelpText("after", `
Columns: ${describeColumns()}.`).action(importFiles);
}
function lines(value) {
  if (/^[1-9]\d{0,6}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("Expected a whole number from 1 to 9999999.");
}
async function importFiles(files3, { data, catalogue: path, format, batch }) {
  const catalogue = path ? await loadCatalogue(path) : void 0;
  const store = await openStore({ folder: data });
  try {
    for (const file of files3) {
      const records = readRecords(file, format ?? formatOf(file));
      let shown = 0;
      const progress = await importRecords(records, {
        store,
        batch,
        ...catalogue && { catalogue },
        onRejected: ({ line, reason }) => {
          if (shown++ < SHOWN) say(`${file}:${line}: ${reason}`);
        },
        onProgress: (now) => stderr.write(stderr.isTTY ? `\r${told(now)}` : `${file}: ${told(now)} so far
`)
      });
      if (shown > SHOWN) say(`${file}: and ${shown - SHOWN} more rejected lines`);
      say(`${file}: ${told(progress)}`);
      if (progress.rejected > 0) process.exitCode = 1;
    }
  } finally {
    await store.close();
  }
}
function say(line) {
  stderr.write(`${stderr.isTTY ? "\r\x1B[K" : ""}${line}
`);
}
function told({ read: read2, added, known: known5, rejected }) {
  const number4 = (value) => value.toLocaleString("en-US");
  return `${number4(read2)} lines read, ${number4(added)} added, ${number4(known5)} known, ${number4(rejected)} rejected`;
}

// src/service/service.ts
import { once as once2 } from "node:events";
import { statSync } from "node:fs";
import { getRequestListener } from "@hono/node-server";

// src/service/address.ts
import ipaddr from "ipaddr.js";
var REMEMBERED = 1e4;
var normal = /* @__PURE__ */ new Map();
function normalAddress(text5) {
  const known5 = normal.get(text5);
  if (known5 !== void 0) return known5;
  const address = parseAddress(text5);
  if (normal.size >= REMEMBERED) normal.clear();
  if (address) normal.set(text5, address);
  return address;
}
function parseAddress(text5) {
  const trimmed = text5.trim();
  if (!ipaddr.IPv6.isValid(trimmed) && !ipaddr.IPv4.isValidFourPartDecimal(trimmed)) return void 0;
  const parsed2 = ipaddr.process(trimmed);
  return parsed2.kind() === "ipv6" ? withoutZone(parsed2) : parsed2.toString();
}
function withoutZone(address) {
  return new ipaddr.IPv6(address.parts).toString();
}
function trustedProxies(networks2) {
  if (networks2.length === 0) return () => false;
  const ranges = networks2.map((network) => {
    if (ipaddr.isValidCIDR(network)) return ipaddr.parseCIDR(network);
    const single = ipaddr.process(network);
    return [single, single.kind() === "ipv4" ? 32 : 128];
  });
  return (address) => {
    const parsed2 = ipaddr.process(address);
    return ranges.some(([range, bits]) => range.kind() === parsed2.kind() && parsed2.match([range, bits]));
  };
}
function clientAddress(peer, forwardedFor, trusted) {
  let address = normalAddress(peer) ?? "0.0.0.0";
  if (!forwardedFor || !trusted(address)) return address;
  for (const hop of forwardedFor.split(",").reverse()) {
    const next = normalAddress(withoutPort(hop.trim()));
    if (next === void 0) return address;
    address = next;
    if (!trusted(address)) return address;
  }
  return address;
}
function withoutPort(hop) {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop);
  if (bracketed) return bracketed[1] ?? hop;
  return hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
}
function limitKey(address) {
  if (!address.includes(":")) return address;
  return `${ipaddr.parse(address).parts.slice(0, 4).map((part2) => part2.toString(16)).join(":")}::/64`;
}
function truncated(address) {
  if (!address.includes(":")) return address.replace(/\.\d+$/, ".0");
  return `${ipaddr.parse(address).parts.slice(0, 3).map((part2) => part2.toString(16)).join(":")}::`;
}

// src/service/app.ts
import { timingSafeEqual as timingSafeEqual2 } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname as dirname2, join as join4 } from "node:path";
import { fileURLToPath } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono as Hono2 } from "hono";

// src/service/limits.ts
var FIRST_CAPACITY = 8;
var Moments = class {
  #ring = new Float64Array(FIRST_CAPACITY);
  #first = 0;
  length = 0;
  get oldest() {
    return this.#ring[this.#first] ?? 0;
  }
  dropUntil(time) {
    while (this.length > 0 && this.oldest <= time) {
      this.#first = (this.#first + 1) % this.#ring.length;
      this.length -= 1;
    }
  }
  add(time, limit) {
    if (this.length === this.#ring.length) this.#grow(limit);
    this.#ring[(this.#first + this.length) % this.#ring.length] = time;
    this.length += 1;
  }
  #grow(limit) {
    const larger = new Float64Array(Math.max(1, Math.min(limit, this.#ring.length * 2)));
    for (let at = 0; at < this.length; at++) {
      larger[at] = this.#ring[(this.#first + at) % this.#ring.length] ?? 0;
    }
    this.#ring = larger;
    this.#first = 0;
  }
};
function createLimiter(options) {
  const { limit, windowMs, maxKeys = 1e5, now = Date.now } = options;
  const keys = /* @__PURE__ */ new Map();
  function moments(key, time) {
    const found = keys.get(key);
    found?.dropUntil(time - windowMs);
    return found;
  }
  function verdict(counted, time, allowed) {
    const used = counted?.length ?? 0;
    const wait = used > 0 && counted ? counted.oldest + windowMs - time : windowMs;
    return { allowed, limit, remaining: Math.max(0, limit - used), resetSeconds: Math.ceil(wait / 1e3) };
  }
  function touch(key, counted) {
    keys.delete(key);
    keys.set(key, counted);
    if (keys.size > maxKeys) keys.delete(keys.keys().next().value);
  }
  const unlimited = { allowed: true, limit: 0, remaining: 0, resetSeconds: 0 };
  return {
    get size() {
      return keys.size;
    },
    peek(key) {
      if (limit === 0) return unlimited;
      const time = now();
      const counted = moments(key, time);
      return verdict(counted, time, (counted?.length ?? 0) < limit);
    },
    take(key) {
      if (limit === 0) return unlimited;
      const time = now();
      const counted = moments(key, time) ?? new Moments();
      const allowed = counted.length < limit;
      if (allowed) counted.add(time, limit);
      touch(key, counted);
      return verdict(counted, time, allowed);
    }
  };
}
function takeAll(limits) {
  const refused = limits.map(([limiter, key]) => limiter.peek(key)).find(({ allowed }) => !allowed);
  if (refused) return refused;
  return limits.map(([limiter, key]) => limiter.take(key)).reduce(nearer);
}
function nearer(a, b) {
  if (a.limit === 0) return b;
  if (b.limit === 0) return a;
  return b.remaining < a.remaining ? b : a;
}
function rateHeaders(verdict) {
  if (verdict.limit === 0) return {};
  const headers = {
    "X-Rate-Limit-Limit": String(verdict.limit),
    "X-Rate-Limit-Remaining": String(verdict.remaining),
    "X-Rate-Limit-Reset": String(verdict.resetSeconds)
  };
  if (!verdict.allowed) headers["Retry-After"] = String(verdict.resetSeconds);
  return headers;
}
var EXPOSED_HEADERS = "X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset, Retry-After";
function createLimits(settings, now) {
  const limiter = (limit) => createLimiter({
    limit,
    windowMs: settings.limitWindow,
    maxKeys: settings.limitKeys,
    ...now ? { now } : {}
  });
  return {
    ip: limiter(settings.limitIp),
    user: limiter(settings.limitUser),
    statisticsIp: limiter(settings.limitStatisticsIp),
    statisticsUser: limiter(settings.limitStatisticsUser)
  };
}

// src/service/answer.ts
var SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Frame-Options": "DENY"
};
var INERT_HEADERS = {
  ...SECURITY_HEADERS,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store"
};
var PUBLIC_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED_HEADERS
};
function message(status, text5, headers = {}) {
  return {
    status,
    headers: headerList({ ...INERT_HEADERS, "Content-Type": "application/json", ...headers }),
    body: JSON.stringify({ message: text5 })
  };
}
function headerList(headers) {
  return Object.entries(headers).flat();
}

// src/service/statistics/routes.ts
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import * as v5 from "valibot";

// src/service/context.ts
function addressOf(context, request) {
  const forwarded = request.headers["x-forwarded-for"];
  const text5 = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
  return clientAddress(request.socket.remoteAddress ?? "", text5, context.trusted);
}

// src/service/openapi/parts.ts
function ref(name) {
  return { $ref: `#/components/schemas/${name}` };
}
function json(properties, required2) {
  return { type: "object", properties, required: required2, additionalProperties: false };
}
var RATE = Object.fromEntries(
  ["Limit", "Remaining", "Reset"].map((name) => [
    `X-Rate-Limit-${name}`,
    { $ref: `#/components/headers/X-Rate-Limit-${name}` }
  ])
);
function answer(description, schema2) {
  return { description, headers: RATE, content: { "application/json": { schema: schema2 } } };
}
var REASONS = {
  400: "What is wrong with the request, every problem of it.",
  401: "No token, or one that is not good (any more).",
  403: "The account has no statistics of this side.",
  404: "There is nothing at this address.",
  413: "The body is too large.",
  415: "The body is not declared as JSON.",
  429: "A limit is reached; Retry-After says for how many seconds."
};
function refusals(...statuses) {
  const entries = statuses.map((status) => [
    status,
    answer(REASONS[status], ref(status === 400 ? "ValidationFailure" : "Refusal"))
  ]);
  return Object.fromEntries(entries);
}

// src/service/openapi/placement.ts
var TEXT = { type: "string" };
var ID = { type: "integer", minimum: 1 };
var PLACEMENT_EXAMPLES = {
  twoZones: {
    user: {
      ip: "192.0.2.1",
      ua: "Mozilla/5.0",
      language: "en-gb",
      referer: "https://publisher.example/running"
    },
    zones: [{ id: 101 }, { id: 103, sub: 7, keywords: "running,trail" }]
  },
  targeted: {
    user: { ip: "192.0.2.1", gdpr: { gdpr: 1, consent: "" } },
    zones: [{ id: 105, custom_targeting: { edition: "members" } }]
  }
};
function placementPaths() {
  const examples2 = Object.entries(PLACEMENT_EXAMPLES).map(([name, value]) => [name, { value }]);
  const content = { schema: ref("AdRequest"), examples: Object.fromEntries(examples2) };
  const failure = (description, name) => ({
    description,
    content: { "application/json": { schema: ref(name) } }
  });
  return {
    "/v1/placement": {
      post: {
        tags: ["Ad placement"],
        summary: "Ads for the zones of a page.",
        description: "Browsers send text/plain, so that they need no preflight request.",
        operationId: "placement",
        requestBody: { required: true, content: { "text/plain": content, "application/json": content } },
        responses: {
          200: {
            description: "An ad or null for each zone, in the order asked.",
            content: { "application/json": { schema: ref("AdResponse") } }
          },
          400: failure("What is wrong with the request, every problem of it.", "ValidationFailure"),
          405: failure("Not a POST.", "Refusal"),
          413: failure("The body is too large.", "Refusal"),
          429: failure("A limit is reached; Retry-After says for how many seconds.", "Refusal"),
          503: failure("The service stops, or has more to do than it can.", "Refusal")
        }
      }
    }
  };
}
function placementSchemas() {
  const user = {
    id: TEXT,
    ip: { ...TEXT, description: "Required of callers that are no browsers." },
    ua: TEXT,
    language: { ...TEXT, pattern: "^[A-Za-z]{2}(-[A-Za-z]{2})?$" },
    referer: {
      ...TEXT,
      description: "Address of the page; its words are matched when a zone has no keywords."
    },
    el: { ...TEXT, contentEncoding: "base64", description: "E-mail address." },
    gdpr: json({ gdpr: { enum: [0, 1] }, consent: TEXT }, ["gdpr"]),
    buyeruids: { ...TEXT, contentEncoding: "base64", contentMediaType: "application/json" }
  };
  const zone2 = {
    id: { type: "integer" },
    sub: { type: "integer" },
    keywords: { ...TEXT, description: "Comma separated." },
    custom_targeting: { type: "object", additionalProperties: TEXT }
  };
  const banner = { url: TEXT, impression: TEXT, image: TEXT, width: ID, height: ID };
  return {
    AdRequest: json(
      {
        user: json(user, []),
        zones: { type: "array", items: json(zone2, ["id"]), minItems: 1, maxItems: 100 }
      },
      ["user", "zones"]
    ),
    AdResponse: json(
      {
        zones: { type: "array", items: { anyOf: [ref("ZoneResult"), { type: "null" }] } },
        errors: {
          type: "object",
          additionalProperties: { type: "array", items: TEXT },
          description: "Messages by the zero-based position of the zone."
        }
      },
      ["zones", "errors"]
    ),
    ZoneResult: json(
      { idzone: ID, type: { const: "banner" }, data: json(banner, ["url", "impression", "image"]) },
      ["idzone", "type", "data"]
    )
  };
}

// src/service/openapi/statistics.ts
import { toJsonSchema } from "@valibot/to-json-schema";

// src/service/statistics/login.ts
import { createHmac } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import * as v3 from "valibot";

// src/service/statistics/validation.ts
import * as v2 from "valibot";
var UNEXPECTED = "This field was not expected.";
var MISSING = "This field is missing.";
var OVERLOOKED = ["__proto__", "constructor", "prototype"];
function object(entries, expected = "Expected an object.") {
  const schema2 = v2.objectWithRest(entries, v2.never(UNEXPECTED), (issue) => issue.path ? MISSING : expected);
  const run3 = (given, config) => {
    const dataset = Array.isArray(given.value) ? { ...given, value: given.value.length > 0 ? null : {} } : given;
    const overlooked = OVERLOOKED.filter((name) => Object.hasOwn(Object(dataset.value), name));
    const result = schema2["~run"](dataset, config);
    if (overlooked.length === 0) return result;
    const issues = overlooked.map((name) => ({ message: UNEXPECTED, path: pathOf2(name) }));
    return { ...result, issues: [...result.issues ?? [], ...issues] };
  };
  return { ...schema2, "~run": run3 };
}
function either(first, a, b) {
  const union2 = v2.union([a, b]);
  const run3 = (dataset, config) => (first(dataset.value) ? a : b)["~run"](dataset, config);
  return { ...union2, "~run": run3 };
}
function always(check3) {
  const run3 = (dataset, config) => {
    if (!Array.isArray(dataset.value)) return dataset;
    const { issues } = check3["~run"]({ typed: true, value: dataset.value }, config);
    if (!issues) return dataset;
    return { ...dataset, issues: [...dataset.issues ?? [], ...issues] };
  };
  return { ...check3, "~run": run3 };
}
function pathOf2(...keys) {
  const items = keys.map((key) => ({ type: "unknown", origin: "value", input: {}, key, value: {} }));
  return items;
}
var MAX_PROBLEMS = 100;
function problemsOf(issues) {
  const problems = /* @__PURE__ */ new Map();
  for (const { path = [], message: message2 } of issues) {
    const at = path.map(({ key }) => `[${String(key)}]`).join("") || "[body]";
    problems.set(`${at} ${message2}`, { [at]: message2 });
  }
  const list2 = [...problems.values()];
  if (list2.length <= MAX_PROBLEMS) return list2;
  return [...list2.slice(0, MAX_PROBLEMS), { "[body]": `And ${list2.length - MAX_PROBLEMS} problems more.` }];
}

// src/service/statistics/login.ts
var TOKEN_LIFE = 3600;
var ALGORITHM = "HS256";
var credential = v3.pipe(
  v3.string("Expected a text."),
  v3.minLength(1, "Expected a text."),
  v3.maxLength(1e3, "Expected a text of at most 1000 characters.")
);
var loginSchema = either(
  (input) => Object.hasOwn(Object(input), "api_token"),
  object({ api_token: credential }),
  object({ username: credential, password: credential })
);
async function accountFor(credentials, { catalogue }) {
  const { accounts } = catalogue().data;
  if ("api_token" in credentials) {
    const hash2 = hashToken(credentials.api_token);
    return accounts.find(({ apiTokens }) => apiTokens.includes(hash2));
  }
  const account2 = accounts.find(({ username }) => username === credentials.username);
  const right = await verifyPassword(credentials.password, account2?.password);
  return right ? account2 : void 0;
}
async function issueToken(account2, context) {
  const issued = Math.floor(context.now() / 1e3);
  const token = await new SignJWT().setProtectedHeader({ alg: ALGORITHM }).setSubject(String(account2.id)).setIssuedAt(issued).setExpirationTime(issued + TOKEN_LIFE).sign(keyOf(context));
  return { token, type: "Bearer", expires_in: TOKEN_LIFE };
}
async function accountOf(header2, context) {
  const token = /^Bearer +([\w.-]+) *$/i.exec(header2 ?? "")?.[1];
  if (!token) return void 0;
  try {
    const { payload } = await jwtVerify(token, keyOf(context), {
      algorithms: [ALGORITHM],
      currentDate: new Date(context.now())
    });
    return context.catalogue().accounts.get(Number(payload.sub));
  } catch {
    return void 0;
  }
}
function keyOf({ secret }) {
  return createHmac("sha256", secret).update("statistics tokens").digest();
}

// src/service/statistics/request.ts
import * as v4 from "valibot";

// src/service/statistics/timezones.ts
var MINUTE = 6e4;
var DAY = 864e5;
var STEP = 7 * DAY;
var TIMEZONES = [
  .../* @__PURE__ */ new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])
].sort();
function isTimezone(name) {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}
function offsetsBetween(timezone, from, to) {
  const clock = clockOf(timezone);
  const offsets = [];
  let minutes = clock(from);
  for (let at = from; at < to; at = Math.min(at + STEP, to)) {
    const next = Math.min(at + STEP, to);
    const then = clock(next);
    if (then !== minutes) offsets.push({ until: firstWith(clock, then, at, next), minutes });
    minutes = then;
  }
  return [...offsets, { until: to, minutes }];
}
function firstWith(clock, minutes, from, to) {
  let [before, after] = [Math.floor(from / MINUTE), Math.ceil(to / MINUTE)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (clock(middle * MINUTE) === minutes) after = middle;
    else before = middle;
  }
  return after * MINUTE;
}
var clocks = /* @__PURE__ */ new Map();
function clockOf(timezone) {
  const known5 = clocks.get(timezone);
  if (known5) return known5;
  const clock = makeClock(timezone);
  clocks.set(timezone, clock);
  return clock;
}
function makeClock(timezone) {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric"
  });
  return (time) => {
    const parts = Object.fromEntries(
      format.formatToParts(time).map(({ type, value }) => [type, Number(value)])
    );
    const { year = 0, month = 1, day: day2 = 1, hour = 0, minute = 0 } = parts;
    return Math.floor(Date.UTC(year, month - 1, day2, hour, minute) / MINUTE) - Math.floor(time / MINUTE);
  };
}

// src/service/statistics/request.ts
function list(item, most, what) {
  return v4.pipe(
    v4.array(item, `Expected a list of ${what}.`),
    v4.minLength(1, `Expected a list of at least one of the ${what}.`),
    always(v4.maxLength(most, `Expected at most ${most} ${what}.`))
  );
}
function oneOf(names, hint = () => "") {
  const message2 = ({ input }) => `${typeof input === "string" ? hint(input) : ""}Expected one of: ${names.join(", ")}.`;
  return v4.pipe(v4.string(message2), v4.values(names, message2));
}
function once(textOf, message2) {
  const isFirst = (entry, index, entries) => {
    const text5 = textOf(entry);
    return typeof text5 !== "string" || entries.findIndex((other) => textOf(other) === text5) === index;
  };
  return always(v4.checkItems(isFirst, message2));
}
function whole2(least, most) {
  const message2 = `Expected a whole number from ${least} to ${most}.`;
  return v4.pipe(v4.number(message2), v4.integer(message2), v4.minValue(least, message2), v4.maxValue(most, message2));
}
function text2(form, message2) {
  return v4.pipe(v4.string(message2), v4.regex(form, message2));
}
var FLAG = v4.pipe(v4.number("Expected 0 or 1."), v4.values([0, 1], "Expected 0 or 1."));
var TIMEZONE = v4.pipe(
  v4.string("Expected the name of a time zone."),
  v4.check(isTimezone, "There is no such time zone; /collections/timezones lists them."),
  v4.examples([DEFAULT_TIMEZONE])
);
var DAY2 = v4.pipe(
  v4.string("Expected a day as YYYY-mm-dd."),
  v4.regex(/^\d{4}-\d{2}-\d{2}$/, "Expected a day as YYYY-mm-dd."),
  v4.check((day2) => !/^\d{4}-\d{2}-\d{2}$/.test(day2) || isDay(day2), "There is no such day."),
  v4.metadata({ format: "date" })
);
var COUNTRY = v4.pipe(
  v4.string("Expected a three-letter country code."),
  v4.check(knownCountry, ({ input }) => `"${input}" is not the iso3 of a country in /collections/countries.`),
  v4.examples(["USA"])
);
var FORMS = {
  date: DAY2,
  adblock: oneOf(["adblock", "all", "standard"]),
  flag: FLAG,
  countries: list(COUNTRY, MAX_FILTER_VALUES, "three-letter country codes"),
  ids: list(whole2(0, Number.MAX_SAFE_INTEGER), MAX_FILTER_VALUES, "ids"),
  integers: list(whole2(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER), MAX_FILTER_VALUES, "whole numbers"),
  hours: list(whole2(0, 23), 24, "hours"),
  hostnames: list(
    text2(/^[a-z0-9.-]+$/, "Expected letters a-z, digits, hyphens and dots."),
    MAX_FILTER_VALUES,
    "hostnames"
  ),
  sizes: list(text2(/^\d+x\d+$/, "Expected a size as WIDTHxHEIGHT."), MAX_FILTER_VALUES, "sizes")
};
function filterOf(role) {
  const keys = namesFor(FILTERS, role);
  const entries = Object.fromEntries(keys.map((key) => [key, v4.optional(FORMS[FILTERS[key].form])]));
  return v4.pipe(
    object(entries),
    v4.rawCheck(({ dataset, addIssue }) => {
      const filter = dataset.value;
      const { date_from: from, date_to: to } = filter ?? {};
      if (typeof from !== "string" || typeof to !== "string" || !isDay(from) || !isDay(to) || from <= to)
        return;
      addIssue({
        message: `Expected a day not before date_from, ${from}.`,
        path: pathOf2("date_to")
      });
    })
  );
}
function groupBy(role) {
  return v4.pipe(
    list(oneOf(namesFor(GROUPINGS, role)), MAX_GROUPINGS, "groupings"),
    once((grouping) => grouping, "This grouping is named twice.")
  );
}
function orderBy(viewer) {
  const fields = [...Object.keys(ORDER_METRICS), ...orderGroupingsOf(viewer.role), ...goalsOf(viewer)];
  const hint = (name) => isGoal(name) && viewer.goals === 0 ? `${GOALS_NEED_TRACKING} ` : "";
  const entry = object({ field: oneOf(fields, hint), order: oneOf(["asc", "desc"]) });
  return v4.pipe(
    v4.array(entry, "Expected a list of objects with field and order."),
    always(v4.maxLength(MAX_ORDERS, `Expected at most ${MAX_ORDERS} orders.`)),
    once((order) => order?.field, "This field is named twice.")
  );
}
var GOALS_NEED_TRACKING = "Goals exist only for accounts with conversion tracking.";
function goalsOf(viewer) {
  return viewer.role === "advertiser" ? Object.keys(metricsOf("goals", viewer)) : [];
}
function isGoal(name) {
  return /^(g|ecpa)\d+$/.test(name) || name === "goals";
}
function projection(viewer) {
  const blocks = blocksOf(viewer);
  const hint = (name) => isGoal(name) && viewer.role === "advertiser" ? `${GOALS_NEED_TRACKING} ` : "";
  const names = list(oneOf(blocks, hint), Object.keys(BLOCKS).length, "blocks");
  const entries = Object.fromEntries(blocks.map((block) => [block, v4.optional(metricsIn(block, viewer))]));
  const metrics3 = v4.pipe(
    object(entries, "Expected a list of blocks, or an object with a list of metrics for each block."),
    v4.check((value) => Object.keys(value).length > 0, `Expected at least one of: ${blocks.join(", ")}.`)
  );
  return either(Array.isArray, names, metrics3);
}
function metricsIn(block, viewer) {
  const names = Object.keys(metricsOf(block, viewer));
  return list(
    oneOf(names, (name) => otherwise(block, name)),
    names.length,
    "metrics"
  );
}
function otherwise(block, name) {
  const plain = block === "rtb" ? name.replace(new RegExp(`^(${Object.keys(RTB_PREFIXES).join("|")})`), "") : name;
  const metric = metricsOf(block, { kind: "network", role: "advertiser", goals: 0 })[plain];
  if (!metric) return "";
  const kinds = plain === name ? metric.accounts : ["network"];
  return `${name} is only for ${kinds.join(" and ")} accounts. `;
}
var schemas = /* @__PURE__ */ new Map();
function schemaFor(viewer, named3) {
  const key = `${viewer.kind} ${viewer.role} ${viewer.goals} ${named3}`;
  const schema2 = schemas.get(key) ?? requestSchema(viewer, named3);
  schemas.set(key, schema2);
  return schema2;
}
function requestSchema(viewer, named3) {
  return v4.pipe(
    object({
      count: v4.optional(FLAG, 0),
      detailed: v4.optional(FLAG, 0),
      timezone: v4.optional(TIMEZONE, DEFAULT_TIMEZONE),
      totals: v4.optional(FLAG, 0),
      filter: v4.optional(filterOf(viewer.role), {}),
      group_by: named3 ? v4.optional(groupBy(viewer.role), [named3]) : groupBy(viewer.role),
      order_by: v4.optional(orderBy(viewer), []),
      projection: v4.optional(projection(viewer), blocksOf(viewer)),
      limit: v4.optional(whole2(1, MAX_LIMIT), DEFAULT_LIMIT),
      offset: v4.optional(whole2(0, Number.MAX_SAFE_INTEGER), 0)
    }),
    v4.rawCheck(({ dataset, addIssue }) => {
      const { order_by: orders, group_by: groupings } = dataset.value ?? {};
      if (!Array.isArray(orders) || !Array.isArray(groupings)) return;
      for (const [index, order] of orders.entries()) {
        const field = order?.field;
        if (!orderGroupingsOf(viewer.role).includes(field) || groupings.includes(field)) continue;
        const path = pathOf2("order_by", index, "field");
        addIssue({ message: `To order by ${field}, name it in group_by as well.`, path });
      }
    })
  );
}
function readRequest(input, viewer, named3, now) {
  const read2 = v4.safeParse(schemaFor(viewer, named3), input);
  if (!read2.success) return { errors: problemsOf(read2.issues) };
  const { filter, group_by, order_by, projection: asked, timezone, limit, offset } = read2.output;
  const { date_from, date_to, ...others } = filter;
  const { count: count3, detailed, totals } = read2.output;
  return {
    request: {
      role: viewer.role,
      viewer,
      groupings: group_by,
      ...period(date_from, date_to, now),
      filter: others,
      orders: order_by,
      projection: metricsAsked(asked, viewer),
      timezone,
      count: count3 === 1,
      detailed: detailed === 1,
      totals: totals === 1,
      limit,
      offset
    }
  };
}
function period(from, to, now) {
  const today = now.toISOString().slice(0, 10);
  const last = to ?? (from && from > today ? from : today);
  return { from: from ?? `${last.slice(0, 7)}-01`, to: last };
}
function metricsAsked(asked, viewer) {
  if (!Array.isArray(asked)) return asked;
  return Object.fromEntries(asked.map((block) => [block, Object.keys(metricsOf(block, viewer))]));
}

// src/service/openapi/statistics.ts
var ROLES = ["advertiser", "publisher"];
var everything = (role) => ({ kind: "network", role, goals: MAX_GOALS });
function schemaOf(schema2) {
  const converted = toJsonSchema(schema2, {
    errorMode: "ignore",
    typeMode: "input",
    target: "draft-2020-12",
    // Fields that no entry names are refused.
    overrideSchema: ({ valibotSchema, jsonSchema }) => valibotSchema.type === "object_with_rest" ? { ...jsonSchema, additionalProperties: false } : void 0
  });
  const { $schema: _, ...rest } = converted;
  return rest;
}
var EXAMPLES = {
  advertiser: {
    campaignsByDate: {
      group_by: ["date", "campaign_id"],
      order_by: [{ field: "date", order: "asc" }],
      projection: ["base"],
      totals: 1
    },
    bestCountries: {
      group_by: ["country_iso"],
      filter: { date_from: "2026-11-01", date_to: "2026-11-20", exclude_deleted: 1 },
      order_by: [{ field: "ctr", order: "desc" }],
      projection: { base: ["impressions", "clicks", "ctr", "cost"] },
      limit: 10
    },
    hoursOfVideo: {
      group_by: ["hour"],
      timezone: "Europe/Berlin",
      filter: { hour: [18, 19, 20, 21], adblock: "standard" },
      projection: { video: ["impressions", "views", "vtr"] }
    }
  },
  publisher: {
    zonesOfAMonth: {
      group_by: ["date", "zone_id"],
      filter: { date_from: "2026-11-01", date_to: "2026-11-30" },
      projection: { base: ["ad_requests", "fill_rate", "impressions", "revenue"] }
    },
    threeCountriesOnPhones: {
      group_by: ["site_id"],
      filter: { country_iso: ["DEU", "AUT", "CHE"], device_type_id: [2] },
      detailed: 1
    },
    howMany: { group_by: ["sub"], count: 1 },
    pageTwenty: {
      group_by: ["zone_id", "country_iso"],
      order_by: [{ field: "ctr", order: "desc" }],
      limit: 50,
      offset: 950
    }
  }
};
var DESCRIBED = {
  advertiser: "Statistics of the account's campaigns; of its members' campaigns for a network.",
  publisher: "Statistics of the account's sites and zones; of its members' for a network."
};
function statisticsPaths() {
  const reports = ROLES.map((role) => [`/v2/statistics/${ROLE_SEGMENTS[role]}/{segment}`, reportPath(role)]);
  const collections = ["", "/v2"].flatMap((base) => [
    [`${base}/collections/countries`, collection("Countries by name", ref("Country"))],
    [`${base}/collections/timezones`, collection("IANA time zones", { type: "string" })]
  ]);
  return { "/v2/login": { post: login() }, ...Object.fromEntries([...reports, ...collections]) };
}
function statisticsSchemas() {
  const roles = ROLES.flatMap((role) => [
    [requestName(role), schemaOf(requestSchema(everything(role)))],
    [reportName(role), report(role)],
    [`${title(role)}Metrics`, metrics(role)]
  ]);
  const id2 = { type: "integer" };
  const text5 = { type: "string" };
  return {
    ...Object.fromEntries(roles),
    GroupBy: { type: "object", properties: groupDetails(), additionalProperties: false },
    Login: schemaOf(loginSchema),
    Token: required({
      token: text5,
      type: { const: "Bearer" },
      expires_in: { ...id2, description: "Seconds." }
    }),
    Country: required({ id: id2, iso2: text5, iso3: text5, name: text5 }),
    ValidationFailure: required({
      errors: {
        type: "array",
        items: { type: "object", additionalProperties: text5 },
        description: "One object of one key, the field's path, for each problem."
      }
    }),
    Refusal: required({ message: text5 })
  };
}
function reportPath(role) {
  const segments = [GLOBAL, ...namesFor(GROUPINGS, role)];
  const described = {
    tags: ["Statistics"],
    summary: DESCRIBED[role],
    security: [{ token: [] }],
    responses: {
      200: answer("The report.", ref(reportName(role))),
      ...refusals(400, 401, 403, 404, 429)
    }
  };
  const examples2 = Object.entries(EXAMPLES[role]).map(([name, value]) => [name, { value }]);
  return {
    parameters: [
      {
        name: "segment",
        in: "path",
        required: true,
        description: "A grouping stands in for `group_by` where the request has none.",
        schema: { enum: segments }
      }
    ],
    post: {
      ...described,
      operationId: `${role}Statistics`,
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: ref(requestName(role)), examples: Object.fromEntries(examples2) }
        }
      },
      responses: { ...described.responses, ...refusals(413, 415) }
    },
    get: { ...described, operationId: `${role}StatisticsByQuery`, parameters: queryParameters(role) }
  };
}
function queryParameters(role) {
  const { properties } = schemaOf(requestSchema(everything(role)));
  return Object.entries(properties).map(([name, schema2]) => {
    const isList = schema2.type === "array";
    return {
      name: isList ? `${name}[]` : name,
      in: "query",
      ...!isList && typeof schema2.type !== "string" && { style: "deepObject" },
      ...schema2.type === "object" && { style: "deepObject" },
      explode: true,
      schema: schema2
    };
  });
}
function login() {
  return {
    tags: ["Signing in"],
    summary: "A token for credentials.",
    operationId: "login",
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: ref("Login"),
          examples: {
            token: { value: { api_token: "\u2026" } },
            password: { value: { username: "publisher", password: "\u2026" } }
          }
        }
      }
    },
    responses: { 200: answer("The token.", ref("Token")), ...refusals(400, 401, 413, 415, 429) }
  };
}
function collection(summary, items) {
  const responses = {
    200: answer(summary, required({ result: { type: "array", items } })),
    ...refusals(401, 429)
  };
  return { get: { tags: ["Collections"], summary, security: [{ token: [] }], responses } };
}
function title(role) {
  return role === "advertiser" ? "Advertiser" : "Publisher";
}
var requestName = (role) => `${title(role)}Request`;
var reportName = (role) => `${title(role)}Report`;
function required(properties) {
  return json(properties, Object.keys(properties));
}
function report(role) {
  const count3 = { type: "integer", minimum: 0 };
  const record2 = {
    allOf: [ref(`${title(role)}Metrics`)],
    properties: { group_by: ref("GroupBy") },
    unevaluatedProperties: false
  };
  return json(
    {
      request_metadata: required({ count: count3, limit: count3, offset: count3 }),
      result: { type: "array", items: record2, description: "Absent with `count: 1`." },
      result_total: {
        allOf: [ref(`${title(role)}Metrics`)],
        unevaluatedProperties: false,
        description: "Present with `totals: 1`."
      }
    },
    ["request_metadata"]
  );
}
function metrics(role) {
  const viewer = everything(role);
  const numbers = (block) => Object.fromEntries(
    Object.entries(metricsOf(block, viewer)).map(([name, metric]) => [name, number3(metric)])
  );
  const { base, ...others } = Object.fromEntries(blocksOf(viewer).map((block) => [block, numbers(block)]));
  const blocks = Object.entries(others).map(([block, properties]) => [
    block,
    { type: "object", properties, additionalProperties: false }
  ]);
  return {
    type: "object",
    properties: { ...base, ...Object.fromEntries(blocks) },
    description: `Skipped RTB queries are shown only when all groupings are among ${SKIPPED_GROUPINGS.join(", ")}.`
  };
}
var UNITS = {
  count: "",
  money: " In the account's currency.",
  percent: " Percent, 0 to 100.",
  milliseconds: " Milliseconds."
};
function number3({ label, unit, accounts, sum: sum2 }) {
  const whose = accounts.length === 3 ? "" : ` For ${accounts.join(" and ")} accounts.`;
  const type = sum2 && (unit === "count" || unit === "milliseconds") ? "integer" : "number";
  return { type, description: `${label}.${UNITS[unit]}${whose}` };
}
var TEXT2 = { type: "string" };
var DAY3 = { type: "string", format: "date" };
var ENTITY = { id: { type: "integer" }, name: TEXT2 };
var COUNTRY2 = { country_iso: TEXT2, country_long_name: TEXT2, country_short_name: TEXT2 };
var MORE = {
  ...Object.fromEntries(
    ["week", "month", "quarter", "year"].map((name) => [name, { date_from: DAY3, date_to: DAY3 }])
  ),
  campaign_id: { advertiser_id: { type: "integer" }, advertiser_name: TEXT2 },
  variation_id: { campaign_id: TEXT2, campaign_name: TEXT2, size: TEXT2 },
  site_id: { hostname: TEXT2, publisher_id: { type: "integer" }, publisher_name: TEXT2 },
  zone_id: { site_id: TEXT2, site_name: TEXT2, size: TEXT2 },
  country_iso: { iso2: TEXT2 }
};
var OWN2 = {
  date: { date: DAY3 },
  hour: { hour: { type: "integer", minimum: 0, maximum: 23 } },
  year: { year: { type: "integer" } },
  sub: { sub: { type: "integer" } },
  campaign_id: { active: { enum: ["0", "1"] }, campaign_ad_type_name: TEXT2, id: TEXT2, name: TEXT2 },
  site_id: { id: TEXT2, name: TEXT2 },
  country_iso: COUNTRY2,
  region_id: { ...COUNTRY2, ...ENTITY },
  adblock: { adblock: { enum: ["adblock", "standard"] } }
};
function groupDetails() {
  const names = Object.keys(GROUPINGS);
  return Object.fromEntries(
    names.map((name) => {
      const own2 = OWN2[name] ?? (GROUPINGS[name].kind === "id" ? ENTITY : { [name]: TEXT2 });
      return [name, json({ ...own2, ...MORE[name] }, Object.keys(own2))];
    })
  );
}

// src/service/openapi/document.ts
var made;
function openApi() {
  made ??= {
    openapi: "3.1.0",
    info: {
      title: "Ad placement and statistics",
      version: "2",
      description: "Ads for the zones of a page in one request, and what became of them as reports."
    },
    servers: [{ url: "/" }],
    paths: { ...placementPaths(), ...statisticsPaths() },
    components: {
      schemas: { ...placementSchemas(), ...statisticsSchemas() },
      headers: {
        "X-Rate-Limit-Limit": header("Requests in a minute, of the limit that is nearest to blocking."),
        "X-Rate-Limit-Remaining": header("How many more pass now."),
        "X-Rate-Limit-Reset": header("Whole seconds until one more passes.")
      },
      securitySchemes: { token: { type: "http", scheme: "bearer", description: "The token of /v2/login." } }
    }
  };
  return made;
}
function header(description) {
  return { description, schema: { type: "integer" } };
}

// src/service/statistics/access.ts
function mayAsk(account2, role) {
  return account2.role === role || account2.role === "network";
}
function viewerOf(account2, role) {
  const kind = account2.role;
  return { kind, role, goals: account2.goals };
}
function scopeOf(account2, role, { data }) {
  const members = data.accounts.filter((other) => other.network === account2.id && other.role === role);
  const accounts = account2.role === "network" ? members : [account2];
  return {
    accounts: accounts.map(({ id: id2 }) => id2),
    deletedCampaigns: data.campaigns.filter(({ deleted }) => deleted).map(({ id: id2 }) => id2)
  };
}

// src/service/statistics/exactJson.ts
var MARK2 = "\0";
var MARKED = /"\\u0000(-?\d+(?:\.\d+)?)"/g;
function exact(digits) {
  const text5 = String(digits);
  const shown = text5.includes(".") ? text5.replace(/\.?0+$/, "") : text5;
  return `${MARK2}${shown}`;
}
function stringify(value) {
  return JSON.stringify(value).replace(MARKED, "$1");
}

// src/service/statistics/queryString.ts
import qs from "qs";

// src/service/object.ts
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// src/service/statistics/queryString.ts
var NUMERIC_FORMS = ["ids", "integers", "hours", "flag"];
var NUMBERS = /* @__PURE__ */ new Set([
  ...["count", "detailed", "totals", "limit", "offset"],
  ...Object.entries(FILTERS).flatMap(([key, { form }]) => NUMERIC_FORMS.includes(form) ? [key] : [])
]);
var SINGLE_FORMS = ["date", "adblock", "flag"];
var LISTS = /* @__PURE__ */ new Set([
  "group_by",
  ...Object.entries(FILTERS).flatMap(([key, { form }]) => SINGLE_FORMS.includes(form) ? [] : [key])
]);
function fromQueryString(search) {
  const parsed2 = qs.parse(search.replace(/^\?/, ""), {
    depth: 4,
    arrayLimit: MAX_FILTER_VALUES,
    parameterLimit: 1e4
  });
  const { filter, projection: projection2 } = parsed2;
  return {
    ...typed(parsed2),
    ...isObject(filter) && { filter: typed(filter) },
    ...projection2 !== void 0 && { projection: listed(projection2) }
  };
}
function listed(projection2) {
  if (typeof projection2 === "string") return [projection2];
  if (!isObject(projection2)) return projection2;
  const metrics3 = Object.entries(projection2);
  return Object.fromEntries(
    metrics3.map(([block, names]) => [block, typeof names === "string" ? [names] : names])
  );
}
function typed(values2) {
  const entries = Object.entries(values2).map(([key, value]) => {
    const list2 = LISTS.has(key) && typeof value === "string" ? [value] : value;
    return [key, NUMBERS.has(key) ? numeric(list2) : list2];
  });
  return Object.fromEntries(entries);
}
function numeric(value) {
  if (Array.isArray(value)) return value.map(numeric);
  return typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}

// src/service/statistics/details.ts
var DAY_MS2 = 864e5;
function detailOf(grouping, value, context) {
  return DETAILS[grouping](value, context);
}
var DETAILS = {
  date: (value) => ({ date: dayOf(value) }),
  hour: (value) => ({ hour: Number(value) }),
  week: (value, { detailed }) => ({ week: isoWeek(value), ...detailed && period2(value, 7 * DAY_MS2) }),
  month: (value, { detailed }) => ({ month: dayOf(value).slice(0, 7), ...detailed && months(value, 1) }),
  quarter: (value, { detailed }) => ({ quarter: quarterOf(value), ...detailed && months(value, 3) }),
  year: (value, { detailed }) => ({
    year: Number(value),
    ...detailed && { date_from: `${value}-01-01`, date_to: `${value}-12-31` }
  }),
  campaign_id: campaignDetail,
  variation_id: variationDetail,
  offer_id: (value, { catalogue }) => named2(value, catalogue.offers, "Offer"),
  offer_landing_page_id: (value, { catalogue }) => named2(value, catalogue.offerLandingPages, "Landing page"),
  advertiser_ad_type_id: (value) => known2(value, adTypes, "Ad type"),
  publisher_ad_type_id: (value) => known2(value, adTypes, "Ad type"),
  site_id: siteDetail,
  site_hostname: (value) => ({ site_hostname: String(value) }),
  zone_id: zoneDetail,
  sub: (value) => ({ sub: Number(value) }),
  size: (value) => ({ size: String(value) }),
  category_id: (value, { catalogue }) => named2(value, catalogue.categories, "Category"),
  country_iso: (value, { detailed }) => {
    const iso2 = detailed ? countryOf(String(value))?.iso2 : void 0;
    return { ...countryNames(String(value)), ...iso2 && { iso2 } };
  },
  region_id: (value, { catalogue }) => {
    const { id: id2, name } = named2(value, catalogue.regions, "Region");
    return { ...countryNames(catalogue.regions.get(id2)?.country ?? ""), id: id2, name };
  },
  language_id: (value) => known2(value, languages, "Language"),
  browser_id: (value) => known2(value, browsers, "Browser"),
  operating_system_id: (value) => known2(value, operatingSystems, "Operating system"),
  device_id: (value) => known2(value, devices, "Device"),
  device_type_id: (value) => known2(value, deviceTypes, "Device type"),
  carrier_id: (value, { catalogue }) => named2(value, catalogue.carriers, "Carrier"),
  adblock: (value) => ({ adblock: value ? "adblock" : "standard" })
};
function named2(value, names, what) {
  const id2 = Number(value);
  return { id: id2, name: names.get(id2)?.name ?? `${what} ${id2}` };
}
function known2(value, names, what) {
  const id2 = Number(value);
  return { id: id2, name: names.name(id2) ?? `${what} ${id2}` };
}
function campaignDetail(value, { catalogue, detailed }) {
  const { id: id2, name } = named2(value, catalogue.campaigns, "Campaign");
  const campaign2 = catalogue.campaigns.get(id2);
  const owner = campaign2 && catalogue.accounts.get(campaign2.account);
  return {
    active: campaign2?.active && !campaign2.deleted ? "1" : "0",
    campaign_ad_type_name: adTypes.name(1) ?? "",
    id: String(id2),
    name,
    ...detailed && owner && { advertiser_id: owner.id, advertiser_name: owner.name }
  };
}
function variationDetail(value, { catalogue, detailed }) {
  const id2 = Number(value);
  const { variation: variation2, campaign: campaign2 } = catalogue.variations.get(id2) ?? {};
  return {
    id: id2,
    name: variation2?.name ?? `Variation ${id2}`,
    ...detailed && variation2 && campaign2 && { campaign_id: String(campaign2.id), campaign_name: campaign2.name, size: variation2.size }
  };
}
function siteDetail(value, { catalogue, detailed }) {
  const { id: id2, name } = named2(value, catalogue.sites, "Site");
  const site2 = catalogue.sites.get(id2);
  const owner = site2 && catalogue.accounts.get(site2.account);
  return {
    id: String(id2),
    name,
    ...detailed && site2 && { hostname: site2.hostname },
    ...detailed && owner && { publisher_id: owner.id, publisher_name: owner.name }
  };
}
function zoneDetail(value, { catalogue, detailed }) {
  const { id: id2, name } = named2(value, catalogue.zones, "Zone");
  const zone2 = catalogue.zones.get(id2);
  const site2 = zone2 && catalogue.sites.get(zone2.site);
  return {
    id: id2,
    name,
    ...detailed && zone2 && { size: zone2.size },
    ...detailed && site2 && { site_id: String(site2.id), site_name: site2.name }
  };
}
function countryNames(iso3) {
  const country = countryOf(iso3);
  return {
    country_iso: iso3,
    country_long_name: country?.name ?? iso3,
    country_short_name: country?.iso2 ?? iso3
  };
}
function dayOf(value) {
  return value.toISOString().slice(0, 10);
}
function isoWeek(monday) {
  const thursday = new Date(monday.getTime() + 3 * DAY_MS2);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS2)) + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
}
function quarterOf(value) {
  const first = value;
  return `${first.getUTCFullYear()}-Q${Math.floor(first.getUTCMonth() / 3) + 1}`;
}
function period2(first, length) {
  return { date_from: dayOf(first), date_to: dayOf(new Date(first.getTime() + length - DAY_MS2)) };
}
function months(first, count3) {
  const from = first;
  const end = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + count3, 1);
  return period2(first, end - from.getTime());
}

// src/service/statistics/query.ts
var RECORDS = "records";
var TOTAL = "t_";
function reportQuery(request, scope) {
  const parameters = [];
  const where = conditions(request, scope, parameters).join(" AND ");
  const groups = request.groupings.map((grouping, index) => ({ grouping, column: `g${index}` }));
  const keys = groups.map(({ grouping, column }) => `${groupValue(grouping, request)} AS ${column}`);
  if (request.count) {
    const distinct = `SELECT DISTINCT ${keys.join(", ")} FROM facts WHERE ${where}`;
    return { sql: `SELECT count(*) AS ${RECORDS} FROM (${distinct})`, parameters, groups, metrics: [] };
  }
  const metrics3 = shownMetrics(request).map((metric, index) => ({ ...metric, column: `m${index}` }));
  const orders = request.orders.map(({ field, order }, index) => {
    return { definition: orderMetric(field, request), field, column: `o${index}`, order };
  });
  const summed2 = [...metrics3, ...orders].flatMap(({ definition }) => definition ?? []);
  const sums = countersOf(summed2, request).map((counter) => `coalesce(sum(${counter}), 0) AS ${counter}`);
  const values2 = (prefix) => metrics3.map(({ definition, column }) => `${formula(definition, request)} AS ${prefix}${column}`);
  const ordering = orders.map(({ definition, field, column }) => {
    const grouped = groups.find(({ grouping }) => grouping === field)?.column;
    return `${definition ? formula(definition, request) : grouped} AS ${column}`;
  });
  const sorted = [
    ...orders.map(({ column, order }) => `${column} ${order} NULLS LAST`),
    // No two records have the same groups, so pages neither skip nor repeat one.
    ...groups.map(({ column }) => `${column} ASC NULLS LAST`)
  ].join(", ");
  const sql = `WITH grouped AS MATERIALIZED (
  SELECT ${[...keys, ...sums].join(", ")} FROM facts WHERE ${where} GROUP BY ${groups.map((_, at) => at + 1).join(", ")}
), total AS (
  SELECT ${[RECORDS, ...request.totals ? values2(TOTAL) : []].join(", ")}
  FROM (SELECT ${[`count(*) AS ${RECORDS}`, ...request.totals ? sums : []].join(", ")} FROM grouped)
), page AS (
  SELECT ${[...groups.map(({ column }) => column), ...values2(""), ...ordering].join(", ")}
  FROM grouped ORDER BY ${sorted} LIMIT ${request.limit} OFFSET ${request.offset}
)
SELECT * FROM total LEFT JOIN page ON true ORDER BY ${sorted}`;
  return { sql, parameters, groups, metrics: metrics3.map(({ definition: _, ...metric }) => metric) };
}
function groupValue(grouping, request) {
  switch (grouping) {
    case "date":
      return "CAST(time AS DATE)";
    case "week":
    case "month":
    case "quarter":
      return `date_trunc('${grouping}', CAST(time AS DATE))`;
    case "year":
      return "year(time)";
    case "hour":
      return hourOf(request);
    default:
      return grouping;
  }
}
var OFFSETS_FROM = Date.UTC(2e3, 0, 1);
var OFFSETS_TO = Date.UTC(2100, 0, 1);
function hourOf(request) {
  const from = clamped(startOf(request.from));
  const offsets = offsetsBetween(request.timezone, from, Math.max(from, clamped(endOf(request.to))));
  const last = offsets.at(-1)?.minutes ?? 0;
  const cases = offsets.slice(0, -1).map(({ until, minutes }) => `WHEN time < ${timestamp(until)} THEN ${minutes}`);
  const offset = cases.length > 0 ? `CASE ${cases.join(" ")} ELSE ${last} END` : String(last);
  return `(epoch_ms(time) // 60000 + ${offset}) // 60 % 24`;
}
function clamped(time) {
  return Math.min(Math.max(time, OFFSETS_FROM), OFFSETS_TO);
}
function timestamp(time) {
  return `TIMESTAMP '${new Date(time).toISOString().slice(0, 19).replace("T", " ")}'`;
}
function startOf(day2) {
  return Date.parse(`${day2}T00:00:00Z`);
}
function endOf(day2) {
  return startOf(day2) + 864e5;
}
function conditions(request, scope, parameters) {
  const bind = (value) => `$${parameters.push(value)}`;
  const within = (column, values2) => values2.length > 0 ? `${column} IN (${values2.map(bind).join(", ")})` : "false";
  const mine = [
    within(`${request.role}_id`, scope.accounts),
    `time >= ${bind(new Date(startOf(request.from)))}`,
    `time < ${bind(new Date(endOf(request.to)))}`
  ];
  const asked = Object.entries(request.filter).flatMap(([key, value]) => {
    switch (FILTERS[key].form) {
      case "adblock":
        return value === "all" ? [] : [`adblock = ${value === "adblock"}`];
      case "flag":
        return value === 1 ? notIn("campaign_id", scope.deletedCampaigns) : [];
      case "hours":
        return [within(hourOf(request), value)];
      default:
        return [within(key, value)];
    }
  });
  return [...mine, ...asked];
}
function notIn(column, ids) {
  return ids.length > 0 ? [`(${column} IS NULL OR ${column} NOT IN (${ids.join(", ")}))`] : [];
}
function shownMetrics({ projection: projection2, groupings, viewer }) {
  const skippedShown = groupings.every((name) => SKIPPED_GROUPINGS.includes(name));
  const asked = Object.entries(projection2);
  return asked.flatMap(([block, names]) => {
    const definitions = metricsOf(block, viewer);
    return names.flatMap((name) => {
      const definition = definitions[name];
      if (!definition || !skippedShown && block === "rtb" && /(^|_)skipped(_ratio)?$/.test(name)) return [];
      return [{ block, name, unit: definition.unit, definition }];
    });
  });
}
function orderMetric(field, { viewer }) {
  if (!Object.hasOwn(ORDER_METRICS, field)) return metricsOf("goals", viewer)[field];
  const [block, name] = ORDER_METRICS[field];
  return metricsOf(block, viewer)[name];
}
function countersOf(definitions, { role }) {
  const terms = definitions.flatMap(({ sum: sum2 = [], of = [], per = [] }) => [...sum2, ...of, ...per]);
  return [...new Set(terms.map((term) => counterOf(term, role).counter))];
}
function formula(definition, { role }) {
  const add2 = (terms) => {
    const signed = terms.map((term) => counterOf(term, role)).map(({ counter, minus }) => (minus ? "- " : "+ ") + counter);
    return signed.join(" ").replace(/^\+ /, "");
  };
  const { sum: sum2, of = [], per = [], times = 1, whenZero = 0 } = definition;
  if (sum2) return add2(sum2);
  const divisor = `CAST(${add2(per)} AS DOUBLE)`;
  return `CASE WHEN ${add2(per)} = 0 THEN ${whenZero} ELSE ${times} * CAST(${add2(of)} AS DOUBLE) / ${divisor} END`;
}

// src/service/statistics/report.ts
async function makeReport(store, catalogue, scope, request) {
  const query = reportQuery(request, scope);
  const rows = await store.query(query.sql, query.parameters);
  const [first = {}] = rows;
  const { limit, offset } = request;
  const count3 = Number(first[RECORDS] ?? 0);
  const report2 = { request_metadata: { count: count3, limit, offset } };
  if (request.count) return report2;
  const page = offset < count3 ? rows : [];
  report2.result = page.map((row) => ({
    ...groupsOf(row, query, { catalogue, detailed: request.detailed }),
    ...metricsIn2(row, query, request)
  }));
  if (request.totals) report2.result_total = metricsIn2(first, query, request, TOTAL);
  return report2;
}
function groupsOf(row, { groups }, context) {
  const details = groups.flatMap(({ column, grouping }) => {
    const value = row[column];
    return value === null ? [] : [[grouping, detailOf(grouping, value, context)]];
  });
  return details.length > 0 ? { group_by: Object.fromEntries(details) } : {};
}
function metricsIn2(row, { metrics: metrics3 }, { projection: projection2 }, prefix = "") {
  const numbersOf = (block) => {
    const own2 = metrics3.filter((metric) => metric.block === block);
    return Object.fromEntries(own2.map(({ name, column }) => [name, numberOf(row[prefix + column] ?? 0)]));
  };
  const { base, ...others } = projection2;
  const blocks = Object.keys(others).map((block) => [block, numbersOf(block)]);
  return { ...base && numbersOf("base"), ...Object.fromEntries(blocks) };
}
function numberOf(value) {
  return typeof value === "number" ? value : exact(value);
}

// src/service/statistics/routes.ts
var REPORT_PATHS = Object.values(ROLE_SEGMENTS).map((segment) => `/v2/statistics/${segment}/`);
var PATHS = ["/v2/*", "/statistics/*", "/collections/*", "/openapi.json"];
function statisticsRoutes(context) {
  const app = new Hono();
  for (const path of PATHS) app.use(path, allowPages, limited(context), limitedBody(context));
  serve(app, "/v2/login", { POST: (c) => login2(c, context) });
  for (const base of ["", "/v2"]) {
    serve(app, `${base}/collections/countries`, { GET: known3((c) => c.json({ result: allCountries() })) });
    serve(app, `${base}/collections/timezones`, { GET: known3((c) => c.json({ result: TIMEZONES })) });
    for (const role of ["advertiser", "publisher"])
      app.all(`${base}/statistics/${role}/*`, (c) => renamed(c, role));
  }
  for (const role of ["advertiser", "publisher"]) {
    const report2 = known3((c, account2) => statistics(c, account2, role, context));
    serve(app, `/v2/statistics/${ROLE_SEGMENTS[role]}/:segment`, { GET: report2, POST: report2 });
  }
  serve(app, "/openapi.json", { GET: (c) => c.json(openApi()) });
  for (const path of PATHS) app.all(path, (c) => refusal(c, 404, "There is nothing at this address."));
  app.onError((error, c) => failed(c, error, context));
  return app;
}
function serve(app, path, handlers) {
  for (const [method, handler] of Object.entries(handlers)) app.on(method, path, handler);
  const allowed = Object.keys(handlers).join(", ");
  app.all(path, (c) => {
    c.header("Allow", allowed);
    return refusal(c, 405, `This address takes ${allowed}.`);
  });
}
function refusal(c, status, message2) {
  return c.json({ message: message2 }, status);
}
function failed(c, error, { log }) {
  log.error({ err: error, path: c.req.path }, "statistics request failed");
  return refusal(c, 503, "Statistics are not available at the moment.");
}
var allowPages = cors({
  origin: "*",
  allowMethods: ["GET", "POST"],
  allowHeaders: ["Authorization", "Content-Type"],
  exposeHeaders: EXPOSED_HEADERS.split(", "),
  maxAge: 86400
});
function limited(context) {
  const { ip, user, statisticsIp, statisticsUser } = context.limits;
  return async (c, next) => {
    const account2 = await accountOf(c.req.header("Authorization"), context);
    if (account2) c.set("account", account2);
    const address = limitKey(addressOf(context, c.env.incoming));
    const name = account2 && (account2.username ?? `#${account2.id}`);
    const isReport = REPORT_PATHS.some((path) => c.req.path.startsWith(path));
    const verdict = takeAll([
      [ip, address],
      ...isReport ? [[statisticsIp, address]] : [],
      ...name ? [[user, name]] : [],
      ...name && isReport ? [[statisticsUser, name]] : []
    ]);
    for (const [header2, value] of Object.entries(rateHeaders(verdict))) c.header(header2, value);
    c.header("Cache-Control", "no-store");
    if (verdict.allowed) return next();
    return refusal(c, 429, `Too many requests. Try again in ${verdict.resetSeconds} seconds.`);
  };
}
function limitedBody({ settings }) {
  const maxSize = settings.maxBody;
  return bodyLimit({ maxSize, onError: (c) => refusal(c, 413, `A body has at most ${maxSize} bytes.`) });
}
function known3(handler) {
  return (c) => {
    const account2 = c.get("account");
    if (account2) return handler(c, account2);
    c.header("WWW-Authenticate", "Bearer");
    return refusal(c, 401, "A token of /v2/login is needed in the Authorization header, as Bearer.");
  };
}
function renamed(c, role) {
  const { pathname, search } = new URL(c.req.url);
  const rest = pathname.slice(pathname.indexOf(`/${role}`) + role.length + 1);
  return c.redirect(`/v2/statistics/${ROLE_SEGMENTS[role]}${rest}${search}`, 308);
}
async function login2(c, context) {
  const body = await readBody(c);
  if (body instanceof Response) return body;
  const read2 = v5.safeParse(loginSchema, body.json);
  if (!read2.success) return c.json({ errors: problemsOf(read2.issues) }, 400);
  const account2 = await accountFor(read2.output, context);
  if (!account2) return refusal(c, 401, "These credentials are not those of an account.");
  return c.json(await issueToken(account2, context));
}
async function statistics(c, account2, role, context) {
  const segment = c.req.param("segment") ?? "";
  const named3 = namesFor(GROUPINGS, role).find((grouping) => grouping === segment);
  if (!named3 && segment !== GLOBAL)
    return refusal(c, 404, `Nothing is grouped by ${JSON.stringify(segment)}.`);
  if (!mayAsk(account2, role)) return refusal(c, 403, `This account has no statistics as ${role}.`);
  const body = c.req.method === "POST" ? await readBody(c) : { json: fromQueryString(new URL(c.req.url).search) };
  if (body instanceof Response) return body;
  return answer2(c, body.json, account2, role, named3, context);
}
async function answer2(c, input, account2, role, named3, { catalogue, store, now }) {
  const read2 = readRequest(input, viewerOf(account2, role), named3, new Date(now()));
  if ("errors" in read2) return c.json(read2, 400);
  const report2 = await makeReport(store, catalogue(), scopeOf(account2, role, catalogue()), read2.request);
  return c.body(stringify(report2), 200, { "Content-Type": "application/json" });
}
async function readBody(c) {
  const type = c.req.header("Content-Type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type))
    return refusal(c, 415, "The body is to be JSON, sent as Content-Type: application/json.");
  try {
    const bytes = await c.req.arrayBuffer();
    return { json: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    return c.json({ errors: [{ "[body]": "Malformed JSON body." }] }, 400);
  }
}

// src/service/app.ts
var PUBLIC_FILES = ["zonetag.js", "zonetag.mjs", "console.js", "statistics.mjs", "integrity.json"];
var POLICY = "Content-Security-Policy";
var DASHBOARD_POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'"
].join("; ");
function createApp(context, stopping) {
  const app = new Hono2();
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.res.headers.set(name, value);
    if (!c.res.headers.has(POLICY)) c.res.headers.set(POLICY, INERT_HEADERS[POLICY]);
  });
  app.get("/healthz", (c) => health(c, context, stopping()));
  app.get("/metrics", (c) => metrics2(c, context));
  app.route("/", statisticsRoutes(context));
  files2(app, context);
  app.notFound((c) => c.json({ message: "There is nothing at this address." }, 404));
  app.onError((error, c) => {
    context.log.error({ err: error, path: c.req.path }, "request failed");
    return c.json({ message: "Something failed here; it is logged." }, 500);
  });
  return app;
}
function health(c, { store }, stopping) {
  const status = store.status();
  const ready = status.ready && !stopping;
  const problem = stopping ? "The service is stopping." : status.problem;
  c.header("Cache-Control", "no-store");
  return c.json({ ready, ...problem ? { problem } : {}, waiting: status.waiting }, ready ? 200 : 503);
}
async function metrics2(c, context) {
  if (!mayReadMetrics(c, context.settings.metricsToken)) return c.notFound();
  const { registry } = context.metrics;
  return c.body(await registry.metrics(), 200, { "Content-Type": registry.contentType });
}
function mayReadMetrics(c, token) {
  const given = Buffer.from(c.req.header("Authorization") ?? "");
  const expected = Buffer.from(`Bearer ${token ?? ""}`);
  if (token && given.length === expected.length && timingSafeEqual2(given, expected)) return true;
  const peer = c.env.incoming.socket.remoteAddress ?? "";
  const proxied = ["x-forwarded-for", "forwarded", "x-real-ip"].some((name) => c.req.header(name));
  return !proxied && /^(::1|(::ffff:)?127\.)/.test(peer);
}
function files2(app, { settings }) {
  const root = builtFolder();
  const open4 = (c) => c.header("Access-Control-Allow-Origin", "*");
  for (const name of PUBLIC_FILES.flatMap((file) => [file, `${file}.map`])) {
    app.get(`/${name}`, serveStatic({ path: join4(root, name), onFound: (_path, c) => void open4(c) }));
  }
  app.get("/dashboard", (c) => c.redirect("/dashboard/", 308));
  const policy = (c) => c.header(POLICY, DASHBOARD_POLICY);
  app.get("/dashboard/*", serveStatic({ root, onFound: (_path, c) => void policy(c) }));
  if (!settings.creatives) return;
  const rewriteRequestPath = (path) => path.replace(/^\/creatives/, "");
  app.get("/creatives/*", serveStatic({ root: settings.creatives, rewriteRequestPath }));
}
function builtFolder() {
  const here = dirname2(fileURLToPath(import.meta.url));
  return existsSync(join4(here, "service.mjs")) ? here : join4(here, "../../dist");
}

// src/service/facts.ts
var BANNER = 1;
var SHARE_PARTS = 1000000n;
var NO_CAMPAIGN = new Part({});
function zonePart(zone2, site2) {
  return present({
    zone_id: zone2.id,
    size: zone2.size,
    site_id: site2.id,
    site_hostname: site2.hostname,
    category_id: site2.category,
    publisher_id: site2.account,
    publisher_ad_type_id: BANNER
  });
}
function campaignPart(campaign2, variation2) {
  return present({
    campaign_id: campaign2.id,
    variation_id: variation2.id,
    advertiser_id: campaign2.account,
    advertiser_ad_type_id: BANNER,
    offer_id: campaign2.offer,
    offer_landing_page_id: campaign2.offerLandingPage
  });
}
function visitorPart(visitor) {
  return present({
    country_iso: visitor.country,
    language_id: visitor.language,
    browser_id: visitor.browser,
    device_id: visitor.device,
    device_type_id: visitor.deviceType,
    operating_system_id: visitor.operatingSystem
  });
}
function publisherPart(cost, share3) {
  return cost * BigInt(share3) / SHARE_PARTS;
}
function present(values2) {
  return new Part(Object.fromEntries(Object.entries(values2).filter(([, value]) => value !== void 0)));
}

// src/service/placement/bits.ts
function noBits(size2) {
  return new Uint32Array(size2 + 31 >>> 5);
}
function setBit(bits, at) {
  bits[at >>> 5] = bits[at >>> 5] | 1 << (at & 31);
}
function keepOnly(bits, other) {
  for (let word = 0; word < bits.length; word++)
    bits[word] = bits[word] & other[word];
}
function inAll(first, ...others) {
  const bits = first.slice();
  for (const other of others) keepOnly(bits, other);
  return bits;
}
function addAll(bits, other) {
  for (let word = 0; word < bits.length; word++)
    bits[word] = bits[word] | other[word];
}
function positionsInAll(a, b, c) {
  const found = [];
  for (let word = 0; word < a.length; word++) {
    let rest = a[word] & b[word] & c[word];
    while (rest !== 0) {
      const lowest = rest & -rest;
      found.push((word << 5) + 31 - Math.clz32(lowest));
      rest ^= lowest;
    }
  }
  return found;
}

// src/service/placement/response.ts
function creativeJson({ image, size: size2 }) {
  const [width, height] = size2.split("x");
  const text5 = whole3(unquoted(image), `","width":${width},"height":${height}}}`);
  return { isOwn: image.startsWith("/"), text: text5 };
}
function responseJson(zones, outcomes, origin2) {
  const frame = frameOf(origin2);
  let filled = "";
  let errors = "";
  for (let at = 0; at < zones.length; at++) {
    const { id: id2 } = zones[at];
    const outcome = outcomes[at];
    if (at > 0) filled += ",";
    filled += typeof outcome === "string" ? "null" : bannerJson(id2, outcome, frame);
    if (outcome === "unknown") errors += `${errors && ","}"${at}":["Zone ${id2} not found"]`;
  }
  return `{"zones":[${filled}],"errors":{${errors}}}`;
}
function bannerJson(id2, { creative: { json: json2 }, token }, frame) {
  const { beforeClick, beforeImpression, beforeImage, beforeOwnImage } = frame;
  const start = `{"idzone":${id2}${beforeClick}${token}${beforeImpression}${token}`;
  return `${start}${json2.isOwn ? beforeOwnImage : beforeImage}${json2.text}`;
}
var latest;
function frameOf(origin2) {
  if (latest?.origin === origin2) return latest;
  const base = unquoted(origin2);
  const beforeImage = '","image":"';
  latest = {
    origin: origin2,
    beforeClick: whole3(',"type":"banner","data":{"url":"', base, "/c/"),
    beforeImpression: whole3('","impression":"', base, "/i/"),
    beforeImage,
    beforeOwnImage: whole3(beforeImage, base)
  };
  return latest;
}
function whole3(...parts) {
  return parts.join("");
}
function unquoted(text5) {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text5).slice(1, -1).replace(/[^ -~]/g, escaped);
}

// src/service/placement/words.ts
var PHRASE_WORDS = 8;
var BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/u;
function wordsOf(text5) {
  return text5.normalize("NFKC").toLowerCase().split(BETWEEN_WORDS).filter((word) => word !== "");
}
function phraseOf(keyword2) {
  return wordsOf(keyword2).slice(0, PHRASE_WORDS).join(" ");
}
function phrasesIn(keywords, longest) {
  const phrases = /* @__PURE__ */ new Set();
  for (const keyword2 of keywords.split(",")) addRuns(wordsOf(keyword2), longest, phrases);
  return phrases;
}
var NAMELESS = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?|#.*/gis;
function phrasesInAddress(address, longest) {
  const phrases = /* @__PURE__ */ new Set();
  addRuns(wordsOf(decoded(address.replace(NAMELESS, ""))), longest, phrases);
  return phrases;
}
function addRuns(words, longest, phrases) {
  for (let start = 0; start < words.length; start++) {
    let run3 = "";
    for (let end = start; end < Math.min(words.length, start + longest); end++) {
      run3 += end === start ? words[end] : ` ${words[end]}`;
      phrases.add(run3);
    }
  }
}
function decoded(text5) {
  const spaced = text5.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced.replace(/%[0-9a-f]{2}/gi, " ");
  }
}

// src/service/placement/campaign-index.ts
var DAY_MS3 = 864e5;
var SHARE_PARTS2 = 1e6;
var ANY_WORD = /[\p{L}\p{N}]/u;
var CACHED_TEXTS = 4096;
var CACHED_LENGTH = 512;
function acceptedBy(facet2, value) {
  return (value === void 0 ? void 0 : facet2.byValue.get(value)) ?? facet2.open;
}
function indexCampaigns(catalogue, defaultShare) {
  const servable = catalogue.data.campaigns.filter(({ active, deleted }) => active && !deleted).map(prepare);
  return {
    servable,
    weights: Float64Array.from(servable, ({ campaign: campaign2 }) => campaign2.weight),
    position: new Map(servable.map(({ at, campaign: campaign2 }) => [campaign2.id, at])),
    zones: indexZones(catalogue, servable, defaultShare),
    running: indexDays(servable),
    forVisitor: indexVisitors(servable),
    custom: indexCustom(servable),
    ...indexKeywords(servable)
  };
}
function prepare(campaign2, at) {
  return {
    at,
    campaign: campaign2,
    unitCost: unitCost(campaign2),
    bySize: bySize(campaign2),
    from: campaign2.from ? Date.parse(campaign2.from) : -Infinity,
    until: campaign2.to ? Date.parse(campaign2.to) + DAY_MS3 : Infinity
  };
}
function unitCost({ pricing }) {
  const price = parseMoney(pricing.price) ?? 0n;
  return pricing.model === "cpm" ? price / 1000n : price;
}
function bySize(campaign2) {
  const groups = /* @__PURE__ */ new Map();
  for (const variation2 of campaign2.variations) {
    const creative = { variation: variation2, json: creativeJson(variation2), part: campaignPart(campaign2, variation2) };
    groups.set(variation2.size, [...groups.get(variation2.size) ?? [], creative]);
  }
  return groups;
}
function facet(servable, values2) {
  const open4 = noBits(servable.length);
  const byValue = /* @__PURE__ */ new Map();
  for (const each of servable) if (values2(each).length === 0) setBit(open4, each.at);
  for (const each of servable) {
    for (const value of values2(each)) {
      const bits = byValue.get(value) ?? open4.slice();
      setBit(bits, each.at);
      byValue.set(value, bits);
    }
  }
  return { open: open4, byValue };
}
function indexDays(servable) {
  let bits = noBits(servable.length);
  let [since, before] = [Infinity, -Infinity];
  return (time) => {
    if (since <= time && time < before) return bits;
    bits = noBits(servable.length);
    [since, before] = [-Infinity, Infinity];
    for (const { at, from, until } of servable) {
      if (from <= time && time < until) setBit(bits, at);
      for (const change of [from, until]) {
        if (change <= time) since = Math.max(since, change);
        else before = Math.min(before, change);
      }
    }
    return bits;
  };
}
function indexVisitors(servable) {
  const ids = (pick, id2) => facet(servable, ({ campaign: campaign2 }) => pick(campaign2).map((name) => id2(name)));
  const country = facet(servable, ({ campaign: campaign2 }) => campaign2.targeting.countries);
  const language = ids(({ targeting: targeting2 }) => targeting2.languages, languages.id);
  const deviceType = ids(({ targeting: targeting2 }) => targeting2.deviceTypes, deviceTypes.id);
  const operatingSystem = ids(({ targeting: targeting2 }) => targeting2.operatingSystems, operatingSystems.id);
  const browser = ids(({ targeting: targeting2 }) => targeting2.browsers, browsers.id);
  const known5 = /* @__PURE__ */ new WeakMap();
  return (visitor) => {
    const found = known5.get(visitor);
    if (found) return found;
    const bits = inAll(
      acceptedBy(country, visitor.country),
      acceptedBy(language, visitor.language),
      acceptedBy(deviceType, visitor.deviceType),
      acceptedBy(operatingSystem, visitor.operatingSystem),
      acceptedBy(browser, visitor.browser)
    );
    known5.set(visitor, bits);
    return bits;
  };
}
function indexCustom(servable) {
  const keys = new Set(servable.flatMap(({ campaign: campaign2 }) => Object.keys(campaign2.targeting.custom)));
  const facets = [...keys].map(
    (key) => [key, facet(servable, ({ campaign: campaign2 }) => campaign2.targeting.custom[key] ?? [])]
  );
  return new Map(facets);
}
function indexZones(catalogue, servable, defaultShare) {
  const sizes = facet(servable, ({ bySize: bySize2 }) => [...bySize2.keys()]);
  const sites = facet(servable, ({ campaign: campaign2 }) => campaign2.targeting.sites);
  const categories = facet(servable, ({ campaign: campaign2 }) => campaign2.targeting.categories);
  const named3 = facet(servable, ({ campaign: campaign2 }) => campaign2.targeting.zones);
  const known5 = /* @__PURE__ */ new Map();
  const acceptedIn = (zone2, site2) => {
    const key = `${zone2.size} ${site2.id} ${named3.byValue.has(zone2.id) ? zone2.id : ""}`;
    const found = known5.get(key);
    if (found) return found;
    const bits = inAll(
      acceptedBy(sizes, zone2.size),
      acceptedBy(sites, site2.id),
      acceptedBy(categories, site2.category),
      acceptedBy(named3, zone2.id)
    );
    known5.set(key, bits);
    return bits;
  };
  const zones = /* @__PURE__ */ new Map();
  for (const zone2 of catalogue.data.zones) {
    const site2 = catalogue.sites.get(zone2.site);
    if (!site2) continue;
    const share3 = Math.round(Number(site2.publisherShare ?? defaultShare) * SHARE_PARTS2);
    zones.set(zone2.id, { zone: zone2, site: site2, share: share3, accepted: acceptedIn(zone2, site2), part: zonePart(zone2, site2) });
  }
  return zones;
}
function indexKeywords(servable) {
  const unkeyed = noBits(servable.length);
  const byPhrase = /* @__PURE__ */ new Map();
  for (const { at, campaign: campaign2 } of servable) {
    if (campaign2.keywords.length === 0) setBit(unkeyed, at);
    for (const phrase of campaign2.keywords.map(phraseOf)) {
      const bits = byPhrase.get(phrase) ?? noBits(servable.length);
      setBit(bits, at);
      byPhrase.set(phrase, bits);
    }
  }
  const longest = Math.max(1, ...[...byPhrase.keys()].map((phrase) => phrase.split(" ").length));
  const matching2 = (found) => {
    const bits = noBits(servable.length);
    for (const phrase of found) addAll(bits, byPhrase.get(phrase) ?? bits);
    return bits;
  };
  return {
    unkeyed,
    forKeywords: remembered(
      (keywords) => ANY_WORD.test(keywords) ? matching2(phrasesIn(keywords, longest)) : void 0
    ),
    forAddress: remembered((address) => matching2(phrasesInAddress(address, longest)))
  };
}
function remembered(compute) {
  const known5 = /* @__PURE__ */ new Map();
  return (text5) => {
    const found = known5.get(text5);
    if (found) return found;
    const bits = compute(text5);
    if (text5.length > CACHED_LENGTH) return bits;
    if (known5.size >= CACHED_TEXTS) known5.delete(known5.keys().next().value);
    known5.set(text5, bits);
    return bits;
  };
}

// src/service/live-catalogue.ts
var LiveCatalogue = class {
  #share;
  #life;
  /** The one in use first, then earlier ones. */
  #generations;
  /** `life`: milliseconds that tracking addresses live. `share`: of publishers whose site names none. */
  constructor(catalogue, { share: share3, life }) {
    this.#share = share3;
    this.#life = life;
    this.#generations = [this.#generation(catalogue)];
  }
  get catalogue() {
    return this.#generations[0].catalogue;
  }
  get index() {
    return this.#generations[0].index;
  }
  replace(catalogue, now) {
    this.#generations[0].until = now;
    const earlier = this.#generations.filter(({ until }) => until + this.#life > now);
    this.#generations = [this.#generation(catalogue), ...earlier];
  }
  /** A zone as it is, or as it last was. */
  zone(id2) {
    return this.#find(({ index }) => index.zones.get(id2));
  }
  campaign(id2) {
    return this.#find(({ catalogue }) => catalogue.campaigns.get(id2));
  }
  /** Where clicks on a creative lead. */
  landing(variation2) {
    return this.#find(({ catalogue }) => catalogue.variations.get(variation2))?.variation.url;
  }
  #generation(catalogue) {
    return { catalogue, index: indexCampaigns(catalogue, this.#share), until: Number.POSITIVE_INFINITY };
  }
  #find(pick) {
    for (const generation of this.#generations) {
      const found = pick(generation);
      if (found !== void 0) return found;
    }
    return void 0;
  }
};

// src/service/log.ts
import { pino } from "pino";
function createLog(level) {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true })
  );
}

// src/service/metrics.ts
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";

// src/service/latency.ts
var BOUNDS = [5e-4, 1e-3, 25e-4, 5e-3, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
var Latency = class {
  #name;
  #routes = /* @__PURE__ */ new Map();
  constructor(registry, name) {
    this.#name = name;
    const help = "Seconds until the answer, by route";
    const about = { name, help, type: "histogram", aggregator: "sum" };
    registry.registerMetric({
      ...about,
      get: async () => ({ ...about, values: this.#values() })
    });
  }
  of(route) {
    const taken = { counts: new Float64Array(BOUNDS.length + 1), sum: 0 };
    this.#routes.set(route, taken);
    return (seconds) => {
      let bucket = 0;
      while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]) bucket++;
      taken.counts[bucket] = taken.counts[bucket] + 1;
      taken.sum += seconds;
    };
  }
  #values() {
    return [...this.#routes].flatMap(([route, { counts, sum: sum2 }]) => {
      let total = 0;
      const buckets = [...counts].map((count3, at) => {
        total += count3;
        return {
          metricName: `${this.#name}_bucket`,
          labels: { le: BOUNDS[at] ?? "+Inf", route },
          value: total
        };
      });
      return [
        ...buckets,
        { metricName: `${this.#name}_sum`, labels: { route }, value: sum2 },
        { metricName: `${this.#name}_count`, labels: { route }, value: total }
      ];
    });
  }
};

// src/service/metrics.ts
function createMetrics(store) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = (name, help, labelNames) => new Counter({ name: `zonetag_${name}`, help, labelNames, registers });
  const tallied = (name, help, labelNames, tally) => new Counter({
    name: `zonetag_${name}`,
    help,
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const [labels, count3] of tally()) this.inc(labels, count3);
    }
  });
  new Gauge({
    name: "zonetag_store_waiting_events",
    help: "Events safe on disk and not yet where queries look",
    registers,
    collect() {
      this.set(store().waiting);
    }
  });
  new Gauge({
    name: "zonetag_store_ready",
    help: "1 when events can be kept",
    registers,
    collect() {
      this.set(store().ready ? 1 : 0);
    }
  });
  const answers = /* @__PURE__ */ new Map();
  tallied(
    "requests_total",
    "Answers by route and status",
    ["route", "status"],
    () => [...answers].flatMap(
      ([route, { statuses }]) => [...statuses].map(([status, count3]) => [{ route, status: String(status) }, count3])
    )
  );
  const latency = new Latency(registry, "zonetag_request_seconds");
  const zones = { filled: 0, empty: 0, unknown: 0 };
  tallied(
    "zones_total",
    "Zones answered, by result; filled / all is the fill rate",
    ["result"],
    () => Object.entries(zones).map(([result, count3]) => [{ result }, count3])
  );
  const refused = /* @__PURE__ */ new Map();
  tallied(
    "refused_total",
    "Requests turned away, by reason",
    ["reason"],
    () => [...refused].map(([reason, count3]) => [{ reason }, count3])
  );
  return {
    registry,
    answered(route, status, took) {
      let of = answers.get(route);
      if (!of) {
        of = { statuses: /* @__PURE__ */ new Map(), observe: latency.of(route) };
        answers.set(route, of);
      }
      of.statuses.set(status, (of.statuses.get(status) ?? 0) + 1);
      of.observe(took);
    },
    zones(outcomes) {
      for (const outcome of outcomes) zones[typeof outcome === "string" ? outcome : "filled"] += 1;
    },
    refused(reason) {
      refused.set(reason, (refused.get(reason) ?? 0) + 1);
    },
    events: counter("events_total", "Fetches of tracking addresses by kind and result", ["kind", "result"]),
    reloads: counter("catalogue_reloads_total", "Reloads of the catalogue by result", ["result"])
  };
}

// src/service/placement/budgets.ts
var DAY_MS4 = 864e5;
var BUCKET_MS = 1e4;
var SPREAD_MS = 1e3;
var Budgets = class {
  #life;
  #accounts = /* @__PURE__ */ new Map();
  #buckets = /* @__PURE__ */ new Map();
  /** When the first bucket ends. */
  #expiresAt = Number.POSITIVE_INFINITY;
  #limits = /* @__PURE__ */ new Map();
  #room = new Float64Array(0);
  #day = -1;
  #spreadAt = 0;
  /** `life`: milliseconds that a decision may still become an impression. */
  constructor(life) {
    this.#life = life;
  }
  /** Takes over what the store knows. Decisions of earlier starts are reserved as if they were made now. */
  recall(rows, now) {
    for (const { campaign: campaign2, pending, ...spent } of rows) {
      this.#accounts.set(campaign2, { day: dayOf2(now), reserved: pending, ...spent });
      this.#addBucket(-campaign2, { endsAt: now + this.#life, reserved: /* @__PURE__ */ new Map([[campaign2, pending]]) });
    }
  }
  /** To be called with every new index. */
  arrange(index, now) {
    this.#limits = new Map(
      index.servable.filter(isLimited).map((each) => [each.campaign.id, limitsOf(each)])
    );
    this.#room = new Float64Array(index.servable.length).fill(Number.POSITIVE_INFINITY);
    this.#refresh(now);
  }
  /** Impressions that each campaign may still be given, by its position in the index. */
  room(now) {
    this.#expire(now);
    if (dayOf2(now) !== this.#day || now >= this.#spreadAt) this.#refresh(now);
    return this.#room;
  }
  /** A decision was made for the campaign. */
  reserve(campaign2, now) {
    const limits = this.#limits.get(campaign2);
    if (!limits) return;
    const account2 = this.#account(campaign2, now);
    account2.reserved += 1;
    const bucket = this.#bucket(now);
    bucket.reserved.set(campaign2, (bucket.reserved.get(campaign2) ?? 0) + 1);
    this.#measure(limits, now);
  }
  /** A decision was never told to anyone. */
  cancel(campaign2, decidedAt, now) {
    this.#release(campaign2, decidedAt);
    this.#measureId(campaign2, now);
  }
  /** A decision became an impression: valid, at its cost, or invalid, at none. */
  shown(campaign2, decidedAt, valid, cost, now) {
    const account2 = this.#account(campaign2, now);
    this.#release(campaign2, decidedAt);
    if (valid) {
      account2.shownToday += 1;
      account2.shownTotal += 1;
      this.#spend(account2, cost);
    }
    this.#measureId(campaign2, now);
  }
  /** What a click may cost: its price, or nothing when the budget does not cover it. It counts as spent at once. */
  charge(campaign2, price, now) {
    const account2 = this.#account(campaign2, now);
    const limits = this.#limits.get(campaign2);
    const left = limits ? costLeft(limits, account2) : void 0;
    if (left !== void 0 && left < price) return 0n;
    this.#spend(account2, price);
    this.#measureId(campaign2, now);
    return price;
  }
  /** Undoes a charge whose click was not counted. */
  refund(campaign2, cost, now) {
    this.#spend(this.#account(campaign2, now), -cost);
    this.#measureId(campaign2, now);
  }
  #spend(account2, cost) {
    account2.costToday += cost;
    account2.costTotal += cost;
  }
  #account(campaign2, now) {
    let account2 = this.#accounts.get(campaign2);
    if (!account2) {
      account2 = { day: dayOf2(now), costToday: 0n, costTotal: 0n, shownToday: 0, shownTotal: 0, reserved: 0 };
      this.#accounts.set(campaign2, account2);
    }
    if (account2.day !== dayOf2(now)) Object.assign(account2, { day: dayOf2(now), costToday: 0n, shownToday: 0 });
    return account2;
  }
  #bucket(now) {
    const key = bucketKey(now);
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      bucket = { endsAt: (key + 1) * BUCKET_MS + this.#life, reserved: /* @__PURE__ */ new Map() };
      this.#addBucket(key, bucket);
    }
    return bucket;
  }
  #addBucket(key, bucket) {
    this.#buckets.set(key, bucket);
    this.#expiresAt = Math.min(this.#expiresAt, bucket.endsAt);
  }
  #release(campaign2, decidedAt) {
    for (const key of [bucketKey(decidedAt), -campaign2]) {
      const bucket = this.#buckets.get(key);
      const count3 = bucket?.reserved.get(campaign2) ?? 0;
      if (!bucket || count3 === 0) continue;
      bucket.reserved.set(campaign2, count3 - 1);
      const account2 = this.#accounts.get(campaign2);
      if (account2) account2.reserved -= 1;
      return;
    }
  }
  #expire(now) {
    if (now < this.#expiresAt) return;
    this.#expiresAt = Number.POSITIVE_INFINITY;
    for (const [key, bucket] of this.#buckets) {
      if (bucket.endsAt > now) {
        this.#expiresAt = Math.min(this.#expiresAt, bucket.endsAt);
        continue;
      }
      this.#buckets.delete(key);
      for (const [campaign2, count3] of bucket.reserved) {
        const account2 = this.#accounts.get(campaign2);
        if (account2) account2.reserved -= count3;
        this.#measureId(campaign2, now);
      }
    }
  }
  #refresh(now) {
    this.#day = dayOf2(now);
    this.#spreadAt = now + SPREAD_MS;
    for (const limits of this.#limits.values()) this.#measure(limits, now);
  }
  #measureId(campaign2, now) {
    const limits = this.#limits.get(campaign2);
    if (limits) this.#measure(limits, now);
  }
  #measure(limits, now) {
    this.#room[limits.at] = roomOf(limits, this.#account(limits.servable.campaign.id, now), now);
  }
};
function isLimited({ campaign: { budget, caps } }) {
  return [budget.daily, budget.total, caps.daily, caps.total].some((limit) => limit !== void 0);
}
function limitsOf(servable) {
  const { budget, caps } = servable.campaign;
  return {
    at: servable.at,
    servable,
    dailyCost: budget.daily === void 0 ? void 0 : parseMoney(budget.daily),
    totalCost: budget.total === void 0 ? void 0 : parseMoney(budget.total),
    dailyShown: caps.daily ?? Number.POSITIVE_INFINITY,
    totalShown: caps.total ?? Number.POSITIVE_INFINITY
  };
}
function costLeft({ dailyCost, totalCost }, account2, share3 = 1) {
  const daily = dailyCost === void 0 ? void 0 : part(dailyCost, share3) - account2.costToday;
  const total = totalCost === void 0 ? void 0 : totalCost - account2.costTotal;
  if (daily === void 0 || total === void 0) return daily ?? total;
  if (total < daily) return total;
  return daily;
}
function roomOf(limits, account2, now) {
  const { servable, dailyShown, totalShown } = limits;
  const even = servable.campaign.spread === "even";
  const share3 = even ? dayShare(now) : 1;
  const byCap = Math.min(Math.ceil(dailyShown * share3) - account2.shownToday, totalShown - account2.shownTotal);
  const money2 = costLeft(limits, account2, share3);
  return Math.min(byCap - account2.reserved, roomForMoney(servable, money2, account2.reserved));
}
function roomForMoney({ campaign: campaign2, unitCost: unitCost2 }, left, reserved) {
  if (left === void 0 || unitCost2 === 0n) return Number.POSITIVE_INFINITY;
  if (campaign2.pricing.model === "cpc") return left >= unitCost2 ? Number.POSITIVE_INFINITY : 0;
  return left < 0n ? 0 : Number(left / unitCost2) - reserved;
}
function dayShare(now) {
  return (Math.floor(now % DAY_MS4 / 6e4) + 1) / 1440;
}
function part(amount, share3) {
  return share3 === 1 ? amount : amount * BigInt(Math.round(share3 * 1440)) / 1440n;
}
function dayOf2(time) {
  return Math.floor(time / DAY_MS4);
}
function bucketKey(time) {
  return Math.floor(time / BUCKET_MS);
}

// src/service/placement/decide.ts
function decide(index, asked, room, random) {
  const eligible = inAll(index.running(asked.time), index.forVisitor(asked.visitor));
  const contests = [];
  for (let at = 0; at < asked.zones.length; at++) {
    const ask = asked.zones[at];
    if (ask) contests.push(contest(index, at, ask, asked.page, eligible));
  }
  contests.sort((a, b) => a.count - b.count);
  const decisions = asked.zones.map(() => null);
  const taken = new Uint16Array(index.servable.length);
  for (const { at, ask, tiers } of contests) {
    const chosen = choose(index, tiers, room, taken, random);
    if (!chosen) continue;
    taken[chosen.at] = (taken[chosen.at] ?? 0) + 1;
    const creative = weighted(chosen.bySize.get(ask.zone.zone.size) ?? [], random);
    decisions[at] = creative ? { chosen, creative } : null;
  }
  return decisions;
}
function contest(index, at, ask, page, eligible) {
  const accepted = index.custom.size > 0 ? acceptingCustom(index, ask, eligible) : eligible;
  const matching2 = matchingWords(index, page, ask.keywords);
  const keyed = positionsInAll(matching2, accepted, ask.zone.accepted);
  const unkeyed = positionsInAll(index.unkeyed, accepted, ask.zone.accepted);
  return { at, ask, tiers: [keyed, unkeyed], count: keyed.length + unkeyed.length };
}
function acceptingCustom(index, ask, eligible) {
  const bits = eligible.slice();
  for (const [key, facet2] of index.custom) {
    const given = ask.custom && Object.hasOwn(ask.custom, key) ? ask.custom[key] : void 0;
    keepOnly(bits, acceptedBy(facet2, given));
  }
  return bits;
}
function matchingWords(index, page, keywords) {
  return (keywords === void 0 ? void 0 : index.forKeywords(keywords)) ?? index.forAddress(page ?? "");
}
function choose(index, tiers, room, taken, random) {
  for (const most of [1, Number.POSITIVE_INFINITY]) {
    for (const tier of tiers) {
      const at = weightedWithRoom(tier, index.weights, room, taken, most, random);
      if (at !== void 0) return index.servable[at];
    }
  }
  return void 0;
}
function weightedWithRoom(tier, weights, room, taken, most, random) {
  let last;
  let total = 0;
  for (const at of tier) {
    if (!hasRoom(at, room, taken, most)) continue;
    last = at;
    total += weights[at] ?? 0;
  }
  if (last === void 0) return void 0;
  let rest = random() * total;
  for (const at of tier) {
    if (!hasRoom(at, room, taken, most)) continue;
    rest -= weights[at] ?? 0;
    if (rest < 0) return at;
  }
  return last;
}
function hasRoom(at, room, taken, most) {
  const times = taken[at] ?? 0;
  return times < most && (room[at] ?? 0) > times;
}
function weighted(creatives, random) {
  if (creatives.length < 2) return creatives[0];
  let total = 0;
  for (const { variation: variation2 } of creatives) total += variation2.weight;
  let rest = random() * total;
  for (const creative of creatives) {
    rest -= creative.variation.weight;
    if (rest < 0) return creative;
  }
  return creatives.at(-1);
}

// src/service/placement/read.ts
import { isUtf8 } from "node:buffer";
var MISSING2 = "This field is missing.";
var UNEXPECTED2 = "This field was not expected.";
var MALFORMED = "Malformed JSON body.";
var LANGUAGE = /^[a-z]{2}(-[a-z]{2})?$/i;
var BASE64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?$/;
function checksOf(checks) {
  return new Map(Object.entries(checks));
}
var ofType = (type) => `This value should be of type ${type}.`;
var isText = (value) => typeof value === "string" ? void 0 : ofType("string");
var isInteger = (value) => Number.isSafeInteger(value) ? void 0 : ofType("integer");
var text3 = (valid, message2) => (value) => typeof value !== "string" ? ofType("string") : valid(value) ? void 0 : message2;
var USER = checksOf({
  id: isText,
  ip: text3((value) => normalAddress(value) !== void 0, "This is not a valid IP address."),
  ua: isText,
  language: text3((value) => LANGUAGE.test(value), "This value should have the form xx or xx-yy."),
  referer: isText,
  el: text3((value) => BASE64.test(value), "This value should be Base64."),
  // An object of its own, read apart.
  gdpr: () => void 0,
  buyeruids: text3(isEncodedJson, "This value should be JSON in Base64.")
});
var GDPR = checksOf({
  gdpr: (value) => value === 0 || value === 1 ? void 0 : "This value should be 0 or 1.",
  consent: isText
});
var ZONE2 = checksOf({
  id: isInteger,
  sub: isInteger,
  keywords: isText,
  // An object of its own, read apart.
  custom_targeting: () => void 0
});
function readRequest2(body, rules) {
  let value;
  try {
    if (!isUtf8(body)) return { problems: [{ "[body]": MALFORMED }] };
    value = JSON.parse(body.toString());
  } catch {
    return { problems: [{ "[body]": MALFORMED }] };
  }
  return checkRequest(value, rules);
}
function checkRequest(value, rules) {
  const problems = [];
  if (!isObject(value)) return { problems: [{ "[body]": ofType("object") }] };
  for (const key of Object.keys(value)) {
    if (key !== "user" && key !== "zones") problems.push({ [`[${key}]`]: UNEXPECTED2 });
  }
  checkUser(own(value, "user"), rules, problems);
  checkZones(own(value, "zones"), rules, problems);
  return problems.length > 0 ? { problems } : { request: value };
}
function checkUser(user, rules, problems) {
  if (user === void 0) problems.push({ "[user]": MISSING2 });
  else if (!isObject(user)) problems.push({ "[user]": ofType("object") });
  else {
    checkFields(user, USER, () => "[user]", problems);
    if (rules.ipRequired && own(user, "ip") === void 0) problems.push({ "[user][ip]": MISSING2 });
    checkGdpr(own(user, "gdpr"), problems);
  }
}
function checkGdpr(gdpr, problems) {
  if (gdpr === void 0) return;
  if (!isObject(gdpr)) return void problems.push({ "[user][gdpr]": ofType("object") });
  checkFields(gdpr, GDPR, () => "[user][gdpr]", problems);
  if (own(gdpr, "gdpr") === void 0) problems.push({ "[user][gdpr][gdpr]": MISSING2 });
}
function checkZones(zones, { maxZones }, problems) {
  if (zones === void 0) return void problems.push({ "[zones]": MISSING2 });
  if (!Array.isArray(zones)) return void problems.push({ "[zones]": ofType("array") });
  const message2 = countMessage(zones.length, maxZones);
  if (message2) return void problems.push({ "[zones]": message2 });
  for (let at = 0; at < zones.length; at++) checkZone(zones[at], () => `[zones][${at}]`, problems);
}
function countMessage(length, most) {
  if (length === 0) return "This collection should contain 1 element or more.";
  return length > most ? `This collection should contain ${most} elements or less.` : void 0;
}
function checkZone(zone2, path, problems) {
  if (!isObject(zone2)) return void problems.push({ [path()]: ofType("object") });
  checkFields(zone2, ZONE2, path, problems);
  if (own(zone2, "id") === void 0) problems.push({ [`${path()}[id]`]: MISSING2 });
  const targeting2 = own(zone2, "custom_targeting");
  if (targeting2 === void 0) return;
  if (!isObject(targeting2)) return void problems.push({ [`${path()}[custom_targeting]`]: ofType("object") });
  for (const [key, value] of Object.entries(targeting2)) {
    const message2 = isText(value);
    if (message2) problems.push({ [`${path()}[custom_targeting][${key}]`]: message2 });
  }
}
function checkFields(object2, checks, path, problems) {
  for (const key in object2) {
    const check3 = checks.get(key);
    const message2 = check3 ? check3(object2[key]) : UNEXPECTED2;
    if (message2) problems.push({ [`${path()}[${key}]`]: message2 });
  }
}
function own(object2, key) {
  return Object.hasOwn(object2, key) ? object2[key] : void 0;
}
function isEncodedJson(value) {
  if (!BASE64.test(value)) return false;
  try {
    JSON.parse(Buffer.from(value, "base64").toString("utf8"));
    return true;
  } catch {
    return false;
  }
}

// src/service/placement/under-way.ts
var UnderWay = class {
  #now;
  /** Oldest first. Made anew at each change: what old lists and maps once held is collected late. */
  #groups = [];
  #count = 0;
  constructor(now) {
    this.#now = now;
  }
  get count() {
    return this.#count;
  }
  /** How long the oldest has waited; 0 without any. Milliseconds. */
  get longest() {
    const [oldest] = this.#groups;
    return oldest ? this.#now() - oldest.since : 0;
  }
  /** A group is told in one go: a promise for each request would cost more than its decisions. */
  add(write, tell) {
    this.#count += 1;
    const latest2 = this.#groups.at(-1);
    if (latest2?.write === write) return void latest2.waiting.push(tell);
    const group = { write, since: this.#now(), waiting: [tell] };
    this.#groups = [...this.#groups, group];
    const tellAll = (error) => {
      this.#groups = this.#groups.filter((other) => other !== group);
      this.#count -= group.waiting.length;
      for (const each of group.waiting) each(error);
    };
    write.then(() => tellAll(), tellAll);
  }
};

// src/service/placement/place.ts
var HEADERS = {
  ...INERT_HEADERS,
  "Content-Type": "application/json",
  ...PUBLIC_HEADERS
};
var HEADER_LIST = headerList(HEADERS);
var RETRY = { "Retry-After": "1" };
var BUSY = message(503, "Too many requests are under way.", { ...HEADERS, ...RETRY });
var FEW = 256;
var FILLED = new Part({ ad_requests: 1, filled: 1 });
var EMPTY = new Part({ ad_requests: 1 });
var Placement = class {
  #parts;
  /** Of the next decision. */
  #number = 1;
  #underWay;
  constructor(parts) {
    this.#parts = parts;
    this.#underWay = new UnderWay(parts.now);
  }
  /** Counts the request in the limit per address; headers go on whatever is answered. */
  admit(caller) {
    const { settings, limiter } = this.#parts;
    if (!settings.limitPlacement) return { allowed: true, limit: 0, remaining: 0, resetSeconds: 0 };
    return limiter.take(limitKey(caller.address));
  }
  /**
   * Refuses what needs no look at its body; nothing when that is to be read. Sheds what would only wait: an early refusal
   * costs little, a late one costs as much as an answer.
   */
  turnAway(verdict) {
    if (!verdict.allowed) return this.refuse("limit", 429, "Too Many Requests.", rateHeaders(verdict));
    if (!this.#isFull()) return void 0;
    this.#parts.metrics.refused("busy");
    return { ...BUSY, headers: [...BUSY.headers, ...headerList(rateHeaders(verdict))] };
  }
  #isFull() {
    const { maxConcurrent, maxWait } = this.#parts.settings;
    const { count: count3, longest } = this.#underWay;
    return count3 >= maxConcurrent || count3 >= FEW && longest > maxWait;
  }
  /** Gives a refusal, or nothing: the answer comes to `later` when its decisions are on disk. */
  answer(body, caller, verdict, later) {
    const refusal2 = this.turnAway(verdict);
    if (refusal2) return refusal2;
    const { settings } = this.#parts;
    const ipRequired = settings.requireUserIp === "always" || settings.requireUserIp === "server" && !caller.isBrowser;
    const reading = readRequest2(body, { maxZones: settings.maxZones, ipRequired });
    const headers = rateHeaders(verdict);
    if ("problems" in reading) return this.#invalid(reading.problems, headers);
    this.#serve(reading.request, caller, headers, later);
    return void 0;
  }
  refuse(reason, status, text5, headers = {}) {
    this.#parts.metrics.refused(reason);
    return message(status, text5, { ...HEADERS, ...headers });
  }
  #invalid(errors, headers) {
    this.#parts.metrics.refused("invalid");
    return { status: 400, headers: withRateHeaders(headers), body: JSON.stringify({ errors }) };
  }
  #unkept(error, headers) {
    if (!(error instanceof StoreError)) throw error;
    return this.refuse(`store-${error.code}`, 503, "Events cannot be kept at the moment.", {
      ...headers,
      ...RETRY
    });
  }
  /** The answer is made before the wait for the disk: bytes are less to keep meanwhile than all that they are made of. */
  #serve({ user, zones }, caller, headers, later) {
    const { live, budgets, store, visitors, now, random } = this.#parts;
    const time = now();
    const address = (user.ip === void 0 ? void 0 : normalAddress(user.ip)) ?? caller.address;
    const visitor = visitors.of(address, user.ua ?? caller.userAgent ?? "", user.language ?? caller.language);
    const asks = zones.map(({ id: id2, keywords, custom_targeting: custom }) => {
      const zone2 = live.index.zones.get(id2);
      return zone2 && { zone: zone2, keywords, custom };
    });
    const asked = { visitor: visitor.traits, page: user.referer, zones: asks, time };
    const decisions = decide(live.index, asked, budgets.room(time), random);
    for (const decision of decisions) if (decision) budgets.reserve(decision.chosen.campaign.id, time);
    const outcomes = this.#outcomes(zones, asks, decisions, visitor, time);
    const body = Buffer.from(responseJson(zones, outcomes, caller.origin), "latin1");
    this.#underWay.add(store.append(eventsOf(zones, asks, decisions, visitor, time)), (error) => {
      later.respond(() => {
        if (error === void 0) {
          this.#parts.metrics.zones(outcomes);
          return { status: 200, headers: withRateHeaders(headers), body };
        }
        for (const decision of decisions)
          if (decision) budgets.cancel(decision.chosen.campaign.id, time, now());
        return this.#unkept(error, headers);
      });
    });
  }
  #outcomes(zones, asks, decisions, visitor, time) {
    const { store, tokens } = this.#parts;
    const chosen = [];
    for (let at = 0; at < zones.length; at++) {
      const decision = decisions[at];
      if (!decision) continue;
      const { id: zone2, sub } = zones[at];
      const campaign2 = decision.chosen.campaign.id;
      chosen.push({ zone: zone2, campaign: campaign2, variation: decision.creative.variation.id, sub });
    }
    const made2 = { series: store.series, number: this.#number, decidedAt: time, visitor: visitor.text };
    const signed = tokens.sign(made2, chosen);
    this.#number += chosen.length;
    let filled = 0;
    return decisions.map((decision, at) => {
      if (decision) return { creative: decision.creative, token: signed[filled++] };
      return asks[at] ? "empty" : "unknown";
    });
  }
};
function eventsOf(zones, asks, decisions, visitor, time) {
  const events = [];
  for (let at = 0; at < zones.length; at++) {
    const zone2 = asks[at]?.zone.part;
    if (!zone2) continue;
    const campaign2 = decisions[at]?.creative.part ?? NO_CAMPAIGN;
    const counters = decisions[at] ? FILLED : EMPTY;
    events.push({ time, sub: zones[at]?.sub, zone: zone2, campaign: campaign2, visitor: visitor.part, counters });
  }
  return events;
}
function withRateHeaders(headers) {
  const more = headerList(headers);
  return more.length > 0 ? [...HEADER_LIST, ...more] : HEADER_LIST;
}

// src/service/random.ts
function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = state + 1831565813 >>> 0;
    let mixed = Math.imul(state ^ state >>> 15, state | 1);
    mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
  };
}

// src/service/reload.ts
import { watch } from "chokidar";
var QUIET = 100;
function watchCatalogue(file, onReload) {
  let reading = Promise.resolve();
  const reload = () => {
    reading = reading.then(async () => onReload(await read(file)));
    return reading;
  };
  const watcher = watch(file, {
    ignoreInitial: true,
    atomic: true,
    awaitWriteFinish: { stabilityThreshold: QUIET, pollInterval: QUIET / 4 }
  });
  watcher.on("add", reload).on("change", reload);
  return { reload, close: () => watcher.close() };
}
async function read(file) {
  try {
    return { catalogue: await loadCatalogue(file) };
  } catch (error) {
    return { error: error instanceof CatalogueError ? error : new CatalogueError([String(error)]) };
  }
}

// src/service/server.ts
import { createServer } from "node:http";

// src/service/exchange.ts
var Exchange = class {
  #parts;
  #route;
  #request;
  #response;
  #started = performance.now();
  constructor(parts, route, request, response) {
    this.#parts = parts;
    this.#route = route;
    this.#request = request;
    this.#response = response;
  }
  /** Answers by what the work gives, and as a failure when it throws. */
  respond(work) {
    try {
      const answer3 = work();
      if (answer3 instanceof Promise) {
        answer3.then(
          (given) => this.#send(given),
          (error) => this.#fail(error)
        );
      } else if (answer3) this.#send(answer3);
    } catch (error) {
      this.#fail(error);
    }
  }
  /** Leaves the answer to another; it is measured all the same. */
  leaveTo(other) {
    const response = this.#response;
    this.#closeWhenStopping();
    response.once("finish", () => this.#measure(response.statusCode));
    other(this.#request, response);
  }
  #fail(error) {
    const address = truncated(this.#request.socket.remoteAddress ?? "");
    this.#parts.log.error({ err: error, route: this.#route, address }, "request failed");
    this.#send(message(500, "Something failed here; it is logged.", PUBLIC_HEADERS));
  }
  #send({ status, headers, body }) {
    const response = this.#response;
    if (response.destroyed) return;
    this.#closeWhenStopping();
    response.writeHead(status, [...headers, "Content-Length", String(Buffer.byteLength(body))]);
    response.end(body);
    this.#measure(status);
  }
  #closeWhenStopping() {
    if (this.#parts.stopping()) this.#response.setHeader("Connection", "close");
  }
  #measure(status) {
    this.#parts.metrics.answered(this.#route, status, (performance.now() - this.#started) / 1e3);
  }
};

// src/service/server.ts
var PLACEMENT_PATH = "/v1/placement";
var KEEP_ALIVE = 3e4;
var MAX_HEADERS = 16 * 1024;
var PREFLIGHT = headerList({
  ...SECURITY_HEADERS,
  ...PUBLIC_HEADERS,
  "Access-Control-Allow-Methods": "POST",
  "Access-Control-Allow-Headers": "Content-Type",
  "Access-Control-Max-Age": "86400"
});
function createHttpServer(parts) {
  const options = {
    requestTimeout: parts.settings.requestTimeout,
    headersTimeout: parts.settings.requestTimeout,
    keepAliveTimeout: KEEP_ALIVE,
    connectionsCheckingInterval: Math.min(1e3, parts.settings.requestTimeout),
    maxHeaderSize: MAX_HEADERS
  };
  return createServer(options, (request, response) => {
    const path = pathOf3(request.url ?? "/");
    const route = routeOf(path);
    const exchange = new Exchange(parts, route, request, response);
    if (route === "other") return exchange.leaveTo(parts.other);
    exchange.respond(
      () => route === "placement" ? place(parts, request, exchange) : track(parts, route, path, request)
    );
  });
}
function pathOf3(url) {
  if (!url.startsWith("/")) return URL.canParse(url) ? new URL(url).pathname : url;
  const query = url.indexOf("?");
  return query < 0 ? url : url.slice(0, query);
}
function routeOf(path) {
  if (path === PLACEMENT_PATH) return "placement";
  if (path.startsWith("/i/")) return "impression";
  return path.startsWith("/c/") ? "click" : "other";
}
function place(parts, request, exchange) {
  const { placement } = parts;
  if (request.method === "OPTIONS") return { ...message(204, ""), headers: PREFLIGHT, body: "" };
  if (parts.stopping())
    return placement.refuse("stopping", 503, "The service is stopping.", { "Retry-After": "1" });
  const caller = callerOf(parts, request);
  const verdict = placement.admit(caller);
  const refusal2 = placement.turnAway(verdict);
  if (refusal2) return refusal2;
  if (request.method !== "POST") {
    const headers = { ...rateHeaders(verdict), Allow: "POST, OPTIONS" };
    return placement.refuse("method", 405, "Placements are asked for by POST.", headers);
  }
  const { maxBody } = parts.settings;
  readBody2(
    request,
    maxBody,
    (body) => exchange.respond(() => {
      if (body) return placement.answer(body, caller, verdict, exchange);
      const text5 = `A body has at most ${maxBody} bytes.`;
      return placement.refuse("large", 413, text5, { ...rateHeaders(verdict), Connection: "close" });
    })
  );
  return void 0;
}
async function track(parts, kind, path, request) {
  const { method, headers } = request;
  request.resume();
  const fetches = method === "GET" || method === "POST" && kind === "impression";
  if (!fetches && method !== "HEAD")
    return message(405, "This address is fetched by GET.", {
      Allow: kind === "impression" ? "GET, HEAD, POST" : "GET, HEAD"
    });
  const ahead = /prefetch|prerender/.test(String(headers["sec-purpose"] ?? headers.purpose ?? ""));
  return parts.tracking[kind](path.slice(3), {
    address: parts.addressOf(request),
    counts: fetches && !ahead
  });
}
function callerOf({ settings, addressOf: addressOf2 }, request) {
  const { headers } = request;
  return {
    address: addressOf2(request),
    isBrowser: headers.origin !== void 0 || headers["sec-fetch-site"] !== void 0,
    userAgent: headers["user-agent"],
    language: headers["accept-language"],
    origin: settings.origin ?? originOf(request)
  };
}
function originOf({ headers, socket }) {
  const host = headers.host ?? "";
  const safe = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(host);
  return `http://${safe ? host : `${socket.localAddress}:${socket.localPort}`}`;
}
function readBody2(request, most, done) {
  if (Number(request.headers["content-length"]) > most) return void done(void 0);
  const chunks = [];
  let size2 = 0;
  request.on("data", (chunk) => {
    if (size2 > most) return;
    size2 += chunk.length;
    if (size2 <= most) return void chunks.push(chunk);
    request.pause();
    done(void 0);
  });
  request.on("end", () => {
    if (size2 <= most) done(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
  });
}

// src/service/spent.ts
var DAY_MS5 = 864e5;
var SQL = `
  SELECT campaign_id AS campaign,
    sum(cost) FILTER (time >= $1) AS cost_today,
    sum(cost) AS cost_total,
    sum(impressions) FILTER (time >= $1) AS shown_today,
    sum(impressions) AS shown_total,
    sum(filled - impressions - invalid_impressions) FILTER (time >= $2) AS pending
  FROM facts WHERE campaign_id IS NOT NULL GROUP BY campaign_id`;
async function recallSpent(store, now, life) {
  const today = new Date(Math.floor(now / DAY_MS5) * DAY_MS5);
  const rows = await store.query(SQL, [today, new Date(now - life)]);
  return rows.map((row) => ({
    campaign: row.campaign,
    costToday: parseMoney(row.cost_today ?? "0") ?? 0n,
    costTotal: parseMoney(row.cost_total ?? "0") ?? 0n,
    shownToday: Number(row.shown_today ?? 0n),
    shownTotal: Number(row.shown_total ?? 0n),
    pending: Math.max(0, Number(row.pending ?? 0n))
  }));
}

// src/service/tracking/secret.ts
import { hkdfSync, randomBytes as randomBytes2 } from "node:crypto";
import { open as open3, readFile as readFile3, rename } from "node:fs/promises";
import { join as join5 } from "node:path";
var BYTES = 32;
async function loadSecret(folder) {
  const file = join5(folder, "secret");
  try {
    return checked(Buffer.from((await readFile3(file, "utf8")).trim(), "base64url"), file);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  const secret = randomBytes2(BYTES);
  await writeWhole(file, `${secret.toString("base64url")}
`);
  return secret;
}
function deriveKey(secret, use) {
  return Buffer.from(hkdfSync("sha256", secret, "", `zonetag ${use}`, BYTES));
}
function checked(secret, file) {
  if (secret.length === BYTES) return secret;
  throw new Error(`${file} does not hold a secret; move it away to have a new one made.`);
}
async function writeWhole(file, text5) {
  const temporary = `${file}.${process.pid}`;
  const handle = await open3(temporary, "w", 384);
  try {
    await handle.writeFile(text5);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

// src/service/tracking/token.ts
import { timingSafeEqual as timingSafeEqual3 } from "node:crypto";

// src/service/tracking/hmac.ts
import * as crypto from "node:crypto";
var BLOCK = 64;
var DIGEST = 32;
var oneStep = crypto.hash;
function createSigner(key, digestOnce = oneStep ?? null) {
  if (!digestOnce || key.length > BLOCK) {
    return (text5) => crypto.createHmac("sha256", key).update(text5).digest("base64url");
  }
  const outer = Buffer.alloc(BLOCK + DIGEST, 92);
  let inner = Buffer.alloc(BLOCK + 1024, 54);
  for (const [at, byte] of key.entries()) {
    outer[at] = byte ^ 92;
    inner[at] = byte ^ 54;
  }
  return (text5) => {
    const most = BLOCK + text5.length * 3;
    if (most > inner.length) inner = Buffer.concat([inner.subarray(0, BLOCK)], most);
    const length = BLOCK + inner.write(text5, BLOCK);
    outer.write(digestOnce("sha256", inner.subarray(0, length), "latin1"), BLOCK, "latin1");
    return digestOnce("sha256", outer, "base64url");
  };
}

// src/service/tracking/token.ts
var VERSION = "3";
var SHARED_PARTS = 11;
var CHOSEN_PARTS = 4;
var TOGETHER = 5;
var COMMON_LENGTH = 22;
var PLACE_LENGTH = 4;
var SIGNATURE_LENGTH = COMMON_LENGTH + PLACE_LENGTH;
var PLACE = new RegExp(`^[0-${TOGETHER - 1}]\\.`);
function createTokens(key, life) {
  const sign = createSigner(key);
  return {
    sign(shared, chosen) {
      const tokens = [];
      for (let first = 0; first < chosen.length; first += TOGETHER) {
        const end = Math.min(first + TOGETHER, chosen.length);
        const body = encode(shared, chosen, first, end);
        const hmac = sign(body);
        const signed = [body, hmac.slice(0, COMMON_LENGTH)].join(".");
        for (let place2 = 0; place2 < end - first; place2++)
          tokens.push(`${place2}.${signed}${ofPlace(hmac, place2)}`);
      }
      return tokens;
    },
    read(text5, now) {
      const split = text5.length - SIGNATURE_LENGTH - 1;
      const body = text5.slice(2, split);
      const place2 = PLACE.test(text5) ? Number(text5[0]) : void 0;
      if (place2 === void 0 || text5[split] !== ".") return { wrong: "forged" };
      const hmac = sign(body);
      const expected = hmac.slice(0, COMMON_LENGTH) + ofPlace(hmac, place2);
      const token = same(expected, text5.slice(split + 1)) ? decode(body, place2) : void 0;
      if (!token) return { wrong: "forged" };
      return token.decidedAt + life > now ? { token } : { wrong: "expired" };
    },
    digest: (address) => sign(`address ${address}`).slice(0, 8)
  };
}
function ofPlace(hmac, place2) {
  const start = COMMON_LENGTH + place2 * PLACE_LENGTH;
  return hmac.slice(start, start + PLACE_LENGTH);
}
function same(expected, given) {
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual3(a, b);
}
function encode(shared, chosen, first, end) {
  const { series, number: number4, decidedAt, visitor } = shared;
  let body = `${VERSION}.${series}.${number4 + first}.${decidedAt}.${visitor}`;
  for (let at = first; at < end; at++) {
    const { zone: zone2, campaign: campaign2, variation: variation2, sub } = chosen[at];
    body += `.${zone2}.${campaign2}.${variation2}.${sub ?? ""}`;
  }
  return body;
}
function encodeVisitor(visitor) {
  const { country, language, browser, operatingSystem, device, deviceType, address } = visitor;
  const values2 = [country, language, browser, operatingSystem, device, deviceType];
  return `${values2.map((value) => value ?? "").join(".")}.${address}`;
}
function decode(body, place2) {
  const parts = body.split(".");
  const start = SHARED_PARTS + place2 * CHOSEN_PARTS;
  if (parts[0] !== VERSION || start >= parts.length) return void 0;
  const number4 = (at) => Number(parts[at]);
  const optional3 = (at) => parts[at] === "" ? void 0 : number4(at);
  return {
    series: number4(1),
    number: number4(2) + place2,
    decidedAt: number4(3),
    zone: number4(start),
    campaign: number4(start + 1),
    variation: number4(start + 2),
    sub: optional3(start + 3),
    visitor: {
      country: parts[4] || void 0,
      language: optional3(5),
      browser: optional3(6),
      operatingSystem: optional3(7),
      device: optional3(8),
      deviceType: optional3(9),
      address: parts[10] ?? ""
    }
  };
}

// src/service/tracking/track.ts
var PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
var STATUS = { expired: 410, forged: 403, lost: 503 };
var WORDS2 = {
  expired: "This link has expired.",
  forged: "This link is not one of ours."
};
var Tracking = class {
  #parts;
  constructor(parts) {
    this.#parts = parts;
  }
  /** `/i/<token>`: always a pixel, also where the status says that nothing was counted. */
  async impression(text5, fetcher) {
    const reading = this.#parts.tokens.read(text5, this.#parts.now());
    const outcome = await this.#count("impression", reading, fetcher);
    const headers = {
      ...INERT_HEADERS,
      "Content-Type": "image/gif",
      "Access-Control-Allow-Origin": "*",
      "X-Event": outcome,
      ...outcome === "lost" ? { "Retry-After": "1" } : {}
    };
    return { status: STATUS[outcome] ?? 200, headers: headerList(headers), body: PIXEL };
  }
  /** `/c/<token>`: on to the campaign's page, also when the click cannot be kept: the visitor did nothing wrong. */
  async click(text5, fetcher) {
    const reading = this.#parts.tokens.read(text5, this.#parts.now());
    const landing = "token" in reading ? this.#parts.live.landing(reading.token.variation) : void 0;
    const outcome = await this.#count("click", reading, fetcher);
    const headers = { ...INERT_HEADERS, "Content-Type": "text/plain; charset=utf-8", "X-Event": outcome };
    if (landing) return { status: 302, headers: headerList({ ...headers, Location: landing }), body: "" };
    const body = WORDS2[outcome] ?? "This ad is gone.";
    return { status: STATUS[outcome] ?? 410, headers: headerList(headers), body };
  }
  async #count(kind, reading, fetcher) {
    const result = await this.#outcome(kind, reading, fetcher);
    this.#parts.metrics.events.inc({ kind, result });
    return result;
  }
  async #outcome(kind, reading, fetcher) {
    if ("wrong" in reading) return reading.wrong;
    if (!fetcher.counts) return "ignored";
    try {
      const { token } = reading;
      return await (kind === "impression" ? this.#countImpression(token, fetcher) : this.#countClick(token, fetcher));
    } catch (error) {
      if (error instanceof StoreError) return "lost";
      throw error;
    }
  }
  async #countImpression(token, fetcher) {
    const { store, budgets, now } = this.#parts;
    const valid = this.#sameAddress(token, fetcher);
    const cost = valid ? this.#price(token, "cpm") : 0n;
    const counters = valid ? { impressions: 1, ...this.#money(token, cost) } : { invalid_impressions: 1 };
    const event = this.#event(token, counters);
    const claimed = await store.claim({ ...idOf(token), kind: "impression" }, event);
    if (claimed === "repeated") return "repeated";
    budgets.shown(token.campaign, token.decidedAt, valid, cost, now());
    return valid ? "counted" : "invalid";
  }
  async #countClick(token, fetcher) {
    const { store, budgets, now } = this.#parts;
    const price = this.#price(token, "cpc");
    const cost = this.#sameAddress(token, fetcher) ? budgets.charge(token.campaign, price, now()) : 0n;
    const event = this.#event(token, { clicks: 1, ...this.#money(token, cost) });
    let counted = false;
    try {
      counted = await store.claim({ ...idOf(token), kind: "click" }, event) === "counted";
    } finally {
      if (!counted) budgets.refund(token.campaign, cost, now());
    }
    if (!counted) return "repeated";
    return cost < price ? "unpaid" : "counted";
  }
  /** What an impression (cpm) or a click (cpc) costs; nothing when the campaign pays for the other. */
  #price(token, model) {
    const campaign2 = this.#parts.live.campaign(token.campaign);
    return campaign2?.pricing.model === model ? unitCost(campaign2) : 0n;
  }
  #sameAddress(token, fetcher) {
    return token.visitor.address === this.#parts.visitors.addressDigest(fetcher.address);
  }
  #event(token, counters) {
    const { live, now } = this.#parts;
    const campaign2 = live.campaign(token.campaign);
    return {
      time: now(),
      sub: token.sub,
      zone: live.zone(token.zone)?.part ?? new Part({ zone_id: token.zone }),
      campaign: campaign2 ? campaignPart(campaign2, { id: token.variation }) : new Part({ campaign_id: token.campaign, variation_id: token.variation }),
      visitor: visitorPart(token.visitor),
      counters: new Part(counters)
    };
  }
  #money(token, cost) {
    if (cost === 0n) return {};
    const share3 = this.#parts.live.zone(token.zone)?.share ?? 0;
    return { cost, publisher_revenue: publisherPart(cost, share3) };
  }
};
function idOf({ series, number: number4 }) {
  return { series, number: number4 };
}

// src/service/visitor.ts
import Bowser from "bowser";

// src/service/geo.ts
import { readFileSync } from "node:fs";
import { createRequire as createRequire2 } from "node:module";
import { Reader } from "mmdb-lib";
var DATABASE = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";
var reader;
function countryOfAddress(address) {
  const entry = opened().get(address);
  return entry?.country_code ? toIso3(entry.country_code) : void 0;
}
function opened() {
  reader ??= new Reader(readFileSync(createRequire2(import.meta.url).resolve(DATABASE)));
  return reader;
}

// src/service/visitor.ts
var REMEMBERED_AGENTS = 5e3;
var REMEMBERED_VISITORS = 2e4;
var AGENT_LENGTH = 1024;
var Visitors = class {
  #digest;
  #agents = /* @__PURE__ */ new Map();
  #visitors = 0;
  /** `digest` recognises an address without giving it away. */
  constructor(digest2) {
    this.#digest = digest2;
  }
  of(address, userAgent, language) {
    const known5 = this.#agent(userAgent.slice(0, AGENT_LENGTH));
    const code = language?.slice(0, 2).toLowerCase() ?? "";
    const key = `${address} ${code}`;
    const found = known5.visitors.get(key);
    if (found) return found;
    const visitor = this.#make(address, known5.agent, code);
    this.#forgetVisitors();
    known5.visitors.set(key, visitor);
    return visitor;
  }
  /** What impressions are compared by: an IPv6 visitor's address changes within its /64. */
  addressDigest(address) {
    return this.#digest(limitKey(address));
  }
  /** What was read first goes when there is too much. */
  #agent(userAgent) {
    const found = this.#agents.get(userAgent);
    if (found) return found;
    const known5 = { agent: readAgent(userAgent), visitors: /* @__PURE__ */ new Map() };
    if (this.#agents.size >= REMEMBERED_AGENTS)
      this.#agents.delete(this.#agents.keys().next().value);
    this.#agents.set(userAgent, known5);
    return known5;
  }
  /** All at once: to know which was seen last would cost every request. */
  #forgetVisitors() {
    this.#visitors += 1;
    if (this.#visitors <= REMEMBERED_VISITORS) return;
    for (const { visitors } of this.#agents.values()) visitors.clear();
    this.#visitors = 1;
  }
  #make(address, agent, code) {
    const country = countryOfAddress(address);
    const language = languages.id(code);
    const { browser, operatingSystem, deviceType } = agent;
    const visitor = { country, language, ...agent, address: this.addressDigest(address) };
    return {
      traits: known4({ country, language, browser, operatingSystem, deviceType }),
      part: visitorPart(visitor),
      text: encodeVisitor(visitor)
    };
  }
};
function readAgent(userAgent) {
  if (userAgent.trim() === "") {
    return { browser: void 0, operatingSystem: void 0, device: void 0, deviceType: void 0 };
  }
  const { browser, os, platform } = Bowser.parse(userAgent);
  const type = platform.type ?? "";
  return {
    browser: browsers.id(browser.name ?? ""),
    operatingSystem: operatingSystems.id(os.name ?? ""),
    device: devices.id(deviceOf(userAgent, type, platform.vendor, platform.model)),
    deviceType: deviceTypes.id(type)
  };
}
var PHONES = [
  [/\bSM-|\bSamsung/i, "Samsung phone"],
  [/\bPixel\b/, "Google Pixel"],
  [/\bXiaomi|\bRedmi|\bPOCO|\bMi \d/i, "Xiaomi phone"],
  [/\bHuawei/i, "Huawei phone"],
  [/\bOnePlus/i, "OnePlus phone"],
  [/\bMotorola|\bmoto\b/i, "Motorola phone"],
  [/\bOPPO|\bCPH\d/i, "Oppo phone"],
  [/\bvivo\b/i, "Vivo phone"]
];
function deviceOf(userAgent, type, vendor, model) {
  const apple = `${vendor} ${model}`.toLowerCase();
  if (type === "mobile") {
    if (apple === "apple iphone") return "Apple iPhone";
    if (apple === "apple ipod") return "Apple iPod";
    return PHONES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "Other phone";
  }
  if (type === "tablet") {
    if (apple === "apple ipad") return "Apple iPad";
    if (vendor === "Amazon") return "Amazon tablet";
    return /\bSM-|\bSamsung/i.test(userAgent) ? "Samsung tablet" : "Other tablet";
  }
  if (type === "desktop") return vendor === "Apple" ? "Apple Mac" : "Computer";
  if (type === "tv") return "Television";
  return type === "bot" ? "Robot" : "";
}
function known4(traits) {
  return Object.fromEntries(Object.entries(traits).filter(([, value]) => value !== void 0));
}

// src/service/service.ts
async function startService(settings, now = Date.now) {
  const log = createLog(settings.logLevel);
  const catalogue = await loadCatalogue(settings.catalogue);
  if (settings.creatives && !statSync(settings.creatives, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`There is no folder of creatives ${settings.creatives}.`);
  }
  const store = await openStore({ folder: settings.data, claimsKeptMs: settings.trackingLife, now });
  try {
    const live = new LiveCatalogue(catalogue, {
      share: settings.publisherShare,
      life: settings.trackingLife
    });
    return await run2(settings, log, store, live, now);
  } catch (error) {
    await store.close();
    throw error;
  }
}
async function run2(settings, log, store, live, now) {
  const secret = await loadSecret(settings.data);
  const metrics3 = createMetrics(() => store.status());
  const limits = createLimits(settings, now);
  const trusted = trustedProxies(settings.trustedProxies);
  const context = {
    ...{ settings, store, limits, log, metrics: metrics3, secret, now, trusted },
    catalogue: () => live.catalogue
  };
  const budgets = new Budgets(settings.trackingLife);
  budgets.recall(await recallSpent(store, now(), settings.trackingLife), now());
  budgets.arrange(live.index, now());
  const tokens = createTokens(deriveKey(secret, "tracking"), settings.trackingLife);
  const visitors = new Visitors(tokens.digest);
  const random = settings.seed === void 0 ? Math.random : seededRandom(settings.seed);
  const shared = { settings, store, live, budgets, visitors, tokens, metrics: metrics3, now };
  let stopping;
  const server = createHttpServer({
    ...{ settings, metrics: metrics3, log },
    placement: new Placement({ ...shared, limiter: limits.ip, random }),
    tracking: new Tracking(shared),
    addressOf: (request) => addressOf(context, request),
    other: getRequestListener(createApp(context, () => stopping !== void 0).fetch),
    stopping: () => stopping !== void 0
  });
  const address = await listen(server, settings);
  const reloading = watchCatalogue(settings.catalogue, (result) => {
    if (result.catalogue) {
      live.replace(result.catalogue, now());
      budgets.arrange(live.index, now());
    }
    metrics3.reloads.inc({ result: result.catalogue ? "used" : "refused" });
    logReload(log, settings.catalogue, result.error);
  });
  log.info({ address, series: store.series }, "listening");
  return {
    address,
    store,
    reload: () => reloading.reload(),
    stop: () => {
      stopping ??= stopAll(server, reloading, store, settings.stopAfter).then(() => log.info("stopped"));
      return stopping;
    }
  };
}
function logReload(log, file, error) {
  if (error) log.error({ file, problems: error.problems }, "catalogue not reloaded; the one in use stays");
  else log.info({ file }, "catalogue reloaded");
}
async function listen(server, { host, port }) {
  server.listen(port, host);
  try {
    await once2(server, "listening");
  } catch (error) {
    const { code } = error;
    if (code === "EADDRINUSE") throw new Error(`Port ${port} of ${host} is in use.`);
    if (code === "EACCES") throw new Error(`Port ${port} of ${host} may not be used.`);
    throw new Error(`Cannot listen on ${host}:${port}: ${error.message}`);
  }
  const bound = server.address();
  return `http://${bound.family === "IPv6" ? `[${bound.address}]` : bound.address}:${bound.port}`;
}
var SWEEP = 50;
async function stopAll(server, reloading, store, within) {
  await reloading.close();
  const closed = new Promise((done) => server.close(() => done()));
  const sweeping = setInterval(() => server.closeIdleConnections(), SWEEP);
  const impatient = setTimeout(() => server.closeAllConnections(), within);
  await closed;
  clearTimeout(impatient);
  clearInterval(sweeping);
  await store.close();
}

// src/service/settings.ts
import { InvalidArgumentError as InvalidArgumentError2, Option as Option2 } from "commander";
import ipaddr2 from "ipaddr.js";
var DEFAULT_SETTINGS = {
  host: "127.0.0.1",
  port: 8080,
  trustedProxies: [],
  requireUserIp: "server",
  maxZones: 100,
  maxBody: 64 * 1024,
  limitWindow: 6e4,
  limitIp: 150,
  limitUser: 150,
  limitStatisticsIp: 30,
  limitStatisticsUser: 25,
  limitPlacement: true,
  limitKeys: 1e5,
  requestTimeout: 1e4,
  maxConcurrent: 2048,
  maxWait: 100,
  trackingLife: 36e5,
  publisherShare: "0.70",
  stopAfter: 1e4,
  logLevel: "info"
};
function addSettings(command) {
  const d = DEFAULT_SETTINGS;
  const options = [
    option("--catalogue <file>", "accounts, sites, zones and campaigns, as JSON").makeOptionMandatory(),
    option("--data <folder>", "where events are kept").makeOptionMandatory(),
    option("--host <address>", "address to listen on").default(d.host),
    option("--port <number>", "port to listen on, 0 for any free one").default(d.port).argParser(integer2(0, 65535)),
    option("--origin <address>", "address under which visitors reach the service").argParser(origin),
    option("--trusted-proxies <list>", "addresses or networks whose X-Forwarded-For is believed").default(d.trustedProxies).argParser(networks),
    option("--require-user-ip <who>", "who must pass user.ip").choices(["server", "always", "never"]).default(d.requireUserIp),
    whole4("--max-zones", "most zones of one request", d.maxZones, 1),
    whole4("--max-body", "most bytes of a request's body", d.maxBody, 1),
    whole4("--limit-window", "milliseconds of the window of all limits", d.limitWindow, 1),
    whole4("--limit-ip", "requests in a window for each address, 0 for no limit", d.limitIp),
    whole4("--limit-user", "statistics requests of all kinds for each user name", d.limitUser),
    whole4("--limit-statistics-ip", "statistics requests for each address", d.limitStatisticsIp),
    whole4("--limit-statistics-user", "statistics requests for each user name", d.limitStatisticsUser),
    option("--no-limit-placement", "leave placement requests out of the limit for each address"),
    whole4("--limit-keys", "most addresses or names that a limit remembers", d.limitKeys, 1),
    whole4("--request-timeout", "milliseconds that a sender has for a request", d.requestTimeout, 1),
    whole4("--max-concurrent", "placement requests under way at once", d.maxConcurrent, 1),
    whole4("--max-wait", "milliseconds that placements wait before more are refused", d.maxWait, 1),
    whole4("--tracking-life", "milliseconds that impression and click addresses live", d.trackingLife, 1),
    option("--publisher-share <share>", "share of the cost that publishers are paid").default(d.publisherShare).argParser(share2),
    option("--creatives <folder>", "images that are served below /creatives/"),
    option("--metrics-token <token>", "lets its bearer read /metrics from other machines"),
    option("--seed <number>", "makes the choice among campaigns repeatable").argParser(integer2(0)),
    whole4("--stop-after", "milliseconds that a stop waits for requests under way", d.stopAfter),
    option("--log-level <level>", "least level that is logged").choices(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default(d.logLevel)
  ];
  for (const each of options) command.addOption(each);
  return command;
}
function option(flags, description) {
  const made2 = new Option2(flags, description);
  const name = made2.name().replace(/^no-/, "");
  return made2.negate ? made2 : made2.env(`ZONETAG_${name.replaceAll("-", "_").toUpperCase()}`);
}
function whole4(flag, description, fallback, least = 0) {
  return option(`${flag} <number>`, description).default(fallback).argParser(integer2(least));
}
function integer2(least, most = Number.MAX_SAFE_INTEGER) {
  return (value) => {
    const number4 = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number4 >= least && number4 <= most) return number4;
    throw new InvalidArgumentError2(`Expected a whole number from ${least} to ${most}.`);
  };
}
function origin(value) {
  const url = URL.canParse(value) ? new URL(value) : void 0;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "") return url.origin;
  throw new InvalidArgumentError2("Expected an address such as https://ads.example.");
}
function networks(value) {
  const list2 = value.split(",").map((item) => item.trim()).filter((item) => item !== "");
  const wrong = list2.find((item) => !(ipaddr2.isValid(item) || ipaddr2.isValidCIDR(item)));
  if (wrong === void 0) return list2;
  throw new InvalidArgumentError2(`${wrong} is neither an address nor a network such as 10.0.0.0/8.`);
}
function share2(value) {
  if (/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(value)) return value;
  throw new InvalidArgumentError2('Expected a share from 0 to 1 such as "0.70".');
}

// src/service/main.ts
var program = new Command2("zonetag-service").description("Answers ad placement requests and counts.");
addSettings(program.command("serve", { isDefault: true }).description("run the service")).action(serve2);
program.command("hash-password").description("read a password from the standard input, print what the catalogue keeps of it").action(async () => console.log(await hashPassword((await text4(process.stdin)).replace(/\r?\n$/, ""))));
program.command("make-token").description("make an API token, print it and what the catalogue keeps of it").action(() => {
  const token = randomBytes3(24).toString("base64url");
  console.log(`token:     ${token}
catalogue: ${hashToken(token)}`);
});
program.addCommand(importCommand());
async function serve2(settings) {
  const service = await startService(settings);
  const stop = () => void service.stop().then(() => process.exit(0), fail);
  process.on("SIGTERM", stop).on("SIGINT", stop);
  process.on("SIGHUP", () => void service.reload());
  console.log(`ad service listening on ${service.address}`);
}
function fail(error) {
  const [first, ...rest] = error instanceof CatalogueError ? error.problems : [];
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : "";
  const line = first ? `${first}${more}` : error instanceof Error ? error.message : String(error);
  console.error(`ad service: ${line.replaceAll("\n", " ")}`);
  process.exit(1);
}
program.parseAsync().catch(fail);
//# sourceMappingURL=service.mjs.map
