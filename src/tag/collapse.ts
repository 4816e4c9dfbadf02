/** Collapses placeholders that show nothing, where the page asks for it. */
import { isBlank } from "./content.ts";
import { attempt, page } from "./globals.ts";
import type { Slot } from "./types.ts";

/** Attribute of a collapsed placeholder. */
export const COLLAPSED = "data-zone-collapsed";

/** Collapses a slot that shows nothing, or expands it again. With `isInView`, only if no visible content moves. */
export const collapse = ({ element, _ad, values }: Slot, isInView?: boolean): void => {
  // Collapsing an absolute or fixed element moves no other element.
  const isAbsolute = () => /^[af]/.test(page.getComputedStyle(element).position);
  if (values.collapse == null || (isInView && !attempt(isAbsolute))) return;
  element.toggleAttribute(COLLAPSED, !_ad && isBlank(element));
};
