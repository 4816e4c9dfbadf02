/** Deletes the entry that is in a map for the longest: maps keep the order of insertion. */
export function deleteOldest<K>(map: Map<K, unknown>): void {
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}
