/** Sets of campaigns for each dimension of targeting, and each custom key, that some campaign restricts. */
import { nameDimension, type UnfilledReason } from "../../protocol/unfilled.ts";
import type { Campaign } from "../catalogue/catalogue.ts";
import { forEachSliced, type Sliced } from "../values/slices.ts";
import {
  listAccepted,
  listDimensions,
  type Source,
  type Sources,
  type Value,
  type ZoneFields,
} from "./dimensions.ts";
import { type Facet, indexFacet } from "./facet.ts";

/** A facet, and how to read its value. */
export interface Restriction<From> {
  /** Reason of excluding campaigns that do not accept the value. */
  reason: UnfilledReason;
  read(from: From): Value | undefined;
  /** Whether the value is unknown without the visitor's consent. */
  needsConsent: boolean;
  facet: Facet<Value>;
}

/** Indexes the dimensions of a source that some campaign restricts. */
export function* indexDimensions<S extends Source>(
  source: S,
  campaigns: readonly Campaign[],
): Sliced<Restriction<Sources[S]>[]> {
  const restrictions: Restriction<Sources[S]>[] = [];
  for (const { name, read, needsConsent = false } of listDimensions(source)) {
    const facet = yield* indexFacet(campaigns, ({ targeting }) => listAccepted(name, targeting));
    if (facet.byValue.size > 0) restrictions.push({ reason: nameDimension(name), read, needsConsent, facet });
  }
  return restrictions;
}

export function* indexCustomKeys(campaigns: readonly Campaign[]): Sliced<Restriction<ZoneFields>[]> {
  const keys = new Set<string>();
  yield* forEachSliced(campaigns, ({ targeting }) => {
    for (const key of Object.keys(targeting.custom)) keys.add(key);
  });
  const restrictions: Restriction<ZoneFields>[] = [];
  for (const key of keys) {
    const list = ({ targeting }: Campaign) => targeting.custom[key] ?? [];
    const facet = yield* indexFacet<Campaign, Value>(campaigns, list);
    const read = ({ custom_targeting: given }: ZoneFields) => given?.[key];
    restrictions.push({ reason: "targeting.custom", read, needsConsent: false, facet });
  }
  return restrictions;
}
