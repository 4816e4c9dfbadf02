/** Behaviour of an open popover: closes when the user leaves it, takes the focus, stays inside the window. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { openSheet } from "../app/addressBar.ts";
import { useFocus } from "./useFocus.ts";

type Ref<E> = RefObject<E | null>;

/** Closes on a press or focus outside of the frame. `onClose` is called however it is closed. */
export function useDismissal(
  isOpen: boolean,
  frame: Ref<HTMLElement>,
  leave: () => void,
  onClose: (() => void) | undefined,
): void {
  const latest = useRef(onClose);
  latest.current = onClose;
  useLayoutEffect(() => {
    if (!isOpen) return;
    const follow = ({ target }: Event) => {
      if (target instanceof Node && target.isConnected && !frame.current?.contains(target)) leave();
    };
    document.addEventListener("pointerdown", follow);
    document.addEventListener("focusin", follow);
    return () => {
      document.removeEventListener("pointerdown", follow);
      document.removeEventListener("focusin", follow);
      latest.current?.();
    };
  }, [isOpen]);
}

/** Popovers are sheets there, as in the style sheets. */
const NARROW = "(max-width: 40rem)";

/** Back closes a sheet, and leaves its page as it is. Elsewhere it closes the popover with the page. */
export function useBack(isOpen: boolean, close: () => void): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    if (matchMedia(NARROW).matches) return openSheet(close);
    addEventListener("popstate", close);
    return () => removeEventListener("popstate", close);
  }, [isOpen]);
}

const FOCUSABLE = ".popover-body :is(button:not(:disabled), a[href], input:not(:disabled), select)";

/** Moves the focus to the chosen control, else to the first one. */
export function useFirstFocus(isReady: boolean, box: Ref<HTMLElement>): void {
  useFocus(() => {
    const find = (selector: string) => box.current?.querySelector<HTMLElement>(selector);
    return isReady && (find("[data-focus], [aria-pressed='true']") ?? find(FOCUSABLE));
  }, [isReady]);
}

export function usePlacement(
  isOpen: boolean,
  isLoaded: boolean,
  box: Ref<HTMLElement>,
  button: Ref<HTMLElement>,
): void {
  useLayoutEffect(() => {
    if (isOpen && button.current && box.current) place(box.current, button.current);
  }, [isOpen, isLoaded, button]);
}

/** Pixels between a popover and the edge of the window, including the gap to its button. */
const MARGIN = 24;

/** Places the popover below the button, or above it where there is more space, limited to the window. */
function place(box: HTMLElement, button: HTMLElement): void {
  const { top, bottom } = button.getBoundingClientRect();
  const below = innerHeight - bottom;
  const isAbove = box.offsetHeight > below - MARGIN && top > below;
  box.classList.toggle("popover-above", isAbove);
  box.style.setProperty("--room", `${(isAbove ? top : below) - MARGIN}px`);
  const { left, right } = box.getBoundingClientRect();
  const edge = document.documentElement.clientWidth - MARGIN / 2;
  const shift = Math.min(0, edge - right) + Math.max(0, MARGIN / 2 - left);
  box.style.setProperty("--shift", `${shift}px`);
}
