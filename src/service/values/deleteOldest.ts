/** Deletes the oldest entry of a map, which keeps the order of insertion. */
export function deleteOldest<K>(map: Map<K, unknown>): void {
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}
