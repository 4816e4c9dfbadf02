/** Shows the result of a slot: an ad, or a state with the reason. */

import type { BannerData } from "../protocol/placement.ts";
import { type Banner, fitBanner, loadBanner } from "./banner.ts";
import { collapse } from "./collapse.ts";
import { createCountdown } from "./countdown.ts";
import { dispatch } from "./events.ts";
import { keepFallback, putBack, putLink } from "./fallback.ts";
import { create, createPromise } from "./globals.ts";
import { canHoldAd, dispatchFilled, fail, observeSlot, settle } from "./slot.ts";
import { describe } from "./text.ts";
import { noteArrival } from "./time.ts";
import type { Entry, Renderer, Result, Slot, SlotRequest } from "./types.ts";
import { VIEWABLE_AFTER } from "./viewability.ts";

export const renderers: Record<string, Renderer> = create(null);

/**
 * Ends a slot's request with its result. Other functions read the slot, because a local variable or an argument of this
 * one would keep a removed slot in memory while an image loads.
 */
export const show = async (request: SlotRequest, result: Result): Promise<void> => {
  const [, , entry] = result;
  const drawn = draw(request, result);
  if (!drawn || !entry) return;
  try {
    const banner = await createPromise<Banner | undefined>((resolve, reject) => {
      request._giveUp = reject;
      drawn.then(resolve, reject);
    });
    present(request, entry, banner);
  } catch (thrown) {
    endInError(request, entry, thrown);
  }
  noteArrival();
};

/** Starts to draw the ad of a result; resolves with its banner. Returns undefined if the result has no ad. */
const draw = (
  { _slot: slot }: SlotRequest,
  [code, message, entry]: Result,
): Promise<Banner | undefined> | undefined => {
  if (!slot) return undefined;
  if (code) fail(slot, code, message);
  else if (!entry) settle(slot, "empty");
  else if (renderers[entry.type]) return render(slot, entry);
  else if (entry.type === "banner") return loadBanner(entry.data as BannerData, slot.values.label);
  else fail(slot, "unsupported-type", entry.type);
  return undefined;
};

/** Calls a custom renderer; rejects if it throws. */
const render = async (slot: Slot, entry: Entry): Promise<undefined> => {
  keepFallback(slot);
  return waitFor(renderers[entry.type]?.(entry, slot.element));
};

const waitFor = async (work: unknown): Promise<undefined> => void (await work);

/** Shows an ad that has been drawn. */
const present = ({ _slot: slot }: SlotRequest, entry: Entry, banner: Banner | undefined): void => {
  if (!slot) return;
  const data = entry.data as BannerData;
  if (banner) {
    // More of the page may have been parsed meanwhile.
    if (!canHoldAd(slot)) return;
    fitBanner(banner, data, slot.values.size);
    putLink(slot, banner._link);
  }
  slot._ad = {
    _node: slot.element,
    ...banner,
    _entry: entry,
    _impression: data.impression,
    _viewable: createCountdown(VIEWABLE_AFTER, () => dispatch(slot, "viewable"), true),
  };
  collapse(slot);
  // The observer's report of the box dispatches `filled` and counts the impression together, so that a listener that
  // leaves the page leaves a counted ad.
  observeSlot(slot);
};

/** Ends the request of an ad that could not be drawn. */
const endInError = ({ _slot: slot }: SlotRequest, { type }: Entry, thrown: unknown): void => {
  if (!slot) return;
  if (renderers[type]) putBack(slot);
  fail(slot, renderers[type] ? "renderer" : "image", describe(thrown));
};

/** Gives up an ad that still loads. Dispatches `filled` on a page that is not rendered: its observer reports nothing. */
export const endWait = (slot: Slot): void => {
  slot._request?._giveUp?.("timeout");
  if (slot._ad) dispatchFilled(slot, slot._ad);
};
