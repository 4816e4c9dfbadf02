/**
 * Caches a computed value for each object. A change of the catalogue keeps the objects of unchanged entries, so their
 * cached values stay valid.
 */
import { getOrMake } from "./getOrMake.ts";

export function memoize<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const computed = new WeakMap<K, V>();
  return (key) => getOrMake(computed, key, () => compute(key));
}
