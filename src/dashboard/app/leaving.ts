/** Asks before a form with edits is left: by a link, the browser's buttons, signing out or closing the tab. */
import { useEffect, useRef } from "preact/hooks";

interface Guard {
  question: string;
  onLeave(): void;
}

/** One per form with edits. */
const guards = new Set<Guard>();

/** Whether a form has edits. */
export function hasEdits(): boolean {
  return guards.size > 0;
}

/** Whether there are no edits, or the user agrees to lose them. They are kept, for a leave that may fail. */
export function agreesToLeave(): boolean {
  const [first] = guards;
  return !first || confirm(first.question);
}

/** Like `agreesToLeave`, and forgets the edits at once. */
export function mayLeave(): boolean {
  if (!agreesToLeave()) return false;
  for (const { onLeave } of guards) onLeave();
  guards.clear();
  return true;
}

/**
 * Asks `question` before edits are lost, and calls `onLeave` when the user agrees. Returns a function that removes the
 * guard at once, for edits that were just saved.
 */
export function useGuard(hasEdits: boolean, question: string, onLeave: () => void): () => void {
  const guard = useRef({ question, onLeave }).current;
  Object.assign(guard, { question, onLeave });
  useEffect(() => {
    if (!hasEdits) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    guards.add(guard);
    addEventListener("beforeunload", stay);
    return () => {
      guards.delete(guard);
      removeEventListener("beforeunload", stay);
    };
  }, [hasEdits, guard]);
  return () => guards.delete(guard);
}
