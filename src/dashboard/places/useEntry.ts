/** A site or a zone in its form: saved, archived, and what somebody else changed meanwhile. */
import { useState } from "preact/hooks";
import type { Shown } from "../../protocol/management.ts";
import type { ManagedEntries } from "../../statistics/management.ts";
import { listDifferences, type Saving, useSaving } from "./save.ts";
import { useTexts } from "./texts.ts";

type Kind = "sites" | "zones";

export interface EntryForm<K extends Kind> {
  /** What there is: changes are made of this version. Undefined while it is new. */
  seen: Shown<K> | undefined;
  saving: Saving;
  /** Undefined when it was not saved. */
  save(work: () => Promise<Shown<K>>): Promise<Shown<K> | undefined>;
  archive(deleted: boolean): Promise<unknown>;
}

export function useEntry<K extends Kind>(
  entries: Pick<ManagedEntries<K>, "get">,
  given: Shown<K> | undefined,
  change: (seen: Shown<K>, deleted: boolean) => Promise<Shown<K>>,
  onChanged: () => void,
): EntryForm<K> {
  const { form, fields } = useTexts();
  const saving = useSaving();
  const [seen, setSeen] = useState(given);
  const onConflict = async () => {
    if (!seen) return form.unchanged;
    const fresh = await entries.get(seen.id);
    const changed = listDifferences(seen, fresh).map((field) => nameField(field, fields));
    setSeen(fresh);
    return changed.length > 0 ? form.conflict(changed.join(", ")) : form.unchanged;
  };
  const save = async (work: () => Promise<Shown<K>>) => {
    let saved: Shown<K> | undefined;
    const isSaved = await saving.run(async () => {
      saved = await work();
    }, onConflict);
    if (!isSaved) return undefined;
    setSeen(saved);
    onChanged();
    return saved;
  };
  const archive = async (deleted: boolean) => seen && save(() => change(seen, deleted));
  return { seen, saving, save, archive };
}

/** A field of an entry as people call it. */
export function nameField(field: string, names: object): string {
  const name: unknown = Reflect.get(names, field);
  return typeof name === "string" ? name : field;
}
