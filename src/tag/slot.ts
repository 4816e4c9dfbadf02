/** Life cycle of a slot: waiting, requested, showing an ad or its fallback content, restored. */
import { parseAttributes } from "./attributes.ts";
import { BANNER, listCopies } from "./banner.ts";
import { isHidden, reserve, unwatchBox, watchBox } from "./box.ts";
import { COLLAPSED, collapse } from "./collapse.ts";
import { findObstacle, PLACEHOLDER } from "./content.ts";
import { callMethod, detach, getMark } from "./dom.ts";
import { dispatch } from "./events.ts";
import { addFiller, dropFiller, putBack, putLink } from "./fallback.ts";
import { countImpression } from "./impression.ts";
import { observe, type View } from "./observer.ts";
import { type EventDetail, note } from "./record.ts";
import { createRefresh } from "./refresh.ts";
import { settings } from "./settings.ts";
import { wait, waitForChunk } from "./time.ts";
import type { Ad, ErrorCode, Slot, SlotRequest, ZoneState } from "./types.ts";
import { isInView } from "./viewability.ts";

/** Slots in the order in which they were found. */
export const slots: Slot[] = [];

let lastKey = 0;

/** Creates the slot of a placeholder without starting it. `wake` requests all due slots. */
export const createSlot = (element: HTMLElement, id: string, wake: Slot["_wake"]): Slot => {
  const key = ++lastKey;
  note("found", undefined, key);
  return { element, id, key, values: {}, _wake: wake };
};

/** Reads the element's attributes again. */
const readSlot = (slot: Slot) => {
  // Adds the id, which placeholders of older tags have as `data-zoneid`.
  slot.values = parseAttributes({ ...slot.element.dataset, zoneId: slot.id }, settings);
  reserve(slot.element, slot.values.size);
};

/**
 * Makes the slot wait for its first request. Reserves its box at once, so that nothing moves later; its other work
 * waits for its chunk, so that many slots do not block the page.
 */
export const startSlot = async (slot: Slot): Promise<void> => {
  slot.stage = "found";
  readSlot(slot);
  await waitForChunk(slot.key);
  // The slot may have been destroyed or requested by the page's code meanwhile.
  if (!slot.stage) return;
  // An ad that was saved or copied as HTML is no fallback content.
  listCopies(slot.element, slot.values.label).forEach(detach);
  clearPlaceholder(slot);
  if (slot.values.lazy != null) return observeSlot(slot);
  slot.stage = "due";
  slot._wake();
};

/** Starts a request of the slot; results of earlier ones are ignored from now on. */
export const openRequest = (slot: Slot): SlotRequest => {
  closeRequest(slot);
  addFiller(slot);
  slot.stage = "requested";
  slot._request = { _slot: slot };
  return slot._request;
};

const closeRequest = (slot: Slot) => {
  if (slot._request) slot._request = slot._request._slot = undefined;
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

/** Removals within a second after which a page that keeps removing the ad wins. */
const MAX_REMOVALS = 3;

/**
 * Handles changed children of a slot with an ad. A page that morphs itself to a new version removes the banner together
 * with the state. Both are restored, unless the page removes them for the fourth time within a second: the page could
 * remove them again at once, and so on. A banner that was removed without the state, as by a close button, stays
 * removed, and so does a banner whose link the page has reused.
 */
export const checkAd = (slot: Slot, ad: Ad): void => {
  const { _link, _node } = ad;
  const { dataset } = slot.element;
  if (dataset.zoneState || !_link) return void canHoldAd(slot);
  const removals = ++ad._removals;
  // A timer, because the page's clock may be wrong: without timers, there are three restores in all.
  wait(1000).then(() => ad._removals--);
  // The new content of the page, if any, becomes the fallback.
  slot._fallback = undefined;
  if (!_link.matches(BANNER) || !_link.contains(_node)) slot._ad = undefined;
  else if (removals <= MAX_REMOVALS) {
    putLink(slot, _link);
    dataset.zoneState = "filled";
  } else if (removals === MAX_REMOVALS + 1) note("removed", undefined, slot.key);
  // If the page morphed during an event of the ad, it stopped the observation that counts the ad.
  observeSlot(slot);
};

/** Ends a request in this state. */
export const settle = (slot: Slot, state: Exclude<ZoneState, "pending">, detail?: EventDetail): void => {
  slot._refresh = createRefresh(slot);
  dropFiller(slot);
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

/**
 * Returns the image that the slot shows of its ad, or the placeholder without a banner. Pages replace our image or link
 * by a copy, wrap it, or hide it beside a copy: any image counts that is in our link or in a link with its address.
 */
const findShown = ({ element, _ad }: Slot): Element | undefined => {
  const link = _ad?._link;
  if (!link) return element;
  const images = ([...callMethod(element, "querySelectorAll", "a img")] as HTMLElement[]).filter(
    (image) => image.closest("a")?.href === link.href,
  );
  // Measuring may force a layout, so a single image is not measured.
  return (images[1] && images.find(({ offsetHeight }) => offsetHeight)) || images[0];
};

/** Reports left and middle clicks on the link of an ad. Shared by all links, so that a link holds no slot. */
const onClick = ({ button, currentTarget }: MouseEvent) => {
  const placeholder = (currentTarget as Element).closest(PLACEHOLDER);
  const slot = placeholder && getMark<Slot>(placeholder);
  if (button < 2 && slot?._ad) dispatch(slot, "click");
};

/** Observes what the slot shows of its ad, or the placeholder without one. */
export const observeSlot = (slot: Slot): void => {
  stopObserving(slot);
  const { _ad, element } = slot;
  const shown = findShown(slot);
  if (_ad?._link && shown) {
    _ad._node = shown;
    const link = shown.closest("a")!;
    _ad._link = link;
    // A copy of the link has no listeners.
    link.onclick ??= onClick;
    link.onauxclick ??= onClick;
  }
  // A banner carries its style, so its placeholder needs no sheet.
  unwatchBox(element);
  watchBox(shown ?? element);
  slot._stopObserving = observe(shown ?? element, slot._request ? 0 : Number(slot.values.lazy), (view) =>
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
  const area = width * height;
  const { _ad } = slot;
  if (!slot._request) {
    if (!area) addFiller(slot);
    if (slot.stage !== "due") slot.stage = isIntersecting ? "due" : "far";
    // Slots with other distances are reported separately, by other IntersectionObservers, so wait for their reports.
    return slot._wake(true);
  }
  // The page's style may give the placeholder a box only once it is filled.
  if (_ad && dispatchFilled(slot, _ad) && !area) return reobserve(slot);
  // A listener may have destroyed or removed the slot.
  if (slot._ad !== _ad || !slot.element.isConnected) return;
  const shown = findShown(slot);
  // The page may have replaced the image.
  if (_ad && shown && shown !== _ad._node) return reobserve(slot);
  const isVisible =
    shown &&
    // `document.hidden` can be shadowed by an element of that name.
    document.hidden !== true &&
    !isHidden(shown);
  const isEnough = !!isVisible && isInView(area, intersectionRatio);
  // Intersection observers report a box without area as fully visible:
  // https://w3c.github.io/IntersectionObserver/#update-intersection-observations-algo
  _ad?._viewable(area > 0 && isEnough);
  slot._refresh?.(isEnough);
  if (rootBounds) collapse(slot, top < rootBounds.bottom);
  if (_ad && (area || isIntersecting)) {
    if (area && isVisible) countImpression(slot, _ad);
    // Check again in a second: no observer reports that an element became opaque or got a size.
    else if (_ad._impression)
      slot._recheck ??= wait(1000).then(() => {
        slot._recheck = undefined;
        reobserve(slot);
      });
  }
};

/** Dispatches `filled` once for each ad. Returns the ad's entry if it did. */
export const dispatchFilled = (slot: Slot, ad: Ad): unknown => {
  const { _entry } = ad;
  ad._entry = undefined;
  if (_entry) settle(slot, "filled", { data: _entry });
  return _entry;
};

/** Removes from a placeholder all that the tag has added. */
const clearPlaceholder = (slot: Slot) => {
  putBack(slot);
  dropFiller(slot);
  slot.element.removeAttribute(COLLAPSED);
  delete slot.element.dataset.zoneState;
};

/** Ends all work for a slot and restores the placeholder as the publisher wrote it. */
export const giveBack = (slot: Slot): void => {
  stopObserving(slot);
  unwatchBox(slot.element);
  closeRequest(slot);
  slot.stage = undefined;
  clearPlaceholder(slot);
};
