/** The life of one slot: waiting, requested, showing an ad or its fallback content, given back. */
import { readAttributes, type Values } from "./attributes.ts";
import { removeCopy } from "./banner.ts";
import { reserve } from "./box.ts";
import { type Countdown, createCountdown } from "./countdown.ts";
import { observe } from "./observer.ts";
import { note, reportOnce } from "./record.ts";
import { isAddress } from "./response.ts";
import type { SlotState, Stage } from "./schedule.ts";
import { settings } from "./settings.ts";
import { wait } from "./time.ts";
import { sendImpression } from "./transport.ts";
import type { Entry, Failure, ZoneState } from "./types.ts";
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
  _isTold?: boolean;
}

export interface Slot extends SlotState {
  readonly element: HTMLElement;
  /** Tells slots apart in the notes. */
  readonly key: number;
  /** Its own values, as they were last read. */
  own: Values;
  /** The same, with the page's where it has none of its own. */
  _values: Values;
  stage: Stage;
  /** Asks for what is due to be requested. */
  _wake: (mayWait?: boolean) => void;
  _isNear?: boolean | undefined;
  /** Its last request; what comes back for an earlier one changes nothing. */
  _request?: object | undefined;
  _ad?: Ad | undefined;
  /** Children that the publisher wrote, while an ad stands in their place. */
  _fallback?: ChildNode[] | undefined;
  /** Whether it was hidden because it shows nothing. */
  _isCollapsed: boolean;
  _refresh?: Countdown | undefined;
  _stopObserving?: (() => void) | undefined;
}

const STATE = "data-zone-state";

let lastKey = 0;

/** Dispatches `zonetag:<type>` on the placeholder. */
export const dispatch = ({ element, key, own }: Slot, type: string, detail?: object): void => {
  note(type, detail, key);
  element.dispatchEvent(
    new CustomEvent(`zonetag:${type}`, {
      bubbles: true,
      composed: true,
      detail: { zoneId: own["zone-id"] ?? Number.NaN, ...detail },
    }),
  );
};

/** A slot for a placeholder, not yet started. `wake` asks for what is due to be requested. */
export const createSlot = (element: HTMLElement, wake: Slot["_wake"]): Slot => {
  const key = ++lastKey;
  note("found", 0, key);
  return { element, key, own: {}, _values: {}, stage: "given-back", _wake: wake, _isCollapsed: false };
};

/** Reads its attributes anew. */
const readSlot = (slot: Slot) => {
  slot.own = readAttributes(slot.element);
  slot._values = Object.assign(Object.create(null), settings, slot.own);
  reserve(slot.element.getRootNode() as Document, slot.own.size);
};

/** Has it wait for its first request. */
export const startSlot = (slot: Slot): void => {
  const { element } = slot;
  if (element.hasAttribute(STATE)) removeCopy(element);
  element.removeAttribute(STATE);
  readSlot(slot);
  slot._isNear = slot._values.lazy === undefined || undefined;
  if (slot.own["zone-id"]) {
    slot.stage = "waiting";
    if (!slot._isNear) look(slot);
    slot._wake();
  } else {
    slot.stage = "requested";
    fail(slot, { code: "invalid-zone", message: "expected a positive integer" });
  }
};

/** Has it requested again. */
export const requestAgain = (slot: Slot): void => {
  if (!slot.own["zone-id"]) return;
  slot._isNear = true;
  slot.stage = "waiting";
  slot._wake();
};

/** Begins a request. */
export const beginRequest = (slot: Slot, request: object): void => {
  stopObserving(slot);
  readSlot(slot);
  slot.stage = "requested";
  slot._request = request;
  slot.element.setAttribute(STATE, "pending");
  dispatch(slot, "request");
};

/** Ends a request in a state. */
export const settle = (slot: Slot, state: ZoneState, detail?: object): void => {
  const { _ad, _request } = slot;
  const { refresh, collapse: mode } = slot._values;
  slot._refresh = refresh ? createCountdown(refresh * 1000, () => requestAgain(slot)) : undefined;
  // A refresh that brings nothing keeps its ad, and the state says what is shown.
  slot.element.setAttribute(STATE, _ad ? "filled" : state);
  dispatch(slot, state, detail);
  // A listener may have given it back.
  if (slot._request !== _request) return;
  if (_ad || mode) collapse(slot);
  if (!slot._stopObserving) look(slot);
};

export const fail = (slot: Slot, { code, message }: Failure): void => {
  const zone = slot.own["zone-id"];
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

/** Looks where it is, now and from now on: the ad, or the slot where there is none. */
export const look = (slot: Slot): void => {
  const { element, _values, _ad, _isNear } = slot;
  stopObserving(slot);
  slot._stopObserving = _isNear
    ? observe(_ad?._node ?? element, element, 0, (entry, isVisible) => onView(slot, entry, isVisible))
    : observe(element, element, Number(_values.lazy), ({ isIntersecting }) => {
        slot._isNear ||= isIntersecting;
        // Those at other distances are reported in calls of their own.
        slot._wake(true);
      });
};

/** Looks anew at what was requested, as after a change of the page. */
export const lookAgain = (slot: Slot): void => {
  if (slot._request && slot._stopObserving) look(slot);
};

const onView = (
  slot: Slot,
  { boundingClientRect: { width, height, top }, intersectionRatio, rootBounds }: IntersectionObserverEntry,
  isVisible: boolean,
) => {
  const { _ad, _stopObserving } = slot;
  const area = width * height;
  const isEnough = isVisible && isInView(area, intersectionRatio);
  // The page's style may give it a box only once it is filled.
  if (_ad && tellFilled(slot, _ad) && !area) return lookAgain(slot);
  // A listener may have given it back, or taken the ad away.
  if (slot._ad !== _ad || _ad?._node.isConnected === false) return;
  _ad?._viewable(isEnough);
  slot._refresh?.(isEnough);
  if (rootBounds && top >= rootBounds.bottom) collapse(slot);
  if (_ad && area) {
    if (isVisible) countImpression(slot, _ad);
    // What is see-through may be faded in, and no observer tells of that.
    else if (_ad._impression)
      wait(1000).then(() => slot._stopObserving === _stopObserving && lookAgain(slot));
  }
};

/** Dispatches `filled`, once for each ad. Returns whether it did. */
export const tellFilled = (slot: Slot, ad: Ad): boolean => {
  if (ad._isTold) return false;
  ad._isTold = true;
  settle(slot, "filled", { data: ad._entry });
  return true;
};

const countImpression = (slot: Slot, ad: Ad) => {
  const { _impression } = ad;
  if (!isAddress(_impression)) return;
  ad._impression = undefined;
  sendImpression(_impression, settings);
  dispatch(slot, "impression");
};

/** Takes a slot away that shows nothing, where the page asks for it, or shows it again. */
export const collapse = (slot: Slot): void => {
  const { element, _ad } = slot;
  const isEmpty = !_ad && !element.firstElementChild && !element.textContent?.trim();
  if (slot._values.collapse !== undefined) setCollapsed(slot, isEmpty);
};

/** What the page itself hid stays hidden. */
const setCollapsed = (slot: Slot, isCollapsed: boolean) => {
  const { element, _isCollapsed } = slot;
  if (isCollapsed !== _isCollapsed && isCollapsed !== element.hidden)
    slot._isCollapsed = element.hidden = isCollapsed;
};

/** Puts back what the publisher wrote. */
export const putBack = (slot: Slot): void => {
  if (slot._fallback) slot.element.replaceChildren(...slot._fallback);
  slot._fallback = slot._ad = undefined;
};

/** Gives the placeholder back as the publisher wrote it. */
export const giveBack = (slot: Slot): void => {
  stopObserving(slot);
  slot.stage = "given-back";
  slot._request = undefined;
  putBack(slot);
  setCollapsed(slot, false);
  slot.element.removeAttribute(STATE);
  // Others may have waited for where it is.
  slot._wake();
};
