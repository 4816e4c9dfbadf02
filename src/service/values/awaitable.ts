/** A value, or a promise of it: where an answer is at hand, nothing waits for the next turn of the event loop. */
export type Awaitable<T> = T | Promise<T>;
