/** A form over a saved entry: values, problems, saving, and conflicts with changes by other users. */
import { useState } from "preact/hooks";
import { useGuard } from "../app/leaving.ts";
import { useTexts } from "../texts/management.ts";
import type { Found } from "./problems.ts";
import { type Changes, useDraft } from "./useDraft.ts";
import { type Saving, useSaving } from "./useSaving.ts";

export interface FormOptions<E, V> {
  /** Names the form's draft by kind, object and version: `zones 7 wJ3xk0aT`. */
  name(entry: E | undefined): string;
  /** The saved entry; undefined while it is new. */
  given: E | undefined;
  /** Values of an entry, or of a new one. */
  read(entry: E | undefined): V;
  /** Problems found without the service. */
  check(values: V, entry: E | undefined): Found;
  /** Creates the entry, or changes the version that the form was loaded from. */
  save(values: V, entry: E | undefined): Promise<E>;
  /** Loads the current version after a conflict. */
  load(entry: E): Promise<E>;
  /** Names the fields that differ between two versions. */
  describe(before: E, theirs: E, edits: Partial<V>): string[];
  onChanged(): void;
}

export interface Form<E, V> {
  /** Version that the form was loaded from. Undefined while it is new. */
  seen: E | undefined;
  setSeen(update: (last: E | undefined) => E | undefined): void;
  saved: V;
  /** Saved values, overridden by the entered ones. */
  values: V;
  /** Passes the current values to a function; those of an earlier rendering may be outdated. */
  set(changes: Changes<V>): void;
  hasEdits: boolean;
  /** Whether the edits were restored after a reload. */
  isRestored: boolean;
  saving: Saving;
  /** Resolves with undefined when it was not saved. */
  save(): Promise<E | undefined>;
  /** Changes the entry beside the form's values, such as archiving it. */
  apply(change: (seen: E) => Promise<E>): Promise<E | undefined>;
}

/** Fields without edits follow changes by others. */
export function useForm<E extends object, V extends object>(options: FormOptions<E, V>): Form<E, V> {
  const { given, read, check, load, describe, onChanged } = options;
  const { form } = useTexts();
  const saving = useSaving();
  const [seen, setSeen] = useState(given);
  const base = read(seen);
  const { values, edits, isRestored, set, forget, discard } = useDraft(base, options.name(seen));
  const hasEdits = Object.keys(edits).length > 0;
  const releaseGuard = useGuard(hasEdits, form.leave, discard);

  const onConflict = async () => {
    if (!seen) return form.unchanged;
    const theirs = await load(seen);
    setSeen(theirs);
    const changed = describe(seen, theirs, edits);
    return changed.length > 0 ? form.conflict(changed.join(", ")) : form.unchanged;
  };
  /** `sent`: entered values that the change saves. */
  const run = async (work: () => Promise<E>, sent: Partial<V> = {}) => {
    let saved: E | undefined;
    const isSaved = await saving.run(async () => {
      saved = await work();
    }, onConflict);
    if (!isSaved) return undefined;
    setSeen(saved);
    // Keeps edits made during the save. In one rendering with `setSeen`, because the service may return a value in
    // another form: 70,5 as 70.5.
    forget(sent);
    onChanged();
    return saved;
  };
  const save = async () => {
    const found = Object.entries(check(values, seen)).flatMap(([field, problem]) =>
      problem ? [[field, problem] as const] : [],
    );
    if (found.length > 0) {
      saving.refuse(Object.fromEntries(found));
      return undefined;
    }
    const saved = await run(() => options.save(values, seen), values);
    if (saved) {
      // The form may be left before it is rendered again.
      releaseGuard();
      discard();
    }
    return saved;
  };
  return {
    seen,
    setSeen,
    saved: base,
    values,
    set,
    hasEdits,
    isRestored: hasEdits && isRestored,
    saving,
    save,
    apply: async (change) => seen && run(() => change(seen)),
  };
}

/** Lists fields whose values differ. */
export function listDifferences(before: object, after: object): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  keys.delete("version");
  const write = (entry: object, key: string) => JSON.stringify(Reflect.get(entry, key));
  return [...keys].filter((key) => write(before, key) !== write(after, key));
}

/** Label of a field of an entry. */
export function nameField(field: string, names: object): string {
  const name: unknown = Reflect.get(names, field);
  return typeof name === "string" ? name : field;
}
