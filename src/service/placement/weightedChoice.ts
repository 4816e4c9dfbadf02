import type { Random } from "./random.ts";

/** Chooses one of the items with a probability in proportion to its weight; undefined when the list is empty. */
export function chooseWeighted<T>(
  items: readonly T[],
  weigh: (item: T) => number,
  random: Random,
): T | undefined {
  if (items.length < 2) return items[0];
  let total = 0;
  for (const item of items) total += weigh(item);
  let rest = random() * total;
  for (const item of items) {
    rest -= weigh(item);
    if (rest < 0) return item;
  }
  return items.at(-1);
}
