/** Moves the focus to the content of a page that was opened. */
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { useFocus } from "../ui/useFocus.ts";

export function useEntryFocus(isEntered: boolean): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  useFocus(() => isEntered && main.current, [isEntered], { preventScroll: true });
  return main;
}
