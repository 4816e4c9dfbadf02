/**
 * Computes a value once for each object, for as long as the object exists. A change of the catalogue leaves all other
 * entries the same objects, so what is computed of an entry outlives changes of others.
 */
import { getOrMake } from "./getOrMake.ts";

export function memoize<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const computed = new WeakMap<K, V>();
  return (key) => getOrMake(computed, key, () => compute(key));
}
