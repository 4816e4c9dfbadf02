/** Fallback content: removed for an ad, restored when there is none. */
import { callMethod, detach, readProperty } from "./dom.ts";
import type { Slot } from "./types.ts";

/** Puts a banner's link in a placeholder and stores its content, unless it contains an ad already. */
export const putLink = (slot: Slot, link: Node): void => {
  keepFallback(slot);
  callMethod(slot.element, "replaceChildren", link);
};

/** Stores the content before an ad replaces it. */
export const keepFallback = (slot: Slot): void => {
  slot._fallback ??= [...readProperty(slot.element, "childNodes")];
};

/** Restores the publisher's content. Nodes that the page has added beside a banner stay. */
export const putBack = (slot: Slot): void => {
  const { element, _ad, _fallback } = slot;
  const link = _ad?._link;
  detach(link);
  if (_fallback) callMethod(element, link ? "prepend" : "replaceChildren", ..._fallback);
  slot._fallback = slot._ad = undefined;
};
