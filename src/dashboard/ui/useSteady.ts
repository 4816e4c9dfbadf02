/** Keeps a page in place under the pointer and under a form with edits while it is updated. */
import { useEffect, useRef, useState } from "preact/hooks";
import { type Answer, findAnswers } from "../app/answers.ts";
import { hasEdits } from "../app/leaving.ts";
import { useData } from "../app/managementData.ts";
import { useRouter } from "../app/router.ts";

const ROWS = ".list tbody, .approval";

/** Whether the pointer is over a row of a list or over an entry of the inbox. */
function useIsPointed(): boolean {
  const [isPointed, setPointed] = useState(false);
  useEffect(() => {
    const enter = ({ target }: Event) =>
      setPointed(target instanceof Element && target.closest(ROWS) !== null);
    // It left the window, or the finger the screen.
    const leave = ({ relatedTarget }: PointerEvent) => relatedTarget === null && setPointed(false);
    document.addEventListener("pointerover", enter);
    document.addEventListener("pointerout", leave);
    return () => {
      document.removeEventListener("pointerover", enter);
      document.removeEventListener("pointerout", leave);
    };
  }, []);
  return isPointed;
}

/** Returns the earlier value while it is held. `cause`: changes with what the user did and waits for. */
function useHeld<T>(value: T, isHeld: boolean, cause: string, update: (earlier: T) => T): T {
  const last = useRef({ cause, value });
  const isKept = isHeld && last.current.cause === cause;
  last.current = { cause, value: isKept ? update(last.current.value) : value };
  return last.current.value;
}

/** Keeps a value of answers while the pointer is over an entry or a form has edits. */
export function useSteady<T>(value: T, answers: readonly Pick<Answer<unknown>, "awaited">[]): T {
  const cause = answers.map(({ awaited }) => awaited).join();
  return useHeld(value, useIsPointed() || hasEdits(), cause, (earlier) => earlier);
}

/** Keeps rows in their places while the pointer is over one. Their contents are updated. */
export function useSteadyRows<R extends { id: number }>(rows: readonly R[]): readonly R[] {
  const cause = `${findAnswers(useData().client).awaited} ${useRouter().search}`;
  return useHeld(rows, useIsPointed(), cause, (earlier) => {
    const newer = new Map(rows.map((row) => [row.id, row]));
    return earlier.map((row) => newer.get(row.id) ?? row);
  });
}
