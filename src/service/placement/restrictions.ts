/** Sets of campaigns for each targeting dimension and custom key that some campaign restricts. */
import { nameDimension, type UnfilledReason } from "../../protocol/unfilled.ts";
import type { Campaign } from "../catalogue/catalogue.ts";
import { forEachSliced, type Sliced } from "../runtime/slices.ts";
import { getOrMake } from "../values/getOrMake.ts";
import {
  listAccepted,
  listDimensions,
  type Source,
  type Sources,
  type Value,
  type ZoneFields,
} from "./dimensions.ts";
import { createFacet, type Facet, type Restricted } from "./facet.ts";

/** A facet, and how to read its value. */
export interface Restriction<From> {
  /** Reason for excluding campaigns that do not accept the value. */
  reason: UnfilledReason;
  read(from: From): Value | undefined;
  /** Whether the value is unknown without the visitor's consent. */
  needsConsent: boolean;
  facet: Facet<Value>;
}

/** Indexes the dimensions of a source that any campaign restricts. */
export function* indexDimensions<S extends Source>(
  source: S,
  campaigns: readonly Campaign[],
): Sliced<Restriction<Sources[S]>[]> {
  const dimensions = listDimensions(source);
  const restricted = yield* collectRestricted(campaigns, ({ targeting }, add) => {
    for (const { name } of dimensions) add(name, listAccepted(name, targeting));
  });
  const restrictions: Restriction<Sources[S]>[] = [];
  for (const { name, read, needsConsent = false } of dimensions) {
    const facet = yield* createFacet(campaigns.length, restricted.get(name) ?? []);
    if (facet.byValue.size > 0) restrictions.push({ reason: nameDimension(name), read, needsConsent, facet });
  }
  return restrictions;
}

export function* indexCustomKeys(campaigns: readonly Campaign[]): Sliced<Restriction<ZoneFields>[]> {
  const restricted = yield* collectRestricted(campaigns, ({ targeting }, add) => {
    for (const key of Object.keys(targeting.custom)) add(key, targeting.custom[key] ?? []);
  });
  const restrictions: Restriction<ZoneFields>[] = [];
  for (const [key, accepting] of restricted) {
    const facet = yield* createFacet(campaigns.length, accepting);
    const read = ({ custom_targeting: given }: ZoneFields) => given?.[key];
    restrictions.push({ reason: "targeting.custom", read, needsConsent: false, facet });
  }
  return restrictions;
}

/** Collects the campaigns that restrict each dimension or key. `list` adds the values that a campaign accepts. */
function* collectRestricted(
  campaigns: readonly Campaign[],
  list: (campaign: Campaign, add: (name: string, accepted: readonly Value[]) => void) => void,
): Sliced<Map<string, Restricted<Value>[]>> {
  const restricted = new Map<string, Restricted<Value>[]>();
  yield* forEachSliced(campaigns, (campaign, position) => {
    list(campaign, (name, accepted) => {
      if (accepted.length > 0) getOrMake(restricted, name, () => []).push([position, accepted]);
    });
  });
  return restricted;
}
