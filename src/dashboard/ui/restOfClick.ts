/** Popover that the first click of a double click hit. */
let popover: Element | null = null;

/** Ignores the rest of a double click whose first click closed a popover: it would hit what is below. */
export function ignoreRestOfClick(event: MouseEvent): void {
  const { target, detail } = event;
  if (detail < 2) popover = target instanceof Element ? target.closest(".popover-box") : null;
  else if (popover && !popover.isConnected) {
    event.preventDefault();
    event.stopPropagation();
  }
}
