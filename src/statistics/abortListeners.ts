/** Listeners of abort signals. */

const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `listener` when the signal aborts, unless the returned function is called before. All listeners of one signal
 * share one event listener, because Node warns of a leak beyond ten, and callers may queue thousands of calls.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (!signal) return () => {};
  const own = listeners.get(signal) ?? new Set();
  listeners.set(signal, own);
  if (!own.size) signal.addEventListener("abort", callAll, { once: true });
  own.add(listener);
  return () => {
    own.delete(listener);
    if (!own.size) signal.removeEventListener("abort", callAll);
  };
}

function callAll(this: AbortSignal): void {
  for (const listener of listeners.get(this) ?? []) listener();
}
