/** Sets of campaigns, one bit for each position in the index. */

export type Bits = Uint32Array;

export function createBits(size: number): Bits {
  return new Uint32Array((size + 31) >>> 5);
}

export function setBit(bits: Bits, position: number): void {
  bits[position >>> 5] = (bits[position >>> 5] as number) | (1 << (position & 31));
}

export function hasBit(bits: Bits, position: number): boolean {
  return ((bits[position >>> 5] as number) & (1 << (position & 31))) !== 0;
}

/** What is in each of the sets, as a new set. */
export function intersect(first: Bits, ...others: readonly Bits[]): Bits {
  const bits = first.slice();
  for (const other of others) {
    for (let word = 0; word < bits.length; word++)
      bits[word] = (bits[word] as number) & (other[word] as number);
  }
  return bits;
}

/** What is in the first set and not in the second, as a new set. */
export function subtract(first: Bits, second: Bits): Bits {
  const bits = first.slice();
  for (let word = 0; word < bits.length; word++)
    bits[word] = (bits[word] as number) & ~(second[word] as number);
  return bits;
}

/** Adds what is in `other` to `bits`. */
export function unite(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++)
    bits[word] = (bits[word] as number) | (other[word] as number);
}

/** Positions that are in each of three sets, ascending. */
export function listPositions(a: Bits, b: Bits, c: Bits): number[] {
  const positions: number[] = [];
  for (let word = 0; word < a.length; word++) {
    let rest = (a[word] as number) & (b[word] as number) & (c[word] as number);
    while (rest !== 0) {
      const lowest = rest & -rest;
      positions.push((word << 5) + 31 - Math.clz32(lowest));
      rest ^= lowest;
    }
  }
  return positions;
}
