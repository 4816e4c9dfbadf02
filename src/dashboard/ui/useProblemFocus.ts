/** Moves the focus to the first invalid field of a form that was refused. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Problems } from "./useSaving.ts";

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
