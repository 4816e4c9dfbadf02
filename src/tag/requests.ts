/** Sends requests: decides when and for which slots, and passes on the results. */
import { type Gdpr, MAX_BODY, MAX_ZONES } from "../protocol/placement.ts";
import { endEmptiness } from "./box.ts";
import { readConsent } from "./consent.ts";
import { callMethod, readProperty } from "./dom.ts";
import { attempt, page } from "./globals.ts";
import { matchesMedia } from "./media.ts";
import { note } from "./record.ts";
import { composeRequest, findAddress } from "./request.ts";
import { readResult } from "./response.ts";
import { mayRequest } from "./schedule.ts";
import { settings } from "./settings.ts";
import { show } from "./show.ts";
import { beginRequest, fail } from "./slot.ts";
import { toBytes } from "./text.ts";
import { forEachInTurn, takeTurn, wait, waitForIdle } from "./time.ts";
import { post } from "./transport.ts";
import type { Slot } from "./types.ts";

let hasBegun = false;
let isBusy = false;
/** Resolves when the service may be requested again. */
let pause: Promise<unknown> | undefined;

export const hasRequested = (): boolean => hasBegun;

/** Lists the due slots, or none while the position of any due slot is unknown. */
const findDue = (slots: Slot[]) => {
  const isComplete = !hasBegun && slots.length >= Number(settings.zones);
  if (!mayRequest(document.hidden, readProperty(document, "readyState"), isComplete)) return [];
  const due = slots.filter(
    ({ stage, values: { media }, isNear, _wake }) =>
      stage === "waiting" && (media == null || matchesMedia(media, _wake)) && isNear !== false,
  );
  return due.every(({ isNear }) => isNear) ? due : [];
};

/** Requests all due slots. The first request is sent at once unless it `mayWait`. */
export const requestDue = async (getSlots: () => Slot[], mayWait?: boolean): Promise<void> => {
  if (isBusy) return;
  isBusy = true;
  // Slots found in one task share a request.
  if (hasBegun || mayWait) await wait();
  await pause;
  // Slots that are found, or come near, together are reported over several tasks, so wait for these tasks.
  await takeTurn(0);
  const _gdpr = findDue(getSlots())[0] && (await readConsent(settings));
  await takeTurn(0);
  isBusy = false;
  const slots = findDue(getSlots()).sort((a, b) =>
    callMethod(a.element, "compareDocumentPosition", b.element) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
  );
  // Mark all slots before the first one dispatches events, so that a listener cannot move slots to another request.
  const request = { _gdpr };
  for (const slot of slots) {
    endEmptiness(slot);
    slot.stage = "requested";
    slot._request = request;
  }
  hasBegun ||= !!slots[0];
  const begun: Slot[] = [];
  forEachInTurn(slots, (slot) => isOpen(slot, request) && beginRequest(slot) && begun.push(slot));
  await takeTurn(0);
  while (begun[0]) exchange(begun.splice(0, MAX_ZONES), request, true);
};

/** Whether a slot still waits for this request: a listener may have destroyed, removed or refreshed it. */
const isOpen = (slot: Slot, request: object): boolean =>
  slot._request === request && slot.element.isConnected;

/** Sends the request for these slots, and shows its results. */
const exchange = async (
  slots: Slot[],
  request: { _gdpr: Gdpr | undefined },
  mayRetry?: boolean,
): Promise<void> => {
  const open = slots.filter((slot) => isOpen(slot, request));
  const body = attempt(
    () => open[0] && composeRequest(open, settings, request._gdpr, findAddress(), page.navigator),
  );
  // The body is too large, or missing because of its keywords, or because the page has broken JSON.
  if (!body || attempt(() => toBytes(body)[MAX_BODY])) {
    if (!open[1]) return open.forEach((slot) => fail(slot, "config"));
    exchange(open.splice(0, open.length / 2), request, mayRetry);
    return exchange(open, request, mayRetry);
  }
  const reply = await post(settings, body);
  const { _retryAfterMs } = reply;
  if (mayRetry && _retryAfterMs != null) {
    note("retry", _retryAfterMs);
    // Requests of other slots wait as well.
    pause = wait(_retryAfterMs);
    await pause;
    return exchange(open, request);
  }
  const idle = waitForIdle();
  forEachInTurn(open, (slot, at) => show(slot, request, readResult(reply, at), idle));
};
