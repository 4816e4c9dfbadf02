/** The items at those positions, in the order of the positions; where no item is, none. */
export function selectAt<T>(items: readonly T[], positions: readonly number[]): T[] {
  return positions.map((at) => items[at]).filter((item) => item !== undefined);
}
