/** What somebody has entered over what there is: fields that were not touched follow what others save. */
import { useState } from "preact/hooks";
import { listKeys } from "../../protocol/tables.ts";

export interface Edits<T extends object> {
  /** What there is, with what was entered. */
  values: T;
  /** What was entered and differs. */
  edits: Partial<T>;
  set(changes: Partial<T>): void;
  /** Forgets what was saved, and keeps what was entered meanwhile. */
  forget(saved: Partial<T>): void;
}

export function useEdits<T extends object>(base: T): Edits<T> {
  const [entered, setEntered] = useState<Partial<T>>({});
  const edits: Partial<T> = {};
  for (const key of listKeys(entered)) if (!isSame(entered[key], base[key])) edits[key] = entered[key];
  return {
    values: { ...base, ...entered },
    edits,
    set: (changes) => setEntered((last) => ({ ...last, ...changes })),
    forget: (saved) =>
      setEntered((last) => {
        const kept = Object.entries(last).filter(([key, value]) => !isSame(value, Reflect.get(saved, key)));
        return Object.fromEntries(kept) as Partial<T>;
      }),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
