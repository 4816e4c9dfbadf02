/** Counts events once by their keys, as the service does. */
import type { LocalStore } from "../../../src/service/duckdb/duckdbStore.ts";
import type { Appended, KeyedEvent } from "../../../src/service/facts/eventStore.ts";

export function countOnce(store: LocalStore, events: readonly KeyedEvent[]): Promise<Appended[]> {
  const keys = events.map(({ key }) => key);
  return store.deduplication.writeOnce(keys, (fresh) =>
    store.appendKeyed(fresh.map((at) => events[at] as KeyedEvent)),
  );
}
