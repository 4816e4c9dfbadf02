/** What a panel does while it is open: closes when somebody leaves it, takes the focus, stays inside the window. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

type Ref<E> = RefObject<E | null>;

/** Leaves when somebody presses or moves the focus outside of the frame. `onClose` is called however it is closed. */
export function useDismissal(
  isOpen: boolean,
  frame: Ref<HTMLElement>,
  leave: () => void,
  onClose: (() => void) | undefined,
): void {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
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

const FOCUSABLE = ".panel-body :is(button:not(:disabled), a[href], input:not(:disabled), select)";

/** Moves the focus to what is chosen, else to the first control. */
export function useFirstFocus(isReady: boolean, panel: Ref<HTMLElement>): void {
  useEffect(() => {
    if (!isReady) return;
    const first = panel.current?.querySelector<HTMLElement>("[data-focus], [aria-pressed='true']");
    (first ?? panel.current?.querySelector<HTMLElement>(FOCUSABLE))?.focus();
  }, [isReady]);
}

export function usePlacement(
  isOpen: boolean,
  isLoaded: boolean,
  panel: Ref<HTMLElement>,
  button: Ref<HTMLElement>,
): void {
  useLayoutEffect(() => {
    if (isOpen && button.current && panel.current) place(panel.current, button.current);
  }, [isOpen, isLoaded, button]);
}

/** Between a panel and the edge of the window, with the gap to its button. */
const MARGIN = 24;

/** Below the button, or above it where there is more room; never longer than the room, never past the window's edge. */
function place(panel: HTMLElement, button: HTMLElement): void {
  const { top, bottom } = button.getBoundingClientRect();
  const below = innerHeight - bottom;
  const isAbove = panel.offsetHeight > below - MARGIN && top > below;
  panel.classList.toggle("panel-above", isAbove);
  panel.style.setProperty("--room", `${(isAbove ? top : below) - MARGIN}px`);
  const { left, right } = panel.getBoundingClientRect();
  const edge = document.documentElement.clientWidth - MARGIN / 2;
  const shift = Math.min(0, edge - right) + Math.max(0, MARGIN / 2 - left);
  panel.style.setProperty("--shift", `${shift}px`);
}
