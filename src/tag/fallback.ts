/** Fallback content: removed for an ad, restored when there is none. */
import { callMethod, detach, readProperty } from "./dom.ts";
import type { Slot } from "./types.ts";

/** Puts a banner's link in a placeholder and stores its content, unless it contains an ad already. */
export const putLink = (slot: Slot, link: Node): void => {
  keepFallback(slot);
  // Ends the reserved space, also while the state is `pending` during a refresh.
  slot.element.dataset.zoneAd = "";
  callMethod(slot.element, "replaceChildren", link);
};

/**
 * Puts a space into a sized placeholder that is empty: themes hide every empty `div`
 * (https://github.com/Shopify/dawn/issues/290), which is no statement about the placeholder. Only during a request: a
 * framework that hydrates the placeholder expects no text in it, and without an ad it stays as the publisher wrote it.
 */
export const addSpace = (slot: Slot): void => {
  const { element, values } = slot;
  if (!values.size || !callMethod(element, "matches", ":empty")) return;
  callMethod(element, "append", " ");
  slot._space = readProperty(element, "lastChild");
};

export const dropSpace = (slot: Slot): void => {
  detach(slot._space);
  slot._space = undefined;
};

/** Stores the content before an ad replaces it. */
export const keepFallback = (slot: Slot): void => {
  slot._fallback ??= [...readProperty(slot.element, "childNodes")].filter((node) => node !== slot._space);
};

/** Restores the publisher's content. Nodes that the page has added beside a banner stay. */
export const putBack = (slot: Slot): void => {
  const { element, _ad, _fallback } = slot;
  const link = _ad?._link;
  detach(link);
  delete element.dataset.zoneAd;
  if (_fallback) callMethod(element, link ? "prepend" : "replaceChildren", ..._fallback);
  slot._fallback = slot._ad = undefined;
};
