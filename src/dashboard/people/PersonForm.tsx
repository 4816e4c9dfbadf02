/** A form of people and settings, which a declared catalogue does not lock. */
import type { ComponentChildren } from "preact";
import { useGuard } from "../app/leaving.ts";
import { useTexts } from "../texts/management.ts";
import { onFirstClick } from "../ui/clicks.ts";
import { focusUnfinished, useProblemFocus } from "../ui/useProblemFocus.ts";
import type { Saving } from "../ui/useSaving.ts";

interface PersonFormProps {
  title: string;
  submit: string;
  /** Said after it was saved. */
  done?: string;
  /** Whether something was entered that is not saved. */
  isEdited: boolean;
  saving: Saving;
  onSubmit(): void;
  children: ComponentChildren;
}

export function PersonForm({ title, submit, done, isEdited, saving, onSubmit, children }: PersonFormProps) {
  const form = useProblemFocus(saving.problems);
  useGuard(isEdited, useTexts().form.leave, () => {});
  return (
    <form
      class="stack"
      ref={form}
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!focusUnfinished(form.current)) onSubmit();
      }}
    >
      <div class="grid">{children}</div>
      <div class="row loose">
        <button type="submit" class="button" aria-disabled={saving.isBusy} onClick={onFirstClick()}>
          {submit}
        </button>
        <div class="reserved">
          <p class="problem" role="alert">
            {saving.message}
          </p>
          <p class="hint" role="status">
            {saving.isSaved && done}
          </p>
        </div>
      </div>
    </form>
  );
}
