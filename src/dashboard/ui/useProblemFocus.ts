/** Moves the focus to the field that prevents saving. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Problems } from "./useSaving.ts";

/**
 * Focuses the first field whose text could not be parsed, because saving would lose it. Returns whether there is one.
 */
export function focusUnfinished(form: HTMLFormElement | null | undefined): boolean {
  const field = form?.querySelector<HTMLElement>("[data-unfinished]");
  field?.focus();
  return field !== undefined && field !== null;
}

/** Focuses the first invalid field after the form was refused. */
export function useProblemFocus(problems: Problems): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(problems).length === 0) return;
    // The next rendering shows the step of the field.
    const frame = requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [problems]);
  return form;
}
