/** Sets of campaigns, one bit for each position in the index. */

export type Bits = Uint32Array;

export function createBits(size: number): Bits {
  return new Uint32Array((size + 31) >>> 5);
}

/** Returns a set of all positions below `size`. */
export function fillBits(size: number): Bits {
  const bits = createBits(size).fill(-1);
  if ((size & 31) > 0) bits[bits.length - 1] = ~(-1 << (size & 31));
  return bits;
}

export function setBit(bits: Bits, position: number): void {
  bits[position >>> 5] = readWord(bits, position >>> 5) | (1 << (position & 31));
}

export function clearBit(bits: Bits, position: number): void {
  bits[position >>> 5] = readWord(bits, position >>> 5) & ~(1 << (position & 31));
}

export function hasBit(bits: Bits, position: number): boolean {
  return (readWord(bits, position >>> 5) & (1 << (position & 31))) !== 0;
}

/** Returns the intersection as a new set; empty for no sets. */
export function intersect([first = createBits(0), ...others]: readonly Bits[]): Bits {
  const bits = first.slice();
  for (const other of others) {
    for (let word = 0; word < bits.length; word++) bits[word] = readWord(bits, word) & readWord(other, word);
  }
  return bits;
}

/** Removes the positions that `other` lacks from `bits`. Returns whether any are left. */
export function keepCommon(bits: Bits, other: Bits): boolean {
  let left = 0;
  for (let word = 0; word < bits.length; word++) {
    const rest = readWord(bits, word) & readWord(other, word);
    bits[word] = rest;
    left |= rest;
  }
  return left !== 0;
}

/** Adds the positions of `other` to `bits`. */
export function unite(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word] = readWord(bits, word) | readWord(other, word);
}

/** Removes the positions of `other` from `bits`. */
export function subtract(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word] = readWord(bits, word) & ~readWord(other, word);
}

/** Finds the first set position from `start` on. */
export function findBit(bits: Bits, start: number): number | undefined {
  for (let word = start >>> 5; word < bits.length; word++) {
    const rest = maskWord(bits, word, start);
    if (rest !== 0) return (word << 5) + findLowest(rest);
  }
  return undefined;
}

/** Returns the set position with `count` other set positions before it, from `start` on. It has to exist. */
export function selectBit(bits: Bits, start: number, count: number): number {
  let word = start >>> 5;
  let rest = maskWord(bits, word, start);
  let left = count;
  for (let ones = countOnes(rest); ones <= left; ones = countOnes(rest)) {
    left -= ones;
    word += 1;
    rest = readWord(bits, word);
  }
  for (; left > 0; left--) rest &= rest - 1;
  return (word << 5) + findLowest(rest);
}

/** Counts the set positions from `start` up to `end`, exclusive. */
export function countBits(bits: Bits, start: number, end: number): number {
  let count = 0;
  for (let word = start >>> 5; word << 5 < end; word++) count += countOnes(maskWord(bits, word, start, end));
  return count;
}

/** Lists the set positions from `start` up to `end`, ascending. */
export function listBits(bits: Bits, start: number, end: number): number[] {
  const positions: number[] = [];
  for (let word = start >>> 5; word << 5 < end; word++) {
    for (let rest = maskWord(bits, word, start, end); rest !== 0; rest &= rest - 1)
      positions.push((word << 5) + findLowest(rest));
  }
  return positions;
}

/** Masks a word of the set to the positions from `start` up to `end`. */
function maskWord(bits: Bits, word: number, start: number, end = Number.POSITIVE_INFINITY): number {
  let rest = readWord(bits, word);
  const first = word << 5;
  if (first < start) rest &= -1 << (start & 31);
  if (end - first < 32) rest &= ~(-1 << (end & 31));
  return rest;
}

/** Positions past the end are unset. */
function readWord(bits: Bits, word: number): number {
  return bits[word] ?? 0;
}

function findLowest(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** https://graphics.stanford.edu/~seander/bithacks.html#CountBitsSetParallel */
function countOnes(word: number): number {
  let pairs = word - ((word >>> 1) & 0x55555555);
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
