/** A form of people and settings, which no declared catalogue locks. */
import { OutsideCatalogue } from "../app/editing.tsx";
import { useGuard } from "../app/leaving.ts";
import { useTexts } from "../texts/management.ts";
import { FormCard, type FormCardProps } from "../ui/FormCard.tsx";
import { useDraft } from "../ui/useDraft.ts";
import { useSaving } from "../ui/useSaving.ts";

export function PersonForm(props: Omit<FormCardProps, "isNew">) {
  return (
    <OutsideCatalogue>
      <FormCard isNew={false} {...props} />
    </OutsideCatalogue>
  );
}

/** Asks before the user leaves with entries of a form without a draft. */
export function useUnsaved(hasEntries: boolean): void {
  useGuard(hasEntries, useTexts().form.leave, () => {});
}

/** `base`: saved values, or those of a new entry. `name`: key of the draft. `unsure`: as of `useSaving`. */
export function usePersonForm<V extends object>(base: V, name: string, unsure?: string) {
  const { form } = useTexts();
  const saving = useSaving(unsure);
  const { values, edits, set, forget, isRestored, discard } = useDraft(base, name);
  const hasEdits = Object.keys(edits).length > 0;
  const releaseGuard = useGuard(hasEdits, form.leave, discard);
  const save = async (work: () => Promise<void>) => {
    if (!(await saving.run(work))) return;
    forget(values);
    releaseGuard();
    discard();
  };
  /** Properties of the form's card. */
  const card = { saving, isRestored: hasEdits && isRestored };
  return { values, edits, set, saving, save, card };
}
