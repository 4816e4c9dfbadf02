/** Listeners of abort signals. */
/**
 * Calls `listener` when the signal aborts, unless the returned function is called before. All listeners of one signal
 * share one event listener, because Node warns of a leak beyond ten, and callers may queue thousands of calls.
 */
export declare function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void;
