/** Clicks that do something which cannot be done twice. */

/**
 * Leaves out all but the first of several clicks in a row: the second was meant for what stood there at the first, and
 * may meet another step's button, or undo what the first did.
 */
export function onFirstClick(action?: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail > 1) event.preventDefault();
    else action?.();
  };
}
