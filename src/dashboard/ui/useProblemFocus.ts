/** Moves the focus to what keeps a form from being saved. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Problems } from "./useSaving.ts";

/** Focuses the first field with text that became no value, which saving would lose. Returns whether there is one. */
export function focusUnfinished(form: HTMLFormElement | null): boolean {
  const field = form?.querySelector<HTMLElement>("[data-unfinished]");
  field?.focus();
  return field !== undefined && field !== null;
}

/** Focuses the first invalid field of a form that was refused. */
export function useProblemFocus(problems: Problems): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(problems).length === 0) return;
    // The step of the field is shown by the next rendering.
    const frame = requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [problems]);
  return form;
}
