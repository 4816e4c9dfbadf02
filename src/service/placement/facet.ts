/** Sets of campaigns by the values of one dimension. */
import { forEachSliced, mapSliced, type Sliced } from "../values/slices.ts";
import { type Bits, createBits, setBit } from "./bitSet.ts";

export interface Facet<K> {
  /** Campaigns without a restriction. */
  unrestricted: Bits;
  /** Campaigns that accept the value, including unrestricted ones. */
  byValue: ReadonlyMap<K | undefined, Bits>;
}

/** `items`: by position. `list`: accepted values; empty accepts any. */
export function* indexFacet<T, K>(items: readonly T[], list: (item: T) => readonly K[]): Sliced<Facet<K>> {
  const unrestricted = createBits(items.length);
  const byValue = new Map<K | undefined, Bits>();
  const values = yield* mapSliced(items, list);
  yield* forEachSliced(values, (accepted, position) => {
    if (accepted.length === 0) setBit(unrestricted, position);
  });
  yield* forEachSliced(values, (accepted, position) => {
    for (const value of accepted) {
      const bits = byValue.get(value) ?? unrestricted.slice();
      setBit(bits, position);
      byValue.set(value, bits);
    }
  });
  return { unrestricted, byValue };
}

/** Selects campaigns that accept a value; unknown values are accepted only without a restriction. */
export function selectAccepting<K>(facet: Facet<K>, value: K | undefined): Bits {
  return facet.byValue.get(value) ?? facet.unrestricted;
}
