/** The life of one slot: waiting, requested, showing an ad or its fallback content, given back. */
import { readAttributes, type Values } from "./attributes.ts";
import { LINK } from "./banner.ts";
import { reserve } from "./box.ts";
import { collapse } from "./collapse.ts";
import type { Countdown } from "./countdown.ts";
import { callMethod } from "./dom.ts";
import { dispatch } from "./events.ts";
import { putBack } from "./fallback.ts";
import { countImpression } from "./impression.ts";
import { canBeSeen, observe } from "./observer.ts";
import { note, reportOnce } from "./record.ts";
import { createRefresh } from "./refresh.ts";
import type { SlotState, Stage } from "./schedule.ts";
import { settings } from "./settings.ts";
import { wait } from "./time.ts";
import type { Entry, ErrorCode, ZoneState } from "./types.ts";
import { isInView } from "./viewability.ts";

/** An ad that stands in a slot. */
export interface Ad {
  /** Whose place on the page is watched. */
  _node: Element;
  _entry: Entry;
  /** Its impression address, until that was fetched. */
  _impression: unknown;
  _viewable: Countdown;
  /** Whether `filled` was dispatched. */
  _isDispatched?: boolean;
}

export interface Slot extends SlotState {
  readonly element: HTMLElement;
  /** Tells slots apart in the notes. */
  readonly key: number;
  /** Its zone's id, as written when the slot was found. */
  readonly id: string;
  /** Its values, as they were last read; the page's where it has none of its own. */
  values: Values;
  stage?: Stage | undefined;
  /** Asks for what is due to be requested. */
  _wake: (mayWait?: boolean) => void;
  _isNear?: boolean | undefined;
  /** Its last request; what comes back for an earlier one changes nothing. */
  _request?: object | undefined;
  _ad?: Ad | undefined;
  /** Children that the publisher wrote, while an ad stands in their place. */
  _fallback?: ChildNode[] | undefined;
  _refresh?: Countdown | undefined;
  _stopObserving?: (() => void) | undefined;
}

let lastKey = 0;

/** A slot for a placeholder, not yet started. `wake` asks for what is due to be requested. */
export const createSlot = (element: HTMLElement, id: string, wake: Slot["_wake"]): Slot => {
  const key = ++lastKey;
  note("found", 0, key);
  return { element, key, id, values: {}, _wake: wake };
};

/** Reads its attributes again. */
const readSlot = (slot: Slot) => {
  slot.values = readAttributes(slot.element.dataset, settings);
  reserve(slot.element, slot.values.size);
};

/** Has it wait for its first request. */
export const startSlot = (slot: Slot): void => {
  // An ad that came back as text, as in a clone, has lost its listeners, and is no fallback content.
  callMethod<NodeListOf<Element>>(slot.element, "querySelectorAll", LINK)?.forEach((copy) => copy.remove());
  delete slot.element.dataset.zoneState;
  readSlot(slot);
  slot.stage = "waiting";
  slot._isNear = slot.values.lazy == null || undefined;
  if (!slot._isNear) observeSlot(slot);
  slot._wake();
};

/** Begins a request, unless the slot has no zone to ask for. */
export const beginRequest = (slot: Slot, request: object): void => {
  stopObserving(slot);
  readSlot(slot);
  slot.stage = "requested";
  slot._request = request;
  if (slot.values["zone-id"]) {
    slot.element.dataset.zoneState = "pending";
    dispatch(slot, "request");
  } else fail(slot, "invalid-zone", "expected a positive integer");
};

/** Ends a request in a state. */
export const settle = (slot: Slot, state: ZoneState, detail?: object): void => {
  const { _ad, _request, values } = slot;
  slot._refresh = createRefresh(slot);
  // A refresh that brings nothing keeps its ad, and the state says what is shown.
  slot.element.dataset.zoneState = _ad ? "filled" : state;
  dispatch(slot, state, detail);
  // A listener may have given it back.
  if (slot._request !== _request) return;
  if (_ad || values.collapse) collapse(slot);
  if (!slot._stopObserving) observeSlot(slot);
};

export const fail = (slot: Slot, code: ErrorCode, message?: string): void => {
  const zone = slot.values["zone-id"];
  // Of a wrong id its attribute was reported.
  if (zone) reportOnce(`zone ${zone}: ${code}: ${message}`);
  settle(slot, "error", { code, message });
};

const stopObserving = (slot: Slot) => {
  slot._stopObserving?.();
  slot._stopObserving = undefined;
  slot._ad?._viewable(false);
  slot._refresh?.(false);
};

/** Observes what is in view of the ad, or of the slot where there is none. */
export const observeSlot = (slot: Slot): void => {
  stopObserving(slot);
  slot._stopObserving = observe(
    slot._ad?._node ?? slot.element,
    slot.element,
    slot._request ? 0 : Number(slot.values.lazy),
    (entry) => onView(slot, entry),
  );
};

/** Has the place of what is observed reported again, as after a change of the page. */
export const reobserve = (slot: Slot): void => {
  if (slot._stopObserving) observeSlot(slot);
};

const onView = (
  slot: Slot,
  {
    boundingClientRect: { width, height, top },
    intersectionRatio,
    isIntersecting,
    rootBounds,
  }: IntersectionObserverEntry,
) => {
  const isVisible = canBeSeen(slot.element);
  const { _ad, _stopObserving } = slot;
  const area = width * height;
  const isEnough = isVisible && isInView(area, intersectionRatio);
  if (!slot._request) {
    slot._isNear ||= isIntersecting;
    // Those at other distances are reported in calls of their own.
    return slot._wake(true);
  }
  // The page's style may give it a box only once it is filled.
  if (_ad && dispatchFilled(slot, _ad) && !area) return reobserve(slot);
  // A listener may have given it back, or taken the ad away.
  if (slot._ad !== _ad || _ad?._node.isConnected === false) return;
  // A box without an area is in view as a whole, https://w3c.github.io/IntersectionObserver/#update-intersection-observations-algo
  _ad?._viewable(area > 0 && isEnough);
  slot._refresh?.(isEnough);
  if (rootBounds && top >= rootBounds.bottom) collapse(slot);
  if (_ad && (area || isIntersecting)) {
    if (area && isVisible) countImpression(slot, _ad);
    // No observer tells when what is see-through is faded in, nor when what is in view without an area gets one.
    else if (_ad._impression)
      wait(1000).then(() => slot._stopObserving === _stopObserving && reobserve(slot));
  }
};

/** Dispatches `filled`, once for each ad. Returns whether it did. */
export const dispatchFilled = (slot: Slot, ad: Ad): boolean => {
  if (ad._isDispatched) return false;
  ad._isDispatched = true;
  settle(slot, "filled", { data: ad._entry });
  return true;
};

/** Gives the placeholder back as the publisher wrote it. */
export const giveBack = (slot: Slot): void => {
  stopObserving(slot);
  slot.stage = undefined;
  slot._request = undefined;
  putBack(slot);
  delete slot.element.dataset.zoneState;
  delete slot.element.dataset.zoneCollapsed;
  // Others may have waited for where it is.
  slot._wake();
};
