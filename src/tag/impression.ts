/** When a shown ad counts. */
import { dispatch } from "./events.ts";
import { note } from "./record.ts";
import { settings } from "./settings.ts";
import { isAddress } from "./text.ts";
import { sendImpression } from "./transport.ts";
import type { Ad, Slot } from "./types.ts";

/** Counts an ad that is on a visible page and has a box, once. */
export const countImpression = (slot: Slot, ad: Ad): void => {
  const { _impression } = ad;
  if (!isAddress(_impression)) return;
  ad._impression = undefined;
  sendImpression(_impression, settings).catch(() => note("lost", _impression, slot.key));
  dispatch(slot, "impression");
};
