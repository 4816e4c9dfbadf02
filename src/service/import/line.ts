/** The values of an imported line as a fact: every problem reported, owners checked and filled in from the catalogue. */
import { COUNTERS, DIMENSIONS, type Fact } from "../store/schema.ts";
import { isCountry } from "../values/countries.ts";
import { isDay } from "../values/day.ts";
import { parseDecimal } from "../values/money.ts";
import { omitUndefined } from "../values/object.ts";

/** What lines are checked against; a catalogue is one. */
export interface Owners {
  accounts: ReadonlyMap<number, { role: string }>;
  sites: ReadonlyMap<
    number,
    { id: number; account: number; hostname: string; category?: number | undefined }
  >;
  zones: ReadonlyMap<number, { id: number; site: number; size: string }>;
  campaigns: ReadonlyMap<number, Campaign>;
  variations: ReadonlyMap<number, { campaign: Campaign }>;
}

interface Campaign {
  id: number;
  account: number;
  offer?: number | undefined;
  offerLandingPage?: number | undefined;
}

type Read = { value: Fact[keyof Fact] } | { problem: string };

const INTEGER_MAX = 2 ** 31 - 1;
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** How each column is read; what else a line holds is a problem. */
const COLUMNS = new Map<string, (value: unknown) => Read>([
  ["time", readTime],
  ...Object.entries(DIMENSIONS).map(([name, type]) => [name, createReader(name, type)] as const),
  ...Object.entries(COUNTERS).map(([name, type]) => [name, type === "BIGINT" ? count : readMoney] as const),
]);

/** Names of the columns, for those who write files. */
export const COLUMN_NAMES: readonly string[] = [...COLUMNS.keys()];

/** A fact, or the problems that keep the line from being one. */
export function readLine(
  values: Record<string, unknown>,
  owners: Owners | undefined,
): { fact: Fact } | { problems: string[] } {
  const fact: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    // An empty cell says that nothing is known, as null does.
    if (value === null || value === "" || value === undefined) continue;
    const read = COLUMNS.get(name)?.(value) ?? { problem: "This column is not known." };
    if ("value" in read) fact[name] = read.value;
    else problems.push(`${name}: ${read.problem}`);
  }
  if (owners) problems.push(...checkOwners(fact, owners));
  const owned = owners ? { ...findOwners(fact, owners), ...fact } : fact;
  if (problems.length === 0) problems.push(...listMissing(owned));
  return isFact(owned, problems) ? { fact: owned } : { problems };
}

function isFact(values: Record<string, unknown>, problems: readonly string[]): values is Fact {
  return problems.length === 0 && values.time instanceof Date;
}

function listMissing(fact: Record<string, unknown>): string[] {
  const problems = fact.time ? [] : ["time: This column is missing."];
  if (fact.publisher_id === undefined && fact.advertiser_id === undefined)
    problems.push(
      "No account is named: add publisher_id or advertiser_id, or a zone_id or campaign_id that is in the catalogue.",
    );
  if (!COUNTER_NAMES.some((name) => fact[name]))
    problems.push("Nothing is counted: every counter is absent or zero.");
  return problems;
}

const COUNTER_NAMES = Object.keys(COUNTERS);

/** What does not exist, and what belongs to another than the line says. */
function checkOwners(fact: Record<string, unknown>, owners: Owners): string[] {
  const { accounts, sites, zones, campaigns, variations } = owners;
  const problems: string[] = [];
  const find = <T>(column: string, entries: ReadonlyMap<number, T>): T | undefined => {
    const id = fact[column];
    if (typeof id !== "number") return undefined;
    const entry = entries.get(id);
    if (entry === undefined) problems.push(`${column}: ${id} is not in the catalogue.`);
    return entry;
  };
  const compare = (column: string, owner: number | undefined, what: string) => {
    if (owner === undefined || fact[column] === undefined || fact[column] === owner) return;
    problems.push(`${column}: ${what} belongs to ${owner}, not to ${fact[column]}.`);
  };
  const zone = find("zone_id", zones);
  const site = find("site_id", sites) ?? sites.get(zone?.site ?? -1);
  const variation = find("variation_id", variations);
  const campaign = find("campaign_id", campaigns) ?? variation?.campaign;
  for (const [column, role] of [
    ["publisher_id", "publisher"],
    ["advertiser_id", "advertiser"],
  ] as const) {
    const account = find(column, accounts);
    if (account && account.role !== role)
      problems.push(`${column}: The account ${fact[column]} is no ${role}.`);
  }
  compare("site_id", zone?.site, `The zone ${fact.zone_id}`);
  compare("publisher_id", site?.account, `The site ${site?.id}`);
  compare("campaign_id", variation?.campaign.id, `The variation ${fact.variation_id}`);
  compare("advertiser_id", campaign?.account, `The campaign ${campaign?.id}`);
  return problems;
}

/** What the catalogue knows of the zone, site, variation or campaign that a line names. */
function findOwners(fact: Record<string, unknown>, owners: Owners): Record<string, unknown> {
  const find = <T>(entries: ReadonlyMap<unknown, T>, id: unknown) => entries.get(id);
  const zone = find(owners.zones, fact.zone_id);
  const site = find(owners.sites, fact.site_id ?? zone?.site);
  const varied = find(owners.variations, fact.variation_id)?.campaign;
  const campaign = find(owners.campaigns, fact.campaign_id) ?? varied;
  return omitUndefined({
    size: zone?.size,
    site_id: site?.id,
    site_hostname: site?.hostname,
    category_id: site?.category,
    publisher_id: site?.account,
    campaign_id: campaign?.id,
    offer_id: campaign?.offer,
    offer_landing_page_id: campaign?.offerLandingPage,
    advertiser_id: campaign?.account,
  });
}

// ── Values ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function createReader(name: string, type: string): (value: unknown) => Read {
  if (name === "country_iso") return matching((text) => isCountry(text), "a three-letter country code");
  if (name === "size") return matching((text) => /^\d{1,5}x\d{1,5}$/.test(text), "a size as WIDTHxHEIGHT");
  if (name === "site_hostname")
    return matching((text) => /^[a-z0-9.-]{1,253}$/.test(text), "letters a-z, digits, hyphens and dots");
  if (name === "adblock") return readAdblock;
  if (name === "sub") return (value) => whole(value, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
  return (value) => whole(value, type === "INTEGER" ? INTEGER_MAX : Number.MAX_SAFE_INTEGER);
}

function matching(fits: (text: string) => boolean, what: string): (value: unknown) => Read {
  return (value) => (typeof value === "string" && fits(value) ? { value } : { problem: `Expected ${what}.` });
}

function count(value: unknown): Read {
  return whole(value, Number.MAX_SAFE_INTEGER);
}

function whole(value: unknown, most: number, least = 0): Read {
  const text = toText(value);
  const number = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most
    ? { value: number }
    : { problem: `Expected a whole number from ${least} to ${most}.` };
}

function readMoney(value: unknown): Read {
  const nano = parseDecimal(toText(value));
  return nano === undefined
    ? { problem: "Expected a decimal below a thousand million with at most nine places." }
    : { value: nano };
}

/** A number or a text as text; a list or an object is neither, though it would make one. */
function toText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Whether ads were blocked; also by the words of the statistics. */
const ADBLOCK: Record<string, boolean> = {
  true: true,
  1: true,
  adblock: true,
  false: false,
  0: false,
  standard: false,
};

function readAdblock(value: unknown): Read {
  const text = typeof value === "object" ? "" : String(value).toLowerCase();
  const known = Object.hasOwn(ADBLOCK, text) ? ADBLOCK[text] : undefined;
  return known === undefined
    ? { problem: "Expected adblock or standard, or true or false." }
    : { value: known };
}

const TIME_FORM = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;

/** A day, or a moment in ISO 8601; UTC unless it names an offset. */
function readTime(value: unknown): Read {
  const [, day = "", clock = "00:00", offset = "Z"] = TIME_FORM.exec(toText(value)) ?? [];
  const time = new Date(`${day}T${clock}${offset}`);
  if (!isDay(day) || Number.isNaN(time.getTime()))
    return { problem: "Expected a day or a moment as in ISO 8601." };
  const inRange = time.getTime() >= EARLIEST && time.getTime() < LATEST;
  return inRange ? { value: time } : { problem: "Expected a moment from 2000 to 2099." };
}
