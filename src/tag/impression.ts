/** Counts impressions. */
import { dispatch } from "./events.ts";
import { note } from "./record.ts";
import { settings } from "./settings.ts";
import { isAddress } from "./text.ts";
import { sendImpression } from "./transport.ts";
import type { Ad, Slot } from "./types.ts";

/** Counts the impression of an ad once. Call it when the page is visible and the ad has a box. */
export const countImpression = (slot: Slot, ad: Ad): void => {
  const { _impression } = ad;
  if (!isAddress(_impression)) return;
  ad._impression = undefined;
  // The fetch must not keep a removed slot from being garbage collected, so its callback holds only the key.
  const { key } = slot;
  sendImpression(_impression, settings).catch(() => note("lost", _impression, key));
  dispatch(slot, "impression");
};
