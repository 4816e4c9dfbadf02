import type { Random } from "./random.ts";

/** One of the items, each by the share of its weight; undefined when there is none. */
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
