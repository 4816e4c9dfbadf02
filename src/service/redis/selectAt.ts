/** Selects the items at the given positions, in that order. Skips positions without an item. */
export function selectAt<T>(items: readonly T[], positions: readonly number[]): T[] {
  return positions.map((at) => items[at]).filter((item) => item !== undefined);
}
