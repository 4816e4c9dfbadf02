import type { ComponentChildren } from "preact";
import { EditableFields } from "../app/editing.tsx";
import { FormFoot, type FormFootProps } from "./FormFoot.tsx";
import { focusUnfinished, useProblemFocus } from "./useProblemFocus.ts";

export interface FormCardProps extends FormFootProps {
  /** Heading and accessible name. */
  title: string;
  hasHeading?: boolean;
  onSubmit(): void;
  children: ComponentChildren;
}

/** A form in a card, with its buttons. */
export function FormCard({ title, hasHeading = true, onSubmit, children, ...foot }: FormCardProps) {
  const form = useProblemFocus(foot.saving.problems);
  return (
    <form
      class="card form fields"
      ref={form}
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!focusUnfinished(form.current)) onSubmit();
      }}
    >
      {hasHeading && <h2>{title}</h2>}
      <EditableFields>{children}</EditableFields>
      <FormFoot {...foot} />
    </form>
  );
}
