/** Deletes the oldest entry of a map; maps are ordered by insertion. */
export function deleteOldest<K>(map: Map<K, unknown>): void {
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}
