/** Schema of the catalogue's file, and the types that follow from it. */
import * as v from "valibot";
import { isWebAddress, parseUrl } from "../../protocol/addresses.ts";
import {
  MAX_CREATIVES,
  MAX_CUSTOM_VALUES,
  MAX_FREQUENCIES,
  MAX_FREQUENCY_IMPRESSIONS,
  MAX_FREQUENCY_SECONDS,
  MAX_PRICE,
  MAX_PRIORITY,
  MAX_TEXT,
  MAX_VALUES,
  MAX_WEIGHT,
  PHRASE_WORDS,
  PRICE_PLACES,
} from "../../protocol/limits.ts";
import { REVIEWS } from "../../protocol/management.ts";
import { ZONE_FIELDS } from "../../protocol/placement.ts";
import type { NameNoun } from "../../protocol/problems.ts";
import { MAX_GOALS } from "../../protocol/statistics.ts";
import { hasKey, listKeys } from "../../protocol/tables.ts";
import { TARGETING, type TargetingNameOf } from "../../protocol/targeting.ts";
import { quote } from "../../protocol/validation.ts";
import { isCountry, listCountries } from "../net/countries.ts";
import { PASSWORD_FORM, TOKEN_FORM } from "../signing/passwords.ts";
import { isDay } from "../values/day.ts";
import { parseMoney } from "../values/money.ts";
import { splitWords } from "../values/normalizeKeywords.ts";
import { asMessage, boundedList, distinctList, record, strictObject } from "../values/schemas.ts";
import { isTimezone, TIMEZONES } from "../values/timezones.ts";
import {
  browsers,
  type Dictionary,
  deviceTypes,
  languages,
  operatingSystems,
} from "../values/visitorDimensions.ts";
import { WEEKDAYS } from "../values/wallClock.ts";

/** Maximum entries of each list of the catalogue. */
const MAX_ENTRIES = 1_000_000;
const MAX_API_TOKENS = 100;

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** Stored in 32-bit columns. */
const smallId = v.pipe(id, v.maxValue(0x7fffffff));
const text = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_TEXT));
const keyword = v.pipe(
  text,
  v.check((value) => !value.includes(","), asMessage({ code: "keyword-comma" })),
  v.check((value) => splitWords(value).length > 0, asMessage({ code: "keyword-words" })),
  v.check(
    (value) => splitWords(value).length <= PHRASE_WORDS,
    asMessage({ code: "phrase-words", most: PHRASE_WORDS }),
  ),
);
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const size = v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}x[1-9]\d{0,4}$/, asMessage({ code: "size-form" })));
const day = v.pipe(
  v.string(),
  v.isoDate(asMessage({ code: "day-form", form: "YYYY-MM-DD" })),
  v.check((value) => !v.ISO_DATE_REGEX.test(value) || isDay(value), asMessage({ code: "day-unknown" })),
);
const money = (places: number) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => parseMoney(value) !== undefined && decimals(value) <= places,
      asMessage({ code: "decimal-places", places }),
    ),
  );
const price = (places: number) =>
  v.pipe(
    money(places),
    v.check((value) => !(Number(value) > MAX_PRICE), asMessage({ code: "most-number", most: MAX_PRICE })),
  );
const decimals = (value: string) => value.split(".")[1]?.length ?? 0;
/** Share of the cost that the publisher is paid; 0 to 1. */
const share = v.pipe(v.string(), v.regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, asMessage({ code: "share" })));
/**
 * Normalized here, once, to the ASCII that `Location` headers and JSON need. https://url.spec.whatwg.org/#url-parsing
 */
const webAddress = v.pipe(
  v.string(),
  v.check(isWebAddress, asMessage({ code: "web-address" })),
  v.transform((value) => new URL(value).href),
);
/** Absolute, or a path on the service. */
const imageAddress = v.pipe(
  v.string(),
  v.check((value) => isWebAddress(value) || isOwnPath(value), asMessage({ code: "image-address" })),
  v.transform((value) => (isOwnPath(value) ? normalizePath(value) : new URL(value).href)),
);
/** A name from a list. `names` are suggested by editors; any letter case is accepted. */
const known = (what: NameNoun, has: (name: string) => boolean, names: readonly string[]) =>
  v.pipe(
    v.string(),
    v.check(has, ({ input }) => asMessage({ code: "name-unknown", what, name: quote(input) })),
    v.metadata({ enum: names }),
  );
const knownIn = (what: NameNoun, { id, codes }: Dictionary) =>
  known(what, (name) => id(name) !== undefined, codes);
const country = known(
  "country",
  isCountry,
  listCountries().map(({ iso3 }) => iso3),
);

const goal = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_GOALS));
export const goalSource = v.variant("source", [
  strictObject({ goal, source: v.literal("import") }),
  /** `from`: first day, UTC; before it, the goal is imported. */
  strictObject({ goal, source: v.literal("report"), from: day }),
]);

const account = strictObject({
  id: smallId,
  name: text,
  role: v.picklist(["advertiser", "publisher", "network"]),
  /** Network account that manages this one. */
  network: v.optional(smallId),
  username: v.optional(text),
  password: v.optional(
    v.pipe(v.string(), v.regex(PASSWORD_FORM, asMessage({ code: "hash-form", command: "hash-password" }))),
  ),
  apiTokens: v.optional(
    distinctList(
      v.pipe(v.string(), v.regex(TOKEN_FORM, asMessage({ code: "hash-form", command: "make-token" }))),
      MAX_API_TOKENS,
    ),
    [],
  ),
  /** Number of conversion goals of the account. */
  goals: v.optional(v.pipe(count, v.maxValue(MAX_GOALS)), 0),
  /** Names of the goals, in their order. Goals after the last one have none. */
  goalNames: v.optional(boundedList(text, MAX_GOALS)),
  /** Where the conversions of goals come from: imports, also for goals that are not listed, or reports. */
  goalSources: v.optional(boundedList(goalSource, MAX_GOALS)),
  /** Time zone of the day boundaries in the account's reports. */
  timezone: v.optional(known("time zone", isTimezone, TIMEZONES), "UTC"),
  currency: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, asMessage({ code: "code-form", example: "USD" }))),
    "USD",
  ),
  /** Set by the network: nothing of the account is served, and its users and tokens only read. */
  suspended: v.optional(v.boolean()),
});

const named = strictObject({ id: smallId, name: text });

const site = strictObject({
  id: smallId,
  account: smallId,
  name: text,
  hostname: v.pipe(v.string(), v.regex(/^[a-z0-9.-]{1,253}$/, asMessage({ code: "hostname-form" }))),
  category: v.optional(smallId),
  publisherShare: v.optional(share),
  /** Advertisers whose campaigns are not shown on the site. */
  blockedAdvertisers: v.optional(distinctList(smallId, MAX_VALUES), []),
  /** Archived: not served, kept for the statistics. */
  deleted: v.optional(v.boolean(), false),
});

const zone = strictObject({
  id,
  site: smallId,
  name: text,
  size,
  note: v.optional(text),
  deleted: v.optional(v.boolean(), false),
});

/** Fields of a creative that need approval, and the time when its advertiser sent them. */
const version = {
  image: imageAddress,
  size,
  url: webAddress,
  sentAt: v.optional(v.pipe(v.string(), v.isoTimestamp(asMessage({ code: "time-form" })))),
  reason: v.optional(text),
};

export const variationSchema = strictObject({
  id: smallId,
  name: v.optional(text),
  weight: v.optional(v.pipe(count, v.minValue(1)), 1),
  active: v.optional(v.boolean(), true),
  ...version,
  review: v.optional(v.picklist(REVIEWS), "approved"),
  /** Version that waits for approval or was rejected; the approved version above keeps running. */
  pending: v.optional(strictObject({ ...version, review: v.picklist(["waiting", "rejected"]) })),
});

/** Weekdays and hours in a time zone; an empty list allows all. */
const times = strictObject({
  timezone: known("time zone", isTimezone, TIMEZONES),
  weekdays: v.optional(distinctList(v.picklist(WEEKDAYS), WEEKDAYS.length), []),
  /** 9: from 9:00 up to 10:00. */
  hours: v.optional(distinctList(v.pipe(count, v.maxValue(23)), 24), []),
});

/** Keys and values beyond the bounds of a zone's `custom_targeting` would never match. */
const { maxKeys, maxKeyLength, maxValueLength } = ZONE_FIELDS.custom_targeting;
const CUSTOM_KEYS = { most: maxKeys, maxKeyLength };
const customValues = v.pipe(
  distinctList(v.pipe(v.string(), v.maxLength(maxValueLength)), MAX_CUSTOM_VALUES),
  v.minLength(1, asMessage({ code: "value-missing" })),
);

const TARGETING_NAMES = {
  countries: country,
  languages: knownIn("language", languages),
  deviceTypes: knownIn("device type", deviceTypes),
  operatingSystems: knownIn("operating system", operatingSystems),
  browsers: knownIn("browser", browsers),
};

const optionalList = <S extends v.GenericSchema>(item: S) => v.optional(distinctList(item, MAX_VALUES), []);

/** A list for each dimension of the targeting table. */
const TARGETING_LISTS = Object.fromEntries(
  listKeys(TARGETING).map((name) => [
    name,
    optionalList(hasKey(TARGETING_NAMES, name) ? TARGETING_NAMES[name] : id),
  ]),
) as { [K in TargetingNameOf<"ids">]: ReturnType<typeof optionalList<typeof id>> } & {
  [K in TargetingNameOf<"names">]: ReturnType<typeof optionalList<(typeof TARGETING_NAMES)[K]>>;
};

const targeting = strictObject({
  /** A zone must have each of these keys, with one of these values. */
  custom: v.optional(record(customValues, CUSTOM_KEYS), (): Record<string, string[]> => Object.create(null)),
  ...TARGETING_LISTS,
  times: v.optional(times),
});

const campaign = strictObject({
  id: smallId,
  account: smallId,
  name: text,
  active: v.optional(v.boolean(), true),
  /** Archived: not served, kept for the statistics. */
  deleted: v.optional(v.boolean(), false),
  /** Price of a thousand impressions (cpm) or of a click (cpc). */
  pricing: v.variant("model", [
    strictObject({ model: v.literal("cpm"), price: price(PRICE_PLACES.cpm) }),
    strictObject({ model: v.literal("cpc"), price: price(PRICE_PLACES.cpc) }),
  ]),
  /** The matching campaigns of the highest priority are chosen; fallback campaigns have a negative priority. */
  priority: v.optional(
    v.pipe(v.number(), v.safeInteger(), v.minValue(-MAX_PRIORITY), v.maxValue(MAX_PRIORITY)),
    0,
  ),
  /** Words and phrases. A campaign without keywords matches every zone, after campaigns with a matching keyword. */
  keywords: v.optional(distinctList(keyword, MAX_VALUES), []),
  /** Words and phrases that exclude the campaign from a zone or a page. */
  negativeKeywords: v.optional(distinctList(keyword, MAX_VALUES), []),
  targeting: v.optional(targeting, {}),
  /** First and last day, UTC, both included. */
  from: v.optional(day),
  to: v.optional(day),
  budget: v.optional(strictObject({ daily: v.optional(money(9)), total: v.optional(money(9)) }), {}),
  /** Maximum impressions. */
  caps: v.optional(strictObject({ daily: v.optional(count), total: v.optional(count) }), {}),
  /** Maximum impressions per visitor in any window of this many seconds. */
  frequency: v.optional(
    distinctList(
      strictObject({
        impressions: v.pipe(count, v.minValue(1), v.maxValue(MAX_FREQUENCY_IMPRESSIONS)),
        seconds: v.pipe(count, v.minValue(1), v.maxValue(MAX_FREQUENCY_SECONDS)),
      }),
      MAX_FREQUENCIES,
    ),
    [],
  ),
  /** Weight of the random choice among the matching campaigns. */
  weight: v.optional(v.pipe(count, v.minValue(1), v.maxValue(MAX_WEIGHT)), 1),
  /** even: the daily budget and cap are spread evenly over the day. */
  spread: v.optional(v.picklist(["asap", "even"]), "asap"),
  offer: v.optional(smallId),
  offerLandingPage: v.optional(smallId),
  variations: v.pipe(
    boundedList(variationSchema, MAX_CREATIVES),
    v.minLength(1, asMessage({ code: "creative-missing" })),
  ),
});

export const catalogueSchema = strictObject({
  $schema: v.optional(v.string()),
  accounts: boundedList(account, MAX_ENTRIES),
  categories: v.optional(boundedList(named, MAX_ENTRIES), []),
  /** Names of entities that only imported statistics reference. */
  carriers: v.optional(boundedList(named, MAX_ENTRIES), []),
  regions: v.optional(
    boundedList(
      strictObject({
        id: smallId,
        name: text,
        country,
        /** ISO 3166-2, as used by city databases. */
        code: v.optional(
          v.pipe(
            v.string(),
            v.regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, asMessage({ code: "code-form", example: "GB-SCT" })),
          ),
        ),
      }),
      MAX_ENTRIES,
    ),
    [],
  ),
  offers: v.optional(
    boundedList(strictObject({ id: smallId, account: smallId, name: text }), MAX_ENTRIES),
    [],
  ),
  offerLandingPages: v.optional(
    boundedList(strictObject({ id: smallId, offer: smallId, name: text }), MAX_ENTRIES),
    [],
  ),
  sites: boundedList(site, MAX_ENTRIES),
  zones: boundedList(zone, MAX_ENTRIES),
  campaigns: boundedList(campaign, MAX_ENTRIES),
});

/** Names of all fields of accounts, sites, zones, campaigns and creatives. */
export const FIELDS: ReadonlySet<string> = new Set(
  [account, site, zone, campaign, variationSchema].flatMap(({ entries }) => Object.keys(entries)),
);

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

function isOwnPath(value: string): boolean {
  return /^\/(?![/\\])/.test(value) && parseUrl(value, "http://own.invalid") !== undefined;
}

function normalizePath(path: string): string {
  const { pathname, search } = new URL(path, "http://own.invalid");
  return pathname + search;
}
