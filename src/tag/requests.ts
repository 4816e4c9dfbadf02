/** Requests: when they leave, with which slots, and what comes of them. */
import { type Gdpr, MAX_ZONES } from "../protocol/placement.ts";
import { readConsent } from "./consent.ts";
import { callMethod } from "./dom.ts";
import { matchesMedia } from "./media.ts";
import { note } from "./record.ts";
import { composeRequest } from "./request.ts";
import { readResult } from "./response.ts";
import { computeDue, type Due } from "./schedule.ts";
import { settings } from "./settings.ts";
import { show } from "./show.ts";
import { beginRequest, type Slot } from "./slot.ts";
import { forEachInTasks, wait } from "./time.ts";
import { post } from "./transport.ts";

/** How long an ad may take once its request is answered, milliseconds. */
const AD_TIMEOUT = 10_000;

let hasBegun = false;
let isBusy = false;
/** Over when the service may be asked again. */
let pause: Promise<unknown> | undefined;

/** Whether a request has left. */
export const hasRequested = (): boolean => hasBegun;

/** Whether one of these slots may be requested now, or why not. */
export const explain = (slot: Slot, slots: Slot[]): Due => {
  const { zones = Number.POSITIVE_INFINITY } = settings;
  const { media } = slot.values;
  return computeDue(
    document,
    !hasBegun && slots.length >= +zones,
    slot,
    media == null || matchesMedia(media, slot._wake),
  );
};

/** None while one that may belong to them is unknown. */
const findDue = (slots: Slot[]) => {
  const due = slots.map((slot) => explain(slot, slots));
  return due.includes("unknown") ? [] : slots.filter((_, at) => due[at] === "due");
};

/** Requests what is due. `getSlots` tells which slots there are; the first request leaves at once unless it `mayWait`. */
export const requestDue = async (getSlots: () => Slot[], mayWait?: boolean): Promise<void> => {
  if (isBusy) return;
  isBusy = true;
  // What is found in one task goes together.
  if (hasBegun || mayWait) await wait();
  await pause;
  const gdpr = findDue(getSlots())[0] && (await readConsent(settings));
  isBusy = false;
  const slots = findDue(getSlots()).sort((a, b) =>
    (callMethod<number>(a.element, "compareDocumentPosition", b.element) as number) &
    Node.DOCUMENT_POSITION_PRECEDING
      ? 1
      : -1,
  );
  while (slots[0]) requestSlots(slots.splice(0, MAX_ZONES), gdpr);
};

const requestSlots = (slots: Slot[], gdpr: Gdpr | undefined) => {
  hasBegun = true;
  const request = {};
  for (const slot of slots) beginRequest(slot, request);
  exchange(slots, request, gdpr, true);
};

/** Asks for these slots, and shows what comes back. */
const exchange = async (slots: Slot[], request: object, gdpr: Gdpr | undefined, mayRetry?: boolean) => {
  // Some may have been given back or requested again meanwhile.
  const open = slots.filter(({ _request, values }) => _request === request && values["zone-id"]);
  if (!open[0]) return;
  const reply = await post(settings, () =>
    composeRequest(
      open.map(({ values }) => values),
      settings,
      gdpr,
      location.href,
      document.referrer,
      navigator,
    ),
  );
  const { retryAfterMs } = reply;
  if (mayRetry && retryAfterMs != null) {
    note("retry", retryAfterMs);
    // Later requests wait as well.
    pause = wait(retryAfterMs);
    await pause;
    return exchange(open, request, gdpr);
  }
  const deadline = wait(AD_TIMEOUT);
  forEachInTasks(open, (slot, at) => show(slot, request, readResult(reply, at), deadline));
};
