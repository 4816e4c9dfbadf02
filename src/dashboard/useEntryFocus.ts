/** Where the focus goes when somebody comes to a place. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

export function useEntryFocus(isEntered: boolean): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isEntered) main.current?.focus({ preventScroll: true });
  }, [isEntered]);
  return main;
}
