/** Value or promise. Returning a known value without a promise saves a turn of the event loop. */
export type Awaitable<T> = T | Promise<T>;
