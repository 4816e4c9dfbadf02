/** The end of a form: save, leave, archive, and what came of it. */
import { onFirstClick } from "./clicks.ts";
import type { Saving } from "./save.ts";
import { useTexts } from "./texts.ts";

interface FormFootProps {
  saving: Saving;
  isNew: boolean;
  /** Whether something that is to be saved is still on its way. */
  isWaiting?: boolean | undefined;
  onCancel?: (() => void) | undefined;
  /** To the step before. */
  onBack?: (() => void) | undefined;
  archived?: boolean | undefined;
  onArchive?: ((deleted: boolean) => void) | undefined;
}

export function FormFoot(props: FormFootProps) {
  const { saving, isNew, isWaiting, onCancel, onBack, archived = false, onArchive } = props;
  const { form } = useTexts();
  return (
    <>
      <p class="problem form-problem" role="alert">
        {saving.message}
      </p>
      <div class="form-foot">
        <button
          type="submit"
          class="button button-primary"
          disabled={saving.isBusy || isWaiting}
          onClick={onFirstClick()}
        >
          {isNew ? form.create : form.save}
        </button>
        {onBack && (
          <button type="button" class="button" onClick={onBack}>
            {form.back}
          </button>
        )}
        {onCancel && (
          <button type="button" class="button button-plain" onClick={onCancel}>
            {form.cancel}
          </button>
        )}
        <span class="hint" role="status">
          {saving.isSaved && form.saved}
        </span>
        {onArchive && (
          <button
            type="button"
            class="button button-plain"
            disabled={saving.isBusy}
            onClick={onFirstClick(() => onArchive(!archived))}
          >
            {archived ? form.restore : form.archive}
          </button>
        )}
      </div>
    </>
  );
}
