/** Value or promise. A known value needs no turn of the event loop. */
export type Awaitable<T> = T | Promise<T>;
