/**
 * Table of targeting dimensions: source of a request's value, values by which campaigns are indexed, and sentence for
 * an excluded campaign. Matching, explanations and estimates all read this table.
 */
import type { ZoneRequest } from "../../protocol/placement.ts";
import type { Problem } from "../../protocol/problems.ts";
import { listKeys } from "../../protocol/tables.ts";
import type { TargetingLists, TargetingName } from "../../protocol/targeting.ts";
import type { Site, Zone } from "../catalogue/catalogue.ts";
import { browsers, deviceTypes, languages, operatingSystems } from "../values/visitorDimensions.ts";

/** Traits of the visitor; undefined when unknown. */
export interface VisitorTraits {
  country: string | undefined;
  region: number | undefined;
  language: number | undefined;
  deviceType: number | undefined;
  operatingSystem: number | undefined;
  browser: number | undefined;
}

/** A zone of the catalogue with its site. */
export interface ZoneOnSite {
  zone: Zone;
  site: Site;
}

/** A zone of a request, without its id. */
export type ZoneFields = Omit<ZoneRequest, "id">;

/** Value that campaigns are indexed by. */
export type Value = string | number;

/**
 * Sources of values by when they are known: the zone when the catalogue is loaded, the visitor once per request, and a
 * zone's request once per zone.
 */
export interface Sources {
  zone: ZoneOnSite;
  visitor: VisitorTraits;
  request: ZoneFields;
}
export type Source = keyof Sources;

interface DimensionOf<S extends Source> {
  readonly source: S;
  /** The request's value; undefined when unknown. */
  read(from: Sources[S]): Value | undefined;
  /** Returns the number of a name in the catalogue; absent when values are compared directly. */
  toId?(name: string): number | undefined;
  /** Whether the value is read only with the visitor's consent. */
  readonly needsConsent?: true;
  /** Explains why a campaign is excluded. `values`: accepted values, as in the catalogue. */
  explain(values: string[], value: Value | undefined): Problem;
}
type Dimension = { [S in Source]: DimensionOf<S> }[Source];

export const DIMENSIONS = {
  sites: {
    source: "zone",
    read: ({ site }) => site.id,
    explain: () => ({ code: "excluded-sites" }),
  },
  zones: {
    source: "zone",
    read: ({ zone }) => zone.id,
    explain: () => ({ code: "excluded-zones" }),
  },
  categories: {
    source: "zone",
    read: ({ site }) => site.category,
    explain: () => ({ code: "excluded-categories" }),
  },
  countries: {
    source: "visitor",
    read: ({ country }) => country,
    explain: (values, country) => ({ code: "excluded-countries", values, country }),
  },
  regions: {
    source: "visitor",
    needsConsent: true,
    read: ({ region }) => region,
    explain: () => ({ code: "excluded-regions" }),
  },
  languages: {
    source: "visitor",
    needsConsent: true,
    read: ({ language }) => language,
    toId: languages.id,
    explain: (values) => ({ code: "excluded-languages", values }),
  },
  deviceTypes: {
    source: "visitor",
    needsConsent: true,
    read: ({ deviceType }) => deviceType,
    toId: deviceTypes.id,
    explain: (values) => ({ code: "excluded-device-types", values }),
  },
  operatingSystems: {
    source: "visitor",
    needsConsent: true,
    read: ({ operatingSystem }) => operatingSystem,
    toId: operatingSystems.id,
    explain: (values) => ({ code: "excluded-operating-systems", values }),
  },
  browsers: {
    source: "visitor",
    needsConsent: true,
    read: ({ browser }) => browser,
    toId: browsers.id,
    explain: (values) => ({ code: "excluded-browsers", values }),
  },
} as const satisfies Record<TargetingName, Dimension>;

/** Lists the dimensions whose values come from a source. */
export function listDimensions<S extends Source>(source: S): (DimensionOf<S> & { name: TargetingName })[] {
  const named = listKeys(DIMENSIONS).map((name) => {
    const dimension: Dimension = DIMENSIONS[name];
    return { ...dimension, name };
  });
  return named.filter((each): each is typeof each & DimensionOf<S> => each.source === source);
}

/** Lists the values that a campaign accepts, in the form of `read`; an empty list accepts any. */
export function listAccepted(name: TargetingName, targeting: TargetingLists): Value[] {
  const { toId }: Dimension = DIMENSIONS[name];
  const values = targeting[name];
  return toId && values.length > 0 ? values.flatMap((value) => toId(String(value)) ?? []) : values;
}

/** Whether a set accepts a value. A set with entries does not accept an unknown value. */
export function accepts(accepted: ReadonlySet<Value>, value: Value | undefined): boolean {
  return accepted.size === 0 || (value !== undefined && accepted.has(value));
}

/** Explains why a dimension excludes a campaign that does not accept the value. */
export function explainDimension(name: TargetingName, targeting: TargetingLists, sources: Sources): Problem {
  const dimension: Dimension = DIMENSIONS[name];
  return dimension.explain(targeting[name].map(String), readValue(dimension, sources));
}

function readValue(dimension: Dimension, { zone, visitor, request }: Sources): Value | undefined {
  if (dimension.source === "zone") return dimension.read(zone);
  if (dimension.source === "visitor") return dimension.read(visitor);
  return dimension.read(request);
}
