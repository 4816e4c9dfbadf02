/** The form of a site or a zone. */
import type { Shown } from "../../protocol/management.ts";
import type { ManagedEntries } from "../../statistics/management.ts";
import { useTexts } from "../texts/management.ts";
import { type Form, type FormOptions, listDifferences, nameField, useForm } from "../ui/useForm.ts";

type Kind = "sites" | "zones";

interface EntryFormOptions<K extends Kind, V>
  extends Omit<FormOptions<Shown<K>, V>, "name" | "load" | "describe"> {
  kind: K;
  entries: Pick<ManagedEntries<K>, "get">;
}

export function useEntryForm<K extends Kind, V extends object>({
  kind,
  entries,
  ...options
}: EntryFormOptions<K, V>): Form<Shown<K>, V> {
  const { fields } = useTexts();
  return useForm<Shown<K>, V>({
    ...options,
    name: (seen) => `${kind} ${seen ? `${seen.id} ${seen.version}` : "new"}`,
    load: ({ id }) => entries.get(id),
    describe: (before, theirs) => listDifferences(before, theirs).map((field) => nameField(field, fields)),
  });
}
