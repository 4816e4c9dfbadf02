/** Life cycle of a slot: waiting, requested, showing an ad or its fallback content, restored. */
import { readAttributes } from "./attributes.ts";
import { LINK } from "./banner.ts";
import { endEmptiness, reserve, unwatchBox, watchBox } from "./box.ts";
import { COLLAPSED, collapse } from "./collapse.ts";
import { findObstacle } from "./content.ts";
import { callMethod } from "./dom.ts";
import { dispatch } from "./events.ts";
import { putBack, putLink } from "./fallback.ts";
import { countImpression } from "./impression.ts";
import { observe, type View } from "./observer.ts";
import { type EventDetail, note } from "./record.ts";
import { createRefresh } from "./refresh.ts";
import { settings } from "./settings.ts";
import { takeTurn, wait } from "./time.ts";
import type { Ad, ErrorCode, Slot, ZoneState } from "./types.ts";
import { isInView } from "./viewability.ts";

let lastKey = 0;

/** Creates the slot of a placeholder without starting it. `wake` requests all due slots. */
export const createSlot = (element: HTMLElement, id: string, wake: Slot["_wake"]): Slot => {
  const key = ++lastKey;
  note("found", undefined, key);
  return { element, id, key, values: {}, _restores: 3, _wake: wake };
};

/** Reads the element's attributes again. */
const readSlot = (slot: Slot) => {
  // Adds the id, which placeholders of older tags have as `data-zoneid`.
  slot.values = readAttributes({ ...slot.element.dataset, zoneId: slot.id }, settings);
  reserve(slot.element, slot.values.size);
};

/**
 * Makes the slot wait for its first request. Reserves its box at once, so that nothing moves later; its other work
 * waits for the slot's turn, so that many slots do not block the page.
 */
export const startSlot = async (slot: Slot): Promise<void> => {
  slot.isNear = undefined;
  slot.stage = "waiting";
  readSlot(slot);
  await takeTurn(slot.key - 1);
  // The slot may have been destroyed meanwhile.
  if (!slot.stage) return;
  // A banner that was copied as HTML has lost its listeners, and is no fallback content.
  callMethod(slot.element, "querySelectorAll", LINK)?.forEach((copy) => copy.remove());
  giveBack(slot);
  slot.stage = "waiting";
  if (slot.values.lazy == null) {
    slot.isNear = true;
    watchBox(slot.element);
  } else observeSlot(slot);
};

/** Begins the slot's request and returns true, unless its zone id is invalid or it cannot hold an ad. */
export const beginRequest = (slot: Slot): boolean | undefined => {
  stopObserving(slot);
  readSlot(slot);
  if (!slot.values.zoneId) fail(slot, "invalid-zone", slot.id);
  else if (canHoldAd(slot)) {
    slot.element.dataset.zoneState = "pending";
    dispatch(slot, "request");
    return true;
  }
  return undefined;
};

/**
 * Whether a slot can hold an ad. If not, its ad is removed and it ends in an error: while the page is being parsed,
 * content can also appear beside an ad.
 */
export const canHoldAd = (slot: Slot): boolean => {
  const obstacle = findObstacle(slot);
  if (obstacle) {
    stopObserving(slot);
    putBack(slot);
    fail(slot, "config", obstacle);
  }
  return !obstacle;
};

/**
 * Handles changed children of a slot with an ad. A page that morphs itself to a new version removes the banner together
 * with the state. Both are restored, at most three times, so that a page that keeps removing them wins. A banner that
 * was removed without the state, as by a close button, stays removed, and so does a banner whose link the page has
 * reused.
 */
export const checkAd = (slot: Slot, { _link, _node }: Ad): void => {
  if (_node.parentNode === _link && !slot.element.dataset.zoneState) {
    // The new content of the page, if any, becomes the fallback.
    slot._fallback = undefined;
    if (slot._restores-- > 0) {
      putLink(slot, _link);
      slot.element.dataset.zoneState = "filled";
      // If the page morphed during an event of the ad, it stopped the observation that counts the ad.
      observeSlot(slot);
    }
  } else canHoldAd(slot);
};

/** Ends a request in this state. */
export const settle = (slot: Slot, state: Exclude<ZoneState, "pending">, detail?: EventDetail): void => {
  slot._refresh = createRefresh(slot);
  const { _request, _ad } = slot;
  // A refresh without a new ad keeps the current one, and the state says what is shown.
  slot.element.dataset.zoneState = _ad ? "filled" : state;
  dispatch(slot, state, detail);
  // A listener may have destroyed the slot.
  if (slot._request !== _request) return;
  if (slot.values.collapse) collapse(slot);
  if (!slot._stopObserving) observeSlot(slot);
};

export const fail = (slot: Slot, code: ErrorCode, message?: string): void =>
  settle(slot, "error", { code, message });

const stopObserving = (slot: Slot) => {
  slot._ad?._viewable(false);
  slot._refresh?.(false);
  slot._stopObserving?.();
  slot._stopObserving = undefined;
};

/** Observes the ad, or the placeholder without one. */
export const observeSlot = (slot: Slot): void => {
  stopObserving(slot);
  watchBox(slot.element);
  const target = slot._ad?._node ?? slot.element;
  slot._stopObserving = observe(target, slot._request ? 0 : Number(slot.values.lazy), (view) =>
    onView(slot, view),
  );
};

/** Requests a new report of the position, for example after the page has changed. */
export const reobserve = (slot: Slot): void => {
  if (slot._stopObserving) observeSlot(slot);
};

const onView = (
  slot: Slot,
  { boundingClientRect: { width, height, top }, intersectionRatio = 0, isIntersecting, rootBounds }: View,
) => {
  // `document.hidden` can be shadowed by an element of that name.
  const isVisible = document.hidden !== true && !slot._isHidden;
  const area = width * height;
  const { _ad, _stopObserving } = slot;
  const isEnough = isVisible && isInView(area, intersectionRatio);
  if (!slot._request) {
    if (!area) endEmptiness(slot);
    slot.isNear ||= isIntersecting;
    // Slots with other distances are reported separately, by other IntersectionObservers, so wait for their reports.
    return slot._wake(true);
  }
  // The page's style may give the placeholder a box only once it is filled.
  if (_ad && dispatchFilled(slot, _ad) && !area) return reobserve(slot);
  // A listener may have destroyed the slot or removed the ad.
  if (slot._ad !== _ad || _ad?._node.isConnected === false) return;
  // Intersection observers report a box without area as fully visible:
  // https://w3c.github.io/IntersectionObserver/#update-intersection-observations-algo
  _ad?._viewable(area > 0 && isEnough);
  slot._refresh?.(isEnough);
  if (rootBounds) collapse(slot, top < rootBounds.bottom);
  if (_ad && (area || isIntersecting)) {
    if (area && isVisible) countImpression(slot, _ad);
    // Check again in a second: no observer reports that an element became opaque or got a size.
    else if (_ad._impression)
      wait(1000).then(() => slot._stopObserving === _stopObserving && reobserve(slot));
  }
};

/** Dispatches `filled` once for each ad. Returns the ad's entry if it did. */
export const dispatchFilled = (slot: Slot, ad: Ad): unknown => {
  const { _entry } = ad;
  ad._entry = undefined;
  if (_entry) settle(slot, "filled", { data: _entry });
  return _entry;
};

/** Restores the placeholder as the publisher wrote it. */
export const giveBack = (slot: Slot): void => {
  stopObserving(slot);
  unwatchBox(slot.element);
  slot.stage = slot._request = undefined;
  putBack(slot);
  slot._space?.remove();
  slot.element.removeAttribute(COLLAPSED);
  delete slot.element.dataset.zoneState;
  // Due slots may have waited for the position of this slot.
  slot._wake();
};
