/** Placeholders that show nothing take no space, where the page asks for it. */
import { isBlank } from "./content.ts";
import type { Slot } from "./types.ts";

/** Says of a placeholder that it takes no space. */
export const COLLAPSED = "data-zone-collapsed";

/** Takes a slot away that shows nothing, where the page asks for it, or shows it again. */
export const collapse = ({ element, _ad, values }: Slot): void => {
  if (values.collapse == null) return;
  if (!_ad && isBlank(element)) element.dataset.zoneCollapsed = "";
  else delete element.dataset.zoneCollapsed;
};
