/** Form of a site or a zone. */
import type { Shown } from "../../protocol/management.ts";
import { useTexts } from "../texts/management.ts";
import { type FormOptions, listDifferences, nameField, useForm } from "../ui/useForm.ts";

type Kind = "sites" | "zones";

interface EntryFormOptions<K extends Kind, V>
  extends Omit<FormOptions<Shown<K>, V>, "name" | "load" | "describe"> {
  kind: K;
  entries: {
    get(id: number): Promise<Shown<K>>;
    change(seen: Shown<K>, change: { deleted: boolean }): Promise<Shown<K>>;
  };
  onCancel: (() => void) | undefined;
  onSaved: ((entry: Shown<K>) => void) | undefined;
}

export function useEntryForm<K extends Kind, V extends object>({
  kind,
  entries,
  onCancel,
  onSaved,
  ...options
}: EntryFormOptions<K, V>) {
  const { fields } = useTexts();
  const form = useForm<Shown<K>, V>({
    ...options,
    name: (seen) => `${kind} ${seen ? `${seen.id} ${seen.version}` : "new"}`,
    load: ({ id }) => entries.get(id),
    describe: (before, theirs) => listDifferences(before, theirs).map((field) => nameField(field, fields)),
  });
  const { seen, saving, isRestored } = form;
  const onSubmit = async () => {
    const saved = await form.save();
    if (saved) onSaved?.(saved);
  };
  const archive = (deleted: boolean) => form.apply((last) => entries.change(last, { deleted }));
  /** Properties of the form's card. */
  const card = {
    saving,
    isNew: !seen,
    isRestored,
    archived: seen?.deleted,
    onSubmit,
    onCancel,
    onArchive: seen && archive,
  };
  return { ...form, card };
}
