/** Campaigns by the values of one thing that they may restrict, such as the country. */
import { type Bits, createBits, setBit } from "./bitSet.ts";

export interface Facet<K> {
  /** Those that do not restrict it. */
  unrestricted: Bits;
  /** Those that accept the value, the unrestricted ones included. */
  byValue: ReadonlyMap<K | undefined, Bits>;
}

/** `items`: by position. `list`: the accepted values of each; none means any. */
export function indexFacet<T, K>(items: readonly T[], list: (item: T) => readonly K[]): Facet<K> {
  const unrestricted = createBits(items.length);
  const byValue = new Map<K | undefined, Bits>();
  const values = items.map(list);
  for (const [position, accepted] of values.entries())
    if (accepted.length === 0) setBit(unrestricted, position);
  for (const [position, accepted] of values.entries()) {
    for (const value of accepted) {
      const bits = byValue.get(value) ?? unrestricted.slice();
      setBit(bits, position);
      byValue.set(value, bits);
    }
  }
  return { unrestricted, byValue };
}

/** Those that accept the value; an unknown one is accepted where it is not restricted. */
export function selectAccepting<K>(facet: Facet<K>, value: K | undefined): Bits {
  return facet.byValue.get(value) ?? facet.unrestricted;
}
