/** Keeps the focus near its place when the focused element is removed, such as a button with its row. */

const PARTS = ".bulk, section, form, [role='dialog'], dialog, main";
const TARGETS = "h2, h3, [role='status']";

/**
 * Moves the focus from a removed element to the heading of the nearest part of the page that is left, or to what the part
 * says. Not where the component itself moved it. Returns the function that ends it.
 */
export function keepFocus(): () => void {
  let focused: Element | undefined;
  let parts: Element[] = [];
  const remember = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    focused = target;
    parts = listParts(target);
  };
  // A press beside all controls takes the focus away.
  const forget = ({ target }: Event) => {
    if (!(target instanceof Node && focused?.contains(target))) focused = undefined;
  };
  const observer = new MutationObserver(() => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    focused = undefined;
    parts.some((part) => part.isConnected && focusPart(part));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  addEventListener("focusin", remember);
  addEventListener("pointerdown", forget);
  return () => {
    observer.disconnect();
    removeEventListener("focusin", remember);
    removeEventListener("pointerdown", forget);
  };
}

/** Lists the parts around an element, the nearest first. */
function listParts(element: Element): Element[] {
  const part = element.closest(PARTS);
  return part ? [part, ...(part.parentElement ? listParts(part.parentElement) : [])] : [];
}

/** Returns whether the part took the focus: a hidden one does not. */
function focusPart(part: Element): boolean {
  const targets = [...part.querySelectorAll(TARGETS)].filter(({ textContent }) => textContent);
  const target = part.matches("main") ? part : (targets[0] ?? part);
  if (!(target instanceof HTMLElement)) return false;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  return document.activeElement === target;
}
