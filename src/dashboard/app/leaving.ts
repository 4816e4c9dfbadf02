/** Asks before a changed form is left: by a link, the browser's buttons, signing out or closing the tab. */
import { useEffect, useRef } from "preact/hooks";

/** Returns whether the user leaves what was entered. */
type Guard = () => boolean;

let guard: Guard | undefined;

/** Whether nothing is lost, or the user agrees. */
export function mayLeave(): boolean {
  if (guard && !guard()) return false;
  guard = undefined;
  return true;
}

/** Asks with `question` while there are edits, and calls `onLeave` when the user leaves them. */
export function useGuard(hasEdits: boolean, question: string, onLeave: () => void): void {
  const latest = useRef(onLeave);
  latest.current = onLeave;
  useEffect(() => {
    if (!hasEdits) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    const own = () => {
      const isLeft = confirm(question);
      if (isLeft) latest.current();
      return isLeft;
    };
    guard = own;
    addEventListener("beforeunload", stay);
    return () => {
      if (guard === own) guard = undefined;
      removeEventListener("beforeunload", stay);
    };
  }, [hasEdits, question]);
}

/** For what was saved just now: the form may be left before it is rendered again. */
export function releaseGuard(): void {
  guard = undefined;
}
