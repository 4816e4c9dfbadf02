/** Result of a slot → its ad, or a state with the reason. */

import type { BannerData } from "../protocol/placement.ts";
import { loadBanner } from "./banner.ts";
import { reserve } from "./box.ts";
import { collapse } from "./collapse.ts";
import { createCountdown } from "./countdown.ts";
import { dispatch } from "./events.ts";
import { keepFallback, putBack, putLink } from "./fallback.ts";
import { assign, create } from "./globals.ts";
import { canHoldAd, dispatchFilled, fail, observeSlot, settle } from "./slot.ts";
import { describe } from "./text.ts";
import { noteArrival, within } from "./time.ts";
import type { Ad, Renderer, Result, Slot } from "./types.ts";
import { VIEWABLE_AFTER } from "./viewability.ts";

export const renderers: Record<string, Renderer> = create(null);

/** Puts a loaded banner in a slot, in the size that the response gives it. */
const place = (slot: Slot, image: HTMLImageElement, { width = 0, height = 0 }: BannerData) => {
  if (width > 0 && height > 0) {
    assign(image, { width, height });
    // The image's own attributes count as little as the page's style; the sheet has them as a rule.
    reserve(slot.element, `${width}x${height}`);
  }
  const link = image.parentNode as Element;
  putLink(slot, link);
  return { _node: image, _link: link };
};

/** Ends a request of a slot with its result. An ad that has not loaded when `idle` resolves is given up. */
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
  let shown: unknown;
  try {
    if (renderer) keepFallback(slot);
    shown = await within(
      idle,
      renderer
        ? renderer(entry, slot.element)
        : loadBanner(data, slot.values.label, () => dispatch(slot, "click")),
    );
  } catch (thrown) {
    if (!isCurrent()) return;
    if (renderer) putBack(slot);
    return fail(slot, renderer ? "renderer" : "image", describe(thrown));
  } finally {
    noteArrival();
  }
  if (!isCurrent()) return;
  // The page may have been parsed further.
  if (!renderer && !canHoldAd(slot)) return;
  const ad: Ad = {
    ...(renderer ? { _node: slot.element } : place(slot, shown as HTMLImageElement, data)),
    _entry: entry,
    _impression: data.impression,
    _viewable: createCountdown(VIEWABLE_AFTER, () => dispatch(slot, "viewable"), true),
  };
  slot._ad = ad;
  collapse(slot);
  // `filled` is dispatched together with the impression, when the browser has said what box there is: whoever leaves in
  // that task leaves a counted ad. Of a page that is not drawn it says nothing.
  observeSlot(slot);
  await idle;
  if (isCurrent()) dispatchFilled(slot, ad);
};
