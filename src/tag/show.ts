/** Shows the result of a slot: an ad, or a state with the reason. */

import type { BannerData } from "../protocol/placement.ts";
import { type Banner, fitBanner, loadBanner } from "./banner.ts";
import { collapse } from "./collapse.ts";
import { createCountdown } from "./countdown.ts";
import { dispatch } from "./events.ts";
import { keepFallback, putBack, putLink } from "./fallback.ts";
import { create } from "./globals.ts";
import { canHoldAd, dispatchFilled, fail, observeSlot, settle } from "./slot.ts";
import { describe } from "./text.ts";
import { noteArrival, within } from "./time.ts";
import type { Ad, Renderer, Result, Slot } from "./types.ts";
import { VIEWABLE_AFTER } from "./viewability.ts";

export const renderers: Record<string, Renderer> = create(null);

/** Ends a slot's request with its result. Gives up an ad that has not loaded when `idle` resolves. */
export const show = async (
  slot: Slot,
  request: object,
  [code, message, entry]: Result,
  idle: Promise<void>,
): Promise<void> => {
  const isCurrent = () => slot._request === request;
  if (!isCurrent()) return;
  if (code) return fail(slot, code, message);
  if (!entry) return settle(slot, "empty");
  const renderer = renderers[entry.type];
  if (!renderer && entry.type !== "banner") return fail(slot, "unsupported-type", entry.type);
  const data = entry.data as BannerData;
  let banner: Banner | undefined;
  try {
    if (renderer) {
      keepFallback(slot);
      await within(idle, renderer(entry, slot.element));
    } else
      banner = await within(
        idle,
        loadBanner(data, slot.values.label, () => dispatch(slot, "click")),
      );
  } catch (thrown) {
    if (!isCurrent()) return;
    if (renderer) putBack(slot);
    return fail(slot, renderer ? "renderer" : "image", describe(thrown));
  } finally {
    noteArrival();
  }
  if (!isCurrent()) return;
  if (banner) {
    // More of the page may have been parsed meanwhile.
    if (!canHoldAd(slot)) return;
    fitBanner(banner, data, slot.values.size);
    putLink(slot, banner._link);
  }
  const ad: Ad = {
    _node: slot.element,
    ...banner,
    _entry: entry,
    _impression: data.impression,
    _viewable: createCountdown(VIEWABLE_AFTER, () => dispatch(slot, "viewable"), true),
  };
  slot._ad = ad;
  collapse(slot);
  // The observer's report of the box dispatches `filled` and counts the impression together, so that a listener that
  // leaves the page leaves a counted ad. The observer reports nothing while the page is not rendered.
  observeSlot(slot);
  await idle;
  if (isCurrent()) dispatchFilled(slot, ad);
};
