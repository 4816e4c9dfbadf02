/** Value or promise; a value that is already known needs no turn of the event loop. */
export type Awaitable<T> = T | Promise<T>;
