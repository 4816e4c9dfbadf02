/** Moves the focus to an element in the task that shows it. */
import { type Inputs, useLayoutEffect } from "preact/hooks";

/**
 * Focuses the element that `find` returns, if any, whenever one of `inputs` has changed. Not by `useEffect`, which runs up
 * to 100 ms later: a user who is already in another field would lose the focus, and what is typed meanwhile.
 */
export function useFocus(
  find: () => HTMLElement | null | undefined | false,
  inputs: Inputs,
  options?: FocusOptions,
): void {
  useLayoutEffect(() => {
    const element = find();
    if (element) element.focus(options);
  }, inputs);
}
