/** Sets of campaigns, one bit for each position in the index. */

export type Bits = Uint32Array;

export function noBits(size: number): Bits {
  return new Uint32Array((size + 31) >>> 5);
}

export function setBit(bits: Bits, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] as number) | (1 << (at & 31));
}

/** Keeps in `bits` what `other` has too. */
export function keepOnly(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++)
    bits[word] = (bits[word] as number) & (other[word] as number);
}

/** What is in each of the sets, as a set of its own. */
export function inAll(first: Bits, ...others: readonly Bits[]): Bits {
  const bits = first.slice();
  for (const other of others) keepOnly(bits, other);
  return bits;
}

export function addAll(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++)
    bits[word] = (bits[word] as number) | (other[word] as number);
}

/** Positions that are in each of three sets, ascending. */
export function positionsInAll(a: Bits, b: Bits, c: Bits): number[] {
  const found: number[] = [];
  for (let word = 0; word < a.length; word++) {
    let rest = (a[word] as number) & (b[word] as number) & (c[word] as number);
    while (rest !== 0) {
      const lowest = rest & -rest;
      found.push((word << 5) + 31 - Math.clz32(lowest));
      rest ^= lowest;
    }
  }
  return found;
}
