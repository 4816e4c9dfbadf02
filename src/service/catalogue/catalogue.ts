/**
 * The catalogue: accounts, sites, zones and campaigns, read from one JSON file and checked as a whole.
 */

import { readFile } from "node:fs/promises";
import * as v from "valibot";
import { describeReadProblem } from "../values/fileProblem.ts";
import { findContradictions } from "./contradictions.ts";
import { findMissingCreatives } from "./creatives.ts";
import { JsonTextError, parseJsonText } from "./jsonText.ts";
import {
  type Account,
  type Campaign,
  type CatalogueData,
  catalogueSchema,
  type Named,
  type Region,
  type Site,
  type Variation,
  type Zone,
} from "./schema.ts";

export type { Account, Campaign, CatalogueData, Named, Region, Site, Variation, Zone } from "./schema.ts";
export { catalogueSchema } from "./schema.ts";

/** Checked, with its entries by id. Never changed: a reload makes a new one. */
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

/**
 * Reads and checks a file, and that the images are there which the service serves from folders. Rejects with
 * `CatalogueError`, whose lines start with the file's name.
 */
export async function loadCatalogue(file: string, creatives: readonly string[] = []): Promise<Catalogue> {
  const checked = checkCatalogue(await parseFile(file), creatives);
  if (Array.isArray(checked)) throw new CatalogueError(checked.map((problem) => `${file}: ${problem}`));
  return checked;
}

async function parseFile(file: string): Promise<unknown> {
  try {
    return parseJsonText(await readFile(file, "utf8"));
  } catch (error) {
    if (!(error instanceof JsonTextError))
      throw new CatalogueError([`${file}: ${describeReadProblem(error)}`]);
    const { line, column } = error.position;
    throw new CatalogueError([`${file}:${line}:${column}: This is not JSON. ${error.message}`]);
  }
}

/** Checks a parsed catalogue, and its images where folders of them are given. Throws `CatalogueError`. */
export function readCatalogue(value: unknown, creatives: readonly string[] = []): Catalogue {
  const checked = checkCatalogue(value, creatives);
  if (Array.isArray(checked)) throw new CatalogueError(checked);
  return checked;
}

/** The catalogue, or what is wrong with it. */
function checkCatalogue(value: unknown, creatives: readonly string[]): Catalogue | string[] {
  const result = v.safeParse(catalogueSchema, value);
  if (!result.success) return result.issues.map(formatProblem);
  const data = result.output;
  const contradictions = findContradictions(data);
  if (contradictions.length > 0) return contradictions;
  const missing = creatives.length > 0 ? findMissingCreatives({ data }, creatives) : [];
  return missing.length > 0 ? missing : indexById(data);
}

function formatProblem(issue: v.BaseIssue<unknown>): string {
  return `${formatPath(issue.path?.map((item) => item.key) ?? [])}: ${formatMessage(issue)}`;
}

function formatMessage(issue: v.BaseIssue<unknown>): string {
  if (issue.expected === "never") return "this field is not known here";
  if (issue.received === "undefined") return "this field is missing";
  return issue.message.replace(/^Invalid \w+: E/, "e");
}

/** `campaigns[3].pricing.price` */
function formatPath(keys: readonly unknown[]): string {
  if (keys.length === 0) return "(root)";
  return keys
    .map((key, at) => (typeof key === "number" ? `[${key}]` : `${at > 0 ? "." : ""}${String(key)}`))
    .join("");
}

function indexById(data: CatalogueData): Catalogue {
  const variations = data.campaigns.flatMap((campaign) =>
    campaign.variations.map((variation) => [variation.id, { variation, campaign }] as const),
  );
  return {
    data,
    accounts: mapById(data.accounts),
    categories: mapById(data.categories),
    carriers: mapById(data.carriers),
    regions: mapById(data.regions),
    offers: mapById(data.offers),
    offerLandingPages: mapById(data.offerLandingPages),
    sites: mapById(data.sites),
    zones: mapById(data.zones),
    campaigns: mapById(data.campaigns),
    variations: new Map(variations),
  };
}

function mapById<T extends { id: number }>(items: readonly T[]): Map<number, T> {
  return new Map(items.map((item) => [item.id, item]));
}
