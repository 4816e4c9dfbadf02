/** Counts events once by their keys, as the service does. */
import type { LocalStore } from "../../../src/service/store/duckdb.ts";
import type { Appended, KeyedEvent } from "../../../src/service/store/store.ts";

export function countOnce(store: LocalStore, events: readonly KeyedEvent[]): Promise<Appended[]> {
  const keys = events.map(({ key }) => key);
  return store.deduplication.writeOnce(keys, (fresh) =>
    store.appendKeyed(fresh.map((at) => events[at] as KeyedEvent)),
  );
}
