/** Counts events once by their keys, as the service does. Resolves with the keys that this call counted. */
import type { LocalStore } from "../../../src/service/duckdb/duckdbStore.ts";
import type { KeyedEvent, Keys } from "../../../src/service/facts/eventStore.ts";

export function countOnce(store: LocalStore, events: readonly KeyedEvent[]): Promise<Keys> {
  const keys = events.map(({ key }) => key);
  return store.deduplication.writeOnce(keys, async (fresh) => {
    await store.appendKeyed(events.filter(({ key }) => fresh.includes(key)));
    return fresh;
  });
}
