/** Asks before changed forms are left: by a link, the browser's buttons, signing out or closing the tab. */
import { useEffect, useRef } from "preact/hooks";

interface Guard {
  question: string;
  onLeave(): void;
}

/** One for each form with edits. */
const guards = new Set<Guard>();

/** Whether nothing is lost, or the user agrees. */
export function mayLeave(): boolean {
  const [first] = guards;
  if (first && !confirm(first.question)) return false;
  for (const { onLeave } of guards) onLeave();
  guards.clear();
  return true;
}

/**
 * Asks with `question` while there are edits, and calls `onLeave` when the user leaves them. Returns a function that stops
 * asking at once, for what was saved just now.
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
