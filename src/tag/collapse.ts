/** Collapses placeholders that show nothing, where the page asks for it. */
import { isBlank, isFit } from "./content.ts";
import { attempt, page } from "./globals.ts";
import type { Slot } from "./types.ts";

/** Attribute of a collapsed placeholder. */
export const COLLAPSED = "data-zone-collapsed";

/**
 * Collapses a slot that shows nothing, or expands it for an ad. With `isInView`, only if no visible content moves. A
 * collapsed slot expands as soon as its content changes so that it shows something.
 */
export const collapse = (slot: Slot, isInView?: boolean): void => {
  const { element, _ad, values } = slot;
  // Collapsing an absolute or fixed element moves no other element.
  const isAbsolute = () => /^[af]/.test(page.getComputedStyle(element).position);
  if (values.collapse == null || (isInView && !attempt(isAbsolute))) return;
  if (!_ad && element.hasAttribute(COLLAPSED)) return;
  if (element.toggleAttribute(COLLAPSED, !_ad && isFit(element) && isBlank(element)))
    new page.MutationObserver((records, observer) => {
      // Ignores attributes of the placeholder itself, which the next lines change.
      if (!records.some(({ target, addedNodes }) => target !== element || addedNodes[0])) return;
      observer.disconnect();
      if (!element.hasAttribute(COLLAPSED)) return;
      // A collapsed element cannot be measured.
      element.removeAttribute(COLLAPSED);
      collapse(slot);
    }).observe(element, { attributes: true, characterData: true, childList: true, subtree: true });
};
