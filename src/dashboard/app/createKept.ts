/** State that outlives its component, so that it is there when the user returns to a page. A reload loses it. */
import { useEffect, useReducer } from "preact/hooks";
import { useData } from "./managementData.ts";

interface Kept<T> {
  value: T;
  listeners: Set<() => void>;
}

/** Returns a hook for a value by key. Its setter gets the latest value, also when its component is gone. */
export function createKept<T>(initial: T) {
  // One map per client, so that another account starts with the initial values.
  const clients = new WeakMap<object, Map<string, Kept<T>>>();
  return function useKept(key: string): [T, (update: (value: T) => T) => void] {
    const { client } = useData();
    const values = clients.get(client) ?? new Map<string, Kept<T>>();
    clients.set(client, values);
    const kept = values.get(key) ?? { value: initial, listeners: new Set<() => void>() };
    values.set(key, kept);
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    useEffect(() => {
      const listener = () => redraw(undefined);
      kept.listeners.add(listener);
      return () => void kept.listeners.delete(listener);
    }, [kept]);
    const set = (update: (value: T) => T) => {
      kept.value = update(kept.value);
      for (const listener of [...kept.listeners]) listener();
    };
    return [kept.value, set];
  };
}
