/** What the publisher wrote in a placeholder: it makes room for an ad, and comes back. */
import { callMethod } from "./dom.ts";
import type { Slot } from "./types.ts";

/** Remembers the content, before anything else stands there. */
export const keepFallback = (slot: Slot): void => {
  slot._fallback ??= [...slot.element.childNodes];
};

/** Puts back what the publisher wrote. */
export const putBack = (slot: Slot): void => {
  if (slot._fallback) callMethod(slot.element, "replaceChildren", ...slot._fallback);
  slot._fallback = slot._ad = undefined;
};
