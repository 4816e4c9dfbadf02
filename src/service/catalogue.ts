/**
 * The catalogue: accounts, sites, zones and campaigns, read from one JSON file and checked as a whole.
 */
import { readFile } from "node:fs/promises";
import * as v from "valibot";
import { MAX_GOALS } from "../protocol/statistics.ts";
import { knownCountry } from "./countries.ts";
import { isDay } from "./day.ts";
import { browsers, deviceTypes, languages, operatingSystems } from "./dimensions.ts";
import { parseMoney } from "./money.ts";
import { PASSWORD_FORM, TOKEN_FORM } from "./secrets.ts";

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** Kept in 32-bit columns. */
const smallId = v.pipe(id, v.maxValue(0x7fffffff));
const text = v.pipe(v.string(), v.minLength(1), v.maxLength(500));
/** Must hold a letter or a digit: it is matched by its words. */
const keyword = v.pipe(text, v.regex(/[\p{L}\p{N}]/u, "expected a word or a phrase"));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const size = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,4}x[1-9]\d{0,4}$/, 'expected WIDTHxHEIGHT such as "300x250"'),
);
const day = v.pipe(
  v.string(),
  v.isoDate("expected a day as YYYY-MM-DD"),
  v.check((value) => !v.ISO_DATE_REGEX.test(value) || isDay(value), "there is no such day"),
);
const money = (places: number) =>
  v.pipe(
    v.string(),
    v.check((value) => parseMoney(value) !== undefined && decimals(value) <= places, decimal(places)),
  );
const decimal = (places: number) => `expected a decimal number as text with at most ${places} places`;
const decimals = (value: string) => value.split(".")[1]?.length ?? 0;
/** Share of the cost that the publisher is paid; 0 to 1. */
const share = v.pipe(
  v.string(),
  v.regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'expected a share such as "0.70"'),
);
const webAddress = v.pipe(v.string(), v.check(isWebAddress, "expected an http or https address"));
/** Absolute, or a path of the service's own. */
const imageAddress = v.pipe(
  v.string(),
  v.check(
    (value) => isWebAddress(value) || /^\/(?![/\\])/.test(value),
    "expected an http or https address, or a path that starts with /",
  ),
);
const known = (what: string, has: (name: string) => boolean) =>
  v.pipe(
    v.string(),
    v.check(has, (issue) => `unknown ${what} ${JSON.stringify(issue.input)}`),
  );

const account = v.strictObject({
  id: smallId,
  name: text,
  role: v.picklist(["advertiser", "publisher", "network"]),
  /** The network account that sees this one. */
  network: v.optional(smallId),
  username: v.optional(text),
  password: v.optional(v.pipe(v.string(), v.regex(PASSWORD_FORM, "expected what `hash-password` prints"))),
  apiTokens: v.optional(
    v.array(v.pipe(v.string(), v.regex(TOKEN_FORM, "expected what `make-token` prints"))),
    [],
  ),
  /** How many conversion goals the account tracks. */
  goals: v.optional(v.pipe(count, v.maxValue(MAX_GOALS)), 0),
  currency: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'expected a code such as "USD"')), "USD"),
});

const named = v.strictObject({ id: smallId, name: text });

const site = v.strictObject({
  id: smallId,
  account: smallId,
  name: text,
  hostname: v.pipe(v.string(), v.regex(/^[a-z0-9.-]{1,253}$/, "expected a-z, 0-9, hyphen and dot")),
  category: v.optional(smallId),
  publisherShare: v.optional(share),
});

const zone = v.strictObject({ id, site: smallId, name: text, size });

const variation = v.strictObject({
  id: smallId,
  name: v.optional(text),
  image: imageAddress,
  size,
  /** Where a click leads. */
  url: webAddress,
  weight: v.optional(v.pipe(count, v.minValue(1)), 1),
});

const targeting = v.strictObject({
  /** A zone must give each of these keys, with one of these values. */
  custom: v.optional(v.record(v.string(), v.pipe(v.array(v.string()), v.minLength(1))), {}),
  /** ISO 3166-1 alpha-3 */
  countries: v.optional(v.array(known("country", knownCountry)), []),
  languages: v.optional(v.array(known("language", (name) => languages.id(name) !== undefined)), []),
  deviceTypes: v.optional(v.array(known("device type", (name) => deviceTypes.id(name) !== undefined)), []),
  operatingSystems: v.optional(
    v.array(known("operating system", (name) => operatingSystems.id(name) !== undefined)),
    [],
  ),
  browsers: v.optional(v.array(known("browser", (name) => browsers.id(name) !== undefined)), []),
  sites: v.optional(v.array(smallId), []),
  zones: v.optional(v.array(id), []),
  categories: v.optional(v.array(smallId), []),
});

const campaign = v.strictObject({
  id: smallId,
  account: smallId,
  name: text,
  active: v.optional(v.boolean(), true),
  /** Gone from what is served, kept for the statistics. */
  deleted: v.optional(v.boolean(), false),
  /** Price of a thousand impressions (cpm) or of a click (cpc). */
  pricing: v.variant("model", [
    v.strictObject({ model: v.literal("cpm"), price: money(6) }),
    v.strictObject({ model: v.literal("cpc"), price: money(9) }),
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
  weight: v.optional(v.pipe(count, v.minValue(1), v.maxValue(1_000_000)), 1),
  /** even: the daily budget and cap are given out evenly over the day. */
  spread: v.optional(v.picklist(["asap", "even"]), "asap"),
  offer: v.optional(smallId),
  offerLandingPage: v.optional(smallId),
  variations: v.pipe(v.array(variation), v.minLength(1)),
});

const catalogueSchema = v.strictObject({
  $schema: v.optional(v.string()),
  accounts: v.array(account),
  categories: v.optional(v.array(named), []),
  /** Names for what only imported statistics refer to. */
  carriers: v.optional(v.array(named), []),
  regions: v.optional(
    v.array(v.strictObject({ id: smallId, name: text, country: known("country", knownCountry) })),
    [],
  ),
  offers: v.optional(v.array(v.strictObject({ id: smallId, account: smallId, name: text })), []),
  offerLandingPages: v.optional(v.array(v.strictObject({ id: smallId, offer: smallId, name: text })), []),
  sites: v.array(site),
  zones: v.array(zone),
  campaigns: v.array(campaign),
});

export { catalogueSchema };

export type CatalogueData = v.InferOutput<typeof catalogueSchema>;
export type Account = CatalogueData["accounts"][number];
export type Site = CatalogueData["sites"][number];
export type Zone = CatalogueData["zones"][number];
export type Campaign = CatalogueData["campaigns"][number];
export type Variation = Campaign["variations"][number];
export type Region = CatalogueData["regions"][number];
export interface Named {
  id: number;
  name: string;
}

/** Checked, and found by id. Never changed: a reload makes a new one. */
export interface Catalogue {
  data: CatalogueData;
  accounts: ReadonlyMap<number, Account>;
  categories: ReadonlyMap<number, Named>;
  carriers: ReadonlyMap<number, Named>;
  regions: ReadonlyMap<number, Region>;
  offers: ReadonlyMap<number, Named>;
  offerLandingPages: ReadonlyMap<number, Named>;
  sites: ReadonlyMap<number, Site>;
  zones: ReadonlyMap<number, Zone>;
  campaigns: ReadonlyMap<number, Campaign>;
  variations: ReadonlyMap<number, { variation: Variation; campaign: Campaign }>;
}

/** What is wrong with a catalogue: one line a problem, each with the path to it. */
export class CatalogueError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(problems.join("\n"));
    this.name = "CatalogueError";
    this.problems = problems;
  }
}

/** Reads and checks a file. Rejects with `CatalogueError`, whose lines start with the file's name. */
export async function loadCatalogue(file: string): Promise<Catalogue> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new CatalogueError([`${file}: ${error instanceof Error ? error.message : String(error)}`]);
  }
  try {
    return readCatalogue(parsed);
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    throw new CatalogueError(error.problems.map((problem) => `${file}: ${problem}`));
  }
}

/** Checks a parsed catalogue. Throws `CatalogueError`. */
export function readCatalogue(value: unknown): Catalogue {
  const result = v.safeParse(catalogueSchema, value);
  if (!result.success) throw new CatalogueError(result.issues.flatMap(flat).map(problemLine));
  const catalogue = indexed(result.output);
  const problems = references(catalogue);
  if (problems.length > 0) throw new CatalogueError(problems);
  return catalogue;
}

function flat(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown>[] {
  return issue.issues && issue.issues.length > 0 ? [...issue.issues] : [issue];
}

function problemLine(issue: v.BaseIssue<unknown>): string {
  return `${pathOf(issue.path?.map((item) => item.key) ?? [])}: ${messageOf(issue)}`;
}

function messageOf(issue: v.BaseIssue<unknown>): string {
  if (issue.type === "strict_object" && issue.expected === "never") return "this field is not known here";
  if (issue.type === "strict_object" && issue.received === "undefined") return "this field is missing";
  return issue.message.replace(/^Invalid \w+: E/, "e");
}

/** `campaigns[3].pricing.price` */
function pathOf(keys: readonly unknown[]): string {
  if (keys.length === 0) return "(root)";
  return keys
    .map((key, at) => (typeof key === "number" ? `[${key}]` : `${at > 0 ? "." : ""}${String(key)}`))
    .join("");
}

function indexed(data: CatalogueData): Catalogue {
  const variations = data.campaigns.flatMap((campaign) =>
    campaign.variations.map((variation) => [variation.id, { variation, campaign }] as const),
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
    variations: new Map(variations),
  };
}

function byId<T extends { id: number }>(items: readonly T[]): Map<number, T> {
  return new Map(items.map((item) => [item.id, item]));
}

/** What the lists contradict each other in: ids that occur twice, ids that lead nowhere, periods that end before they begin. */
function references(catalogue: Catalogue): string[] {
  const { data, accounts, sites, zones, categories, offers, offerLandingPages } = catalogue;
  const missing = (
    path: string,
    target: number | undefined,
    map: ReadonlyMap<number, unknown>,
    what: string,
  ) => (target === undefined || map.has(target) ? [] : [`${path}: no ${what} has the id ${target}`]);
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
    ...data.accounts.flatMap(({ network }, at) =>
      missing(`accounts[${at}].network`, network, accounts, "account"),
    ),
    ...data.sites.flatMap(({ account, category }, at) => [
      ...missing(`sites[${at}].account`, account, accounts, "account"),
      ...missing(`sites[${at}].category`, category, categories, "category"),
    ]),
    ...data.zones.flatMap(({ site }, at) => missing(`zones[${at}].site`, site, sites, "site")),
    ...data.offers.flatMap(({ account }, at) =>
      missing(`offers[${at}].account`, account, accounts, "account"),
    ),
    ...data.offerLandingPages.flatMap(({ offer }, at) =>
      missing(`offerLandingPages[${at}].offer`, offer, offers, "offer"),
    ),
    ...data.campaigns.flatMap(({ account, offer, offerLandingPage, targeting, from, to }, at) => {
      const path = `campaigns[${at}]`;
      const allOf = (
        list: "sites" | "zones" | "categories",
        map: ReadonlyMap<number, unknown>,
        what: string,
      ) =>
        targeting[list].flatMap((id, index) => missing(`${path}.targeting.${list}[${index}]`, id, map, what));
      return [
        ...missing(`${path}.account`, account, accounts, "account"),
        ...missing(`${path}.offer`, offer, offers, "offer"),
        ...missing(`${path}.offerLandingPage`, offerLandingPage, offerLandingPages, "landing page"),
        ...allOf("sites", sites, "site"),
        ...allOf("zones", zones, "zone"),
        ...allOf("categories", categories, "category"),
        ...(from && to && to < from ? [`${path}.to: expected a day not before from, ${from}`] : []),
      ];
    }),
  ];
}

function repeated(list: string, items: readonly { id: number }[]): string[] {
  const seen = new Set<number>();
  return items.flatMap(({ id }, at) => {
    if (seen.has(id)) return [`${list}[${at}].id: ${id} is used twice`];
    seen.add(id);
    return [];
  });
}

function repeatedNames(accounts: readonly Account[]): string[] {
  const seen = new Set<string>();
  return accounts.flatMap(({ username }, at) => {
    if (username === undefined) return [];
    if (seen.has(username)) return [`accounts[${at}].username: ${JSON.stringify(username)} is used twice`];
    seen.add(username);
    return [];
  });
}

function repeatedVariations(campaigns: readonly Campaign[]): string[] {
  const seen = new Set<number>();
  return campaigns.flatMap(({ variations }, campaign) =>
    variations.flatMap(({ id }, at) => {
      if (seen.has(id)) return [`campaigns[${campaign}].variations[${at}].id: ${id} is used twice`];
      seen.add(id);
      return [];
    }),
  );
}

function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}
