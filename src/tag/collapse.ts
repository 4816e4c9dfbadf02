/** Placeholders that show nothing take no space, where the page asks for it. */
import { isBlank } from "./content.ts";
import { attempt, page } from "./globals.ts";
import type { Slot } from "./types.ts";

/** Says of a placeholder that it takes no space. */
export const COLLAPSED = "data-zone-collapsed";

/**
 * Takes a slot away that shows nothing, where the page asks for it, or shows it again. `isInView`: only if nothing in view
 * moves.
 */
export const collapse = ({ element, _ad, values }: Slot, isInView?: boolean): void => {
  // Collapsing an absolute or fixed element moves nothing else.
  const isAbsolute = () => /^[af]/.test(page.getComputedStyle(element).position);
  if (values.collapse == null || (isInView && !attempt(isAbsolute))) return;
  element.toggleAttribute(COLLAPSED, !_ad && isBlank(element));
};
