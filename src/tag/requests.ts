/** Sends requests: decides when and for which slots, and passes on the results. */
import { type Gdpr, MAX_BODY, MAX_ZONES } from "../protocol/placement.ts";
import { findConsent } from "./consent.ts";
import { callMethod, getProperty } from "./dom.ts";
import { attempt, page } from "./globals.ts";
import { matchesMedia } from "./mediaQueries.ts";
import { note } from "./record.ts";
import { composeRequest, findAddress } from "./request.ts";
import { parseResult } from "./response.ts";
import { mayRequest } from "./schedule.ts";
import { settings } from "./settings.ts";
import { noteArrival, show } from "./show.ts";
import { beginRequest, fail, openRequest, slots } from "./slot.ts";
import { toBytes } from "./text.ts";
import { forEachInChunks, wait, waitForChunk } from "./time.ts";
import { post } from "./transport.ts";
import type { SlotRequest } from "./types.ts";

let hasBegun = false;
let isBusy = false;
/** Resolves when the service may be requested again. */
let pause: Promise<unknown> | undefined;

export const hasRequested = (): boolean => hasBegun;

/** Lists the due slots, or none while the position of any due slot is unknown. */
const findDue = () => {
  const isComplete = !hasBegun && slots.length >= Number(settings.zones);
  if (!mayRequest(document.hidden, getProperty(document, "readyState"), isComplete)) return [];
  const due = slots.filter(
    ({ stage, values: { media }, _wake }) =>
      (stage === "found" || stage === "due") && (media == null || matchesMedia(media, _wake)),
  );
  return due.every(({ stage }) => stage === "due") ? due : [];
};

/** Requests all due slots. The first request is sent at once unless it `mayWait`. */
export const requestDue = async (mayWait?: boolean): Promise<void> => {
  if (isBusy) return;
  isBusy = true;
  // Slots found in one task share a request.
  if (hasBegun || mayWait) await wait();
  await pause;
  // Slots that are found, or come near, together are reported over several tasks, so wait for these tasks.
  await waitForChunk();
  const _gdpr = findDue()[0] && (await findConsent(settings));
  await waitForChunk();
  isBusy = false;
  const due = findDue().sort((a, b) =>
    callMethod(a.element, "compareDocumentPosition", b.element) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
  );
  hasBegun ||= !!due[0];
  const begun: SlotRequest[] = [];
  // Open all requests before the first one dispatches events, so that a listener cannot move slots to another batch.
  forEachInChunks(due.map(openRequest), (request) => {
    if (isOpen(request) && beginRequest(request._slot!)) begun.push(request);
  });
  await waitForChunk();
  while (begun[0]) exchange(begun.splice(0, MAX_ZONES), _gdpr, true);
};

/** Whether a slot still waits for its request: a listener may have destroyed, removed or refreshed it. */
const isOpen = ({ _slot }: SlotRequest): boolean | undefined => _slot?.element.isConnected;

/** Sends a batch of requests, and shows its results. */
const exchange = async (
  requests: SlotRequest[],
  gdpr: Gdpr | undefined,
  mayRetry?: boolean,
): Promise<void> => {
  const open = requests.filter(isOpen);
  // A function, because a local variable of this one would keep removed slots in memory.
  const body = attempt(
    () =>
      open[0] &&
      composeRequest(
        open.map(({ _slot }) => _slot!),
        settings,
        gdpr,
        findAddress(),
        page.navigator,
      ),
  );
  // The body is too large, or missing because of its keywords, or because the page has broken JSON.
  if (!body || attempt(() => toBytes(body)[MAX_BODY])) {
    if (!open[1]) return open.forEach(({ _slot }) => _slot && fail(_slot, "config"));
    exchange(open.splice(0, open.length / 2), gdpr, mayRetry);
    return exchange(open, gdpr, mayRetry);
  }
  const reply = await post(settings, body);
  const { _retryAfterMs } = reply;
  if (mayRetry && _retryAfterMs != null) {
    note("retry", _retryAfterMs);
    // Requests of other slots wait as well.
    pause = wait(_retryAfterMs);
    await pause;
    return exchange(open, gdpr);
  }
  noteArrival();
  forEachInChunks(open, (request, position) => show(request, parseResult(reply, position)));
};
