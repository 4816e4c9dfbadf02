/** Finds values by id. */
export interface ById<V> {
  get(id: number): V | undefined;
  has(id: number): boolean;
}
