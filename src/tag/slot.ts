/** The life of one slot: waiting, requested, showing an ad or its fallback content, given back. */
import { readAttributes } from "./attributes.ts";
import { LINK } from "./banner.ts";
import { reserve, unwatchBox, watchBox } from "./box.ts";
import { COLLAPSED, collapse } from "./collapse.ts";
import { findObstacle } from "./content.ts";
import { callMethod } from "./dom.ts";
import { dispatch } from "./events.ts";
import { putBack, putLink } from "./fallback.ts";
import { countImpression } from "./impression.ts";
import { observe, type View } from "./observer.ts";
import { note } from "./record.ts";
import { createRefresh } from "./refresh.ts";
import { settings } from "./settings.ts";
import { takeTurn, wait } from "./time.ts";
import type { Ad, ErrorCode, Slot, ZoneState } from "./types.ts";
import { isInView } from "./viewability.ts";

let lastKey = 0;

/** A slot for a placeholder, not yet started. `wake` asks for what is due to be requested. */
export const createSlot = (element: HTMLElement, id: string, wake: Slot["_wake"]): Slot => {
  const key = ++lastKey;
  note("found", 0, key);
  return { element, id, key, values: {}, _restores: 3, _wake: wake };
};

/** Reads its attributes again. */
const readSlot = (slot: Slot) => {
  // Older tags spell the id differently.
  slot.values = readAttributes({ ...slot.element.dataset, zoneId: slot.id }, settings);
  reserve(slot.element, slot.values.size);
};

/** Has it wait for its first request. Its box is reserved at once, so that nothing moves later; the rest takes a turn. */
export const startSlot = async (slot: Slot): Promise<void> => {
  slot.isNear = undefined;
  slot.stage = "waiting";
  readSlot(slot);
  await takeTurn(slot.key - 1);
  // Given back meanwhile.
  if (!slot.stage) return;
  // An ad that came back as text, as in a clone, has lost its listeners, and is no fallback content.
  callMethod<NodeListOf<Element>>(slot.element, "querySelectorAll", LINK)?.forEach((copy) => copy.remove());
  giveBack(slot);
  slot.stage = "waiting";
  if (slot.values.lazy == null) {
    slot.isNear = true;
    watchBox(slot.element);
  } else observeSlot(slot);
};

/** Begins the slot's request, unless it has no zone to ask for or no place for an ad. Returns whether it did. */
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
 * Whether an ad may be in a slot. Where content of the page has to stay, the slot ends in an error, and its ad is taken out:
 * content can also arrive beside an ad while the page is being parsed.
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
 * Reacts to other children in a slot with an ad. A page that morphs itself into a new version takes the banner and the state
 * together: both are put back, three times at most, since a page that insists has to win. A banner that was taken out alone, as
 * by a close button, stays out, and so does one whose link became a link of the page.
 */
export const checkAd = (slot: Slot, { _link, _node }: Ad): void => {
  if (_node.parentNode === _link && !slot.element.dataset.zoneState) {
    // The page may have new content, which comes back or stays.
    slot._fallback = undefined;
    if (slot._restores-- > 0) {
      putLink(slot, _link as Node);
      slot.element.dataset.zoneState = "filled";
      // A morph inside an event of the ad ended the report that counts it.
      observeSlot(slot);
    }
  } else canHoldAd(slot);
};

/** Ends a request in a state. */
export const settle = (slot: Slot, state: ZoneState, detail?: object): void => {
  slot._refresh = createRefresh(slot);
  const { _request, _ad } = slot;
  // A refresh that brings nothing keeps its ad, and the state says what is shown.
  slot.element.dataset.zoneState = _ad ? "filled" : state;
  dispatch(slot, state, detail);
  // A listener may have given it back.
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

/** Observes what is in view of the ad, or of the slot where there is none. */
export const observeSlot = (slot: Slot): void => {
  stopObserving(slot);
  watchBox(slot.element);
  const target = slot._ad?._node ?? slot.element;
  slot._stopObserving = observe(target, slot._request ? 0 : Number(slot.values.lazy), (view) =>
    onView(slot, view),
  );
};

/** Has the place of what is observed reported again, as after a change of the page. */
export const reobserve = (slot: Slot): void => {
  if (slot._stopObserving) observeSlot(slot);
};

const onView = (
  slot: Slot,
  { boundingClientRect: { width, height, top }, intersectionRatio = 0, isIntersecting, rootBounds }: View,
) => {
  // An element of the page may have the name.
  const isVisible = document.hidden !== true && !slot._isHidden;
  const area = width * height;
  const { _ad, _stopObserving } = slot;
  const isEnough = isVisible && isInView(area, intersectionRatio);
  if (!slot._request) {
    slot.isNear ||= isIntersecting;
    // Other distances are reported in separate calls.
    return slot._wake(true);
  }
  // The page's style may give it a box only once it is filled.
  if (_ad && dispatchFilled(slot, _ad) && !area) return reobserve(slot);
  // A listener may have given it back, or taken the ad away.
  if (slot._ad !== _ad || _ad?._node.isConnected === false) return;
  // A box without an area is in view as a whole, https://w3c.github.io/IntersectionObserver/#update-intersection-observations-algo
  _ad?._viewable(area > 0 && isEnough);
  slot._refresh?.(isEnough);
  if (rootBounds) collapse(slot, top < rootBounds.bottom);
  if (_ad && (area || isIntersecting)) {
    if (area && isVisible) countImpression(slot, _ad);
    // No observer reports that a transparent element is faded in, or that one in view without an area gets one.
    else if (_ad._impression)
      wait(1000).then(() => slot._stopObserving === _stopObserving && reobserve(slot));
  }
};

/** Dispatches `filled`, once for each ad. Returns its entry if it did. */
export const dispatchFilled = (slot: Slot, ad: Ad): unknown => {
  const { _entry } = ad;
  ad._entry = undefined;
  if (_entry) settle(slot, "filled", { data: _entry });
  return _entry;
};

/** Gives the placeholder back as the publisher wrote it. */
export const giveBack = (slot: Slot): void => {
  stopObserving(slot);
  unwatchBox(slot.element);
  slot.stage = slot._request = undefined;
  putBack(slot);
  slot.element.removeAttribute(COLLAPSED);
  delete slot.element.dataset.zoneState;
  // Other slots may have waited for its position.
  slot._wake();
};
