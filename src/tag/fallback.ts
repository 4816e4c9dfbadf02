/** Fallback content: removed for an ad, and restored when there is none. */
import { callMethod, readProperty } from "./dom.ts";
import type { Slot } from "./types.ts";

/** Puts a banner's link in a placeholder. Its content is kept, unless an ad has taken its place before. */
export const putLink = (slot: Slot, link: Node): void => {
  keepFallback(slot);
  callMethod(slot.element, "replaceChildren", link);
};

/** Remembers the content, before an ad takes its place. */
export const keepFallback = (slot: Slot): void => {
  slot._fallback ??= [...readProperty<ChildNode[]>(slot.element, "childNodes")];
};

/** Puts back what the publisher wrote. What the page has added beside a banner stays. */
export const putBack = (slot: Slot): void => {
  const { element, _ad, _fallback } = slot;
  _ad?._link?.remove();
  if (_fallback) callMethod(element, _ad?._link ? "prepend" : "replaceChildren", ..._fallback);
  slot._fallback = slot._ad = undefined;
};
