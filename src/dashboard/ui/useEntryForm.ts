/** Form of a site, a zone or an account. */
import type { EntryChange, Shown } from "../../protocol/management.ts";
import type { ManagedEntries } from "../../statistics/index.ts";
import { useTexts } from "../texts/management.ts";
import { createPatch } from "./createPatch.ts";
import { useExplainProblems } from "./problems.ts";
import { type FormOptions, listDifferences, nameField, useForm } from "./useForm.ts";

type Kind = "sites" | "zones" | "accounts";

interface EntryFormOptions<K extends Kind, V>
  extends Pick<FormOptions<Shown<K>, V>, "given" | "read" | "check" | "onChanged"> {
  kind: K;
  entries: Pick<ManagedEntries<K>, "get" | "change">;
  /** Returns the fields of the entry that the form sets. */
  write(values: V): object;
  /** Creates an entry; absent where only an existing one is changed. */
  create?(values: V): Promise<Shown<K>>;
  onCancel?: (() => void) | undefined;
  onSaved?: ((entry: Shown<K>) => void) | undefined;
}

export function useEntryForm<K extends Kind, V extends object>({
  kind,
  entries,
  write,
  create,
  onCancel,
  onSaved,
  ...options
}: EntryFormOptions<K, V>) {
  const { fields } = useTexts();
  const explain = useExplainProblems();
  const change = (seen: Shown<K>, before: object, after: object) =>
    entries.change(seen, createPatch<EntryChange<K>>(before, after));
  const form = useForm<Shown<K>, V>({
    ...options,
    name: (seen) => `${kind} ${seen ? `${seen.id} ${seen.version}` : "new"}`,
    save: async (values, seen) => {
      if (seen) return change(seen, write(options.read(seen)), write(values));
      if (!create) throw new Error(`The form of ${kind} creates no entry.`);
      return create(values);
    },
    load: ({ id }) => entries.get(id),
    describe: (before, theirs) => listDifferences(before, theirs).map((field) => nameField(field, fields)),
  });
  const { seen, saving, isRestored } = form;
  const onSubmit = async () => {
    const saved = await form.save();
    if (saved) onSaved?.(saved);
  };
  const archive = (deleted: boolean) => form.apply((last) => change(last, {}, { deleted }));
  const isArchivable = seen !== undefined && "deleted" in seen;
  /** Properties of the form's card. */
  const card = {
    saving,
    isNew: !seen,
    isRestored,
    archived: isArchivable && seen.deleted === true,
    onSubmit,
    onCancel,
    onArchive: isArchivable ? archive : undefined,
  };
  return { ...form, card, problems: explain(saving.problems) };
}
