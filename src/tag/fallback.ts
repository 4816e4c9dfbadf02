/** Fallback content: removed for an ad, restored when there is none. */
import { callMethod, detach, getProperty, make } from "./dom.ts";
import type { Slot } from "./types.ts";

/** Puts a banner's link in a placeholder and stores its content, unless it contains an ad already. */
export const putLink = (slot: Slot, link: Node): void => {
  keepFallback(slot);
  // Ends the reserved space, also while the state is `pending` during a refresh.
  slot.element.dataset.zoneAd = "";
  callMethod(slot.element, "replaceChildren", link);
};

/**
 * Puts an element that is not displayed into a sized placeholder that is empty: themes hide every empty `div`
 * (https://github.com/Shopify/dawn/issues/290), which is no statement about the placeholder. No text, which would show in
 * `<pre>`. Only during a request: a framework that hydrates the placeholder expects nothing in it, and without an ad it
 * stays as the publisher wrote it.
 */
export const addFiller = (slot: Slot): void => {
  const { element, values } = slot;
  if (!values.size || !callMethod(element, "matches", ":empty")) return;
  // Some themes lay out every child of a slot.
  slot._filler = make("template", { style: "display:none!important" });
  callMethod(element, "append", slot._filler);
};

export const dropFiller = (slot: Slot): void => {
  detach(slot._filler);
  slot._filler = undefined;
};

/** Stores the content before an ad replaces it. */
export const keepFallback = (slot: Slot): void => {
  slot._fallback ??= [...getProperty(slot.element, "childNodes")].filter((node) => node !== slot._filler);
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
