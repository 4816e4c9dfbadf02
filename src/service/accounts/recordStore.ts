/** Small records that accounts keep in the service, such as shared links and saved views. */

/** Store of records; adding a record replaces the one with its id. */
export interface RecordStore<R extends { id: string }> {
  list(): Promise<R[]>;
  find(id: string): Promise<R | undefined>;
  add(record: R): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}
