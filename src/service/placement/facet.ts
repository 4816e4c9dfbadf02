/** Sets of campaigns by the values of one dimension. */
import { forEachSliced, type Sliced } from "../runtime/slices.ts";
import { type Bits, clearBit, fillBits, setBit } from "./bitSet.ts";

export interface Facet<K> {
  /** Campaigns without a restriction. */
  unrestricted: Bits;
  /** Campaigns by the value that they accept, including unrestricted campaigns. */
  byValue: ReadonlyMap<K | undefined, Bits>;
}

/** A position with the values that it accepts; positions that accept any are not listed. */
export type Restricted<K> = readonly [position: number, accepted: readonly K[]];

/** `items`: by position. `list`: accepted values; empty accepts any. */
export function* indexFacet<T, K>(items: readonly T[], list: (item: T) => readonly K[]): Sliced<Facet<K>> {
  const restricted: Restricted<K>[] = [];
  yield* forEachSliced(items, (item, position) => {
    const accepted = list(item);
    if (accepted.length > 0) restricted.push([position, accepted]);
  });
  return yield* createFacet(items.length, restricted);
}

/** `size`: number of positions. */
export function* createFacet<K>(size: number, restricted: readonly Restricted<K>[]): Sliced<Facet<K>> {
  const unrestricted = fillBits(size);
  for (const [position] of restricted) clearBit(unrestricted, position);
  const byValue = new Map<K | undefined, Bits>();
  yield* forEachSliced(restricted, ([position, accepted]) => {
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
