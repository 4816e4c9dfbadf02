/** Buttons of a form: save, back, cancel, archive; and the outcome of saving. */

import { Editing } from "../app/editing.tsx";
import { useTexts } from "../texts/management.ts";
import { onFirstClick } from "./clicks.ts";
import type { Saving } from "./useSaving.ts";

export interface FormFootProps {
  saving: Saving;
  isNew: boolean;
  /** Label of the button, and what is said after saving; by default those of an entry. */
  submit?: string;
  saved?: string;
  /** Whether another step follows before the entry is created. */
  hasNext?: boolean;
  /** Whether the form's edits were restored after a reload. */
  isRestored?: boolean;
  /** Whether uploads that belong to the entry are pending. */
  isWaiting?: boolean | undefined;
  onCancel?: (() => void) | undefined;
  /** Opens the previous step. */
  onBack?: (() => void) | undefined;
  archived?: boolean | undefined;
  onArchive?: ((deleted: boolean) => void) | undefined;
}

export function FormFoot(props: FormFootProps) {
  const {
    saving,
    isNew,
    submit,
    saved,
    hasNext,
    isRestored,
    isWaiting,
    onCancel,
    onBack,
    archived = false,
    onArchive,
  } = props;
  const { form } = useTexts();
  return (
    <Editing>
      <div class="row loose form-foot">
        <button
          type="submit"
          class="button button-primary"
          disabled={isWaiting}
          // A disabled button would lose the focus; a second click does nothing while it is busy.
          aria-disabled={saving.isBusy}
          onClick={onFirstClick()}
        >
          {submit ?? (hasNext ? form.next : isNew ? form.create : form.save)}
        </button>
        {onBack && (
          <button type="button" class="button" onClick={onBack}>
            {form.back}
          </button>
        )}
        <div class="reserved">
          <p class="problem" role="alert">
            {saving.message}
          </p>
          <p class="hint" role="status">
            {saving.isSaved ? (saved ?? form.saved) : isRestored && !saving.message && form.restored}
          </p>
        </div>
        {onCancel && (
          <button type="button" class="button button-plain end" onClick={onCancel}>
            {form.cancel}
          </button>
        )}
        {onArchive && (
          <button
            type="button"
            class="button button-plain end"
            aria-disabled={saving.isBusy}
            onClick={onFirstClick(() => onArchive(!archived))}
          >
            {archived ? form.restore : form.archive}
          </button>
        )}
      </div>
    </Editing>
  );
}
