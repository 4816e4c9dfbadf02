/** Draft of a form: the entered values, which the tab remembers until they are saved or discarded. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { listKeys } from "../../protocol/tables.ts";
import { loadItem, writeItem } from "../app/tabStorage.ts";

export type Changes<V> = Partial<V> | ((values: V) => Partial<V>);

/**
 * Entered values over saved ones: fields without edits follow the saved ones. `name`: key of the edits in the tab's
 * storage, where they survive a reload.
 */
export function useDraft<V extends object>(base: V, name: string) {
  const [restored] = useState<Partial<V>>(() => loadDraft(base, name));
  const [entered, setEntered] = useState(restored);
  const edits = omitSame(entered, base);
  const text = JSON.stringify(edits);
  const lastName = useRef(name);
  // An effect would run after the next frame, and the page may be reloaded before it.
  useLayoutEffect(() => {
    // From now on, the edits are based on another version.
    if (lastName.current !== name) writeDraft(lastName.current, {});
    lastName.current = name;
    writeDraft(name, edits);
  }, [name, text]);
  return {
    values: { ...base, ...entered },
    edits,
    set: (changes: Changes<V>) =>
      setEntered((last) => ({
        ...last,
        ...(typeof changes === "function" ? changes({ ...base, ...last }) : changes),
      })),
    forget: (saved: Partial<V>) => setEntered((last) => omitSame(last, saved)),
    isRestored: Object.keys(restored).length > 0,
    discard: () => writeDraft(name, {}),
  };
}

/** Reads the fields of a draft that the form has. */
function loadDraft<V extends object>(base: V, name: string): Partial<V> {
  const stored = loadItem(`draft ${name}`);
  const known: Partial<V> = {};
  for (const key of listKeys(base)) if (Object.hasOwn(stored, key)) known[key] = Reflect.get(stored, key);
  return known;
}

function writeDraft(name: string, edits: object): void {
  writeItem(`draft ${name}`, edits);
}

/** Removes fields with the same value as in `base`. */
function omitSame<V extends object>(values: Partial<V>, base: Partial<V>): Partial<V> {
  const kept: Partial<V> = {};
  for (const key of listKeys(values))
    if (JSON.stringify(values[key]) !== JSON.stringify(base[key])) kept[key] = values[key];
  return kept;
}
