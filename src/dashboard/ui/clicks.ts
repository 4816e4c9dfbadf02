/** Click handlers for actions that must not run twice. */

/**
 * Ignores all but the first click of a double click: the second could hit the next step's button, or undo the first.
 */
export function onFirstClick(
  action?: () => void,
): (event: Pick<MouseEvent, "detail" | "preventDefault">) => void {
  return (event) => {
    if (event.detail > 1) event.preventDefault();
    else action?.();
  };
}
