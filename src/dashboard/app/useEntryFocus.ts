/** Moves the focus to the content of a page that was opened. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

export function useEntryFocus(isEntered: boolean): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isEntered) main.current?.focus({ preventScroll: true });
  }, [isEntered]);
  return main;
}
