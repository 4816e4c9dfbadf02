/** Shows the result of a slot: an ad, or a state with the reason. */

import type { BannerData } from "../protocol/placement.ts";
import { loadBanner } from "./banner.ts";
import { collapse } from "./collapse.ts";
import { createCountdown } from "./countdown.ts";
import { dispatch } from "./events.ts";
import { keepFallback, putBack, putLink } from "./fallback.ts";
import { create, createPromise } from "./globals.ts";
import { canHoldAd, dispatchFilled, fail, observeSlot, settle, slots } from "./slot.ts";
import { describe } from "./text.ts";
import { wait, within } from "./time.ts";
import type { Entry, Renderer, Result, Slot, SlotRequest } from "./types.ts";
import { VIEWABLE_AFTER } from "./viewability.ts";

export const renderers: Record<string, Renderer> = create(null);

/** Ends a slot's request with its result. */
export const show = (request: SlotRequest, [code, message, entry]: Result): void => {
  const { _slot } = request;
  if (!_slot) return;
  if (code) fail(_slot, code, message);
  else if (!entry) settle(_slot, "empty");
  else if (renderers[entry.type] || entry.type === "banner") draw(request, _slot, entry);
  else fail(_slot, "unsupported-type", entry.type);
};

/**
 * Draws an ad and shows it. Once it is drawn, the slot is looked up in the request: pending work that refers to the slot
 * would keep a removed one in memory.
 */
const draw = (request: SlotRequest, slot: Slot, entry: Entry): void => {
  const isCustom = !!renderers[entry.type];
  const limit = createPromise<void>((resolve) => {
    request._giveUp = resolve;
  });
  within(limit, isCustom ? render(slot, entry) : loadBanner(entry.data as BannerData, slot.values))
    .then((link) => present(request, entry, link))
    .catch((thrown) => endInError(request, isCustom, thrown))
    .then(noteArrival, noteArrival);
};

/** Calls a custom renderer; rejects if it throws. */
const render = async (slot: Slot, entry: Entry): Promise<undefined> => {
  keepFallback(slot);
  await renderers[entry.type]?.(entry, slot.element);
};

/** Shows an ad that has been drawn. */
const present = ({ _slot: slot }: SlotRequest, entry: Entry, link?: HTMLAnchorElement): void => {
  if (!slot) return;
  const data = entry.data as BannerData;
  if (link) {
    // More of the page may have been parsed meanwhile.
    if (!canHoldAd(slot)) return;
    putLink(slot, link);
  }
  slot._ad = {
    _node: slot.element,
    _link: link,
    _entry: entry,
    _impression: data.impression,
    _removals: 0,
    _viewable: createCountdown(VIEWABLE_AFTER, () => dispatch(slot, "viewable"), true),
  };
  collapse(slot);
  // The observer's report of the box dispatches `filled` and counts the impression together, so that a listener that
  // leaves the page leaves a counted ad.
  observeSlot(slot);
};

/** Ends the request of an ad that could not be drawn. */
const endInError = ({ _slot }: SlotRequest, isCustom: boolean, thrown: unknown): void => {
  if (!_slot) return;
  if (isCustom) putBack(_slot);
  fail(_slot, isCustom ? "renderer" : "image", describe(thrown));
};

/** Milliseconds without a loaded image after which ads that still load are given up. */
const IDLE_AFTER = 10_000;

let arrivals = 0;
let isWaiting = false;

/**
 * Records that a response has arrived, or that the image of an ad has loaded or failed. Ads that still load are given up
 * once nothing has arrived for `IDLE_AFTER`.
 */
export const noteArrival = async (): Promise<void> => {
  arrivals++;
  if (isWaiting) return;
  isWaiting = true;
  for (let before = 0; before !== arrivals; ) {
    before = arrivals;
    await wait(IDLE_AFTER);
  }
  isWaiting = false;
  slots.forEach(endWait);
};

/** Gives up an ad that still loads. Dispatches `filled` on a page that is not rendered: its observer reports nothing. */
const endWait = (slot: Slot): void => {
  slot._request?._giveUp?.();
  if (slot._ad) dispatchFilled(slot, slot._ad);
};
