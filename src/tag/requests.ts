/** Requests: when they leave, with which slots, and what comes of them. */
import { type Gdpr, MAX_ZONES } from "../protocol/placement.ts";
import { readConsent } from "./consent.ts";
import { matchesMedia } from "./media.ts";
import { note } from "./record.ts";
import { composeRequest } from "./request.ts";
import { readResult } from "./response.ts";
import { computeDue, type Due } from "./schedule.ts";
import { settings } from "./settings.ts";
import { show } from "./show.ts";
import { beginRequest, type Slot } from "./slot.ts";
import { describe } from "./text.ts";
import { wait } from "./time.ts";
import { post } from "./transport.ts";
import type { Answer, Outcome } from "./types.ts";

/** So many slots are filled in one task, so that the page can answer its reader in between. */
const IN_A_TASK = 20;
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
  const isComplete = !hasBegun && slots.length >= (settings.zones ?? Number.POSITIVE_INFINITY);
  const { media } = slot.own;
  return computeDue(document, isComplete, slot, media === undefined || matchesMedia(media, slot._wake));
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
    a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
  );
  for (let at = 0; at < slots.length; at += MAX_ZONES) requestSlots(slots.slice(at, at + MAX_ZONES), gdpr);
};

const requestSlots = async (slots: Slot[], gdpr: Gdpr | undefined) => {
  hasBegun = true;
  const request = {};
  for (const slot of slots) beginRequest(slot, request);
  const isOpen = (slot: Slot) => slot._request === request;
  // A listener may have given one back, and a page's code changed an id a moment ago.
  let open = slots.filter((slot) => isOpen(slot) && slot.own["zone-id"]);
  let [answer, failure] = await exchange(open, gdpr);
  const delay = failure?.retryAfterMs ?? Number.POSITIVE_INFINITY;
  if (delay < Number.POSITIVE_INFINITY) {
    note("retry", delay);
    // Later requests wait as well.
    pause = wait(delay);
    await pause;
    open = open.filter(isOpen);
    [answer, failure] = await exchange(open, gdpr);
  }
  let deadline = wait(AD_TIMEOUT);
  for (const [at, slot] of open.entries()) {
    if (at && at % IN_A_TASK === 0) {
      await wait();
      deadline = wait(AD_TIMEOUT);
    }
    show(slot, request, answer ? readResult(answer, at) : [null, failure], deadline);
  }
};

/** Asks once for these slots. */
const exchange = async (slots: Slot[], gdpr: Gdpr | undefined): Promise<Outcome<Answer>> => {
  if (!slots[0]) return [{}];
  try {
    const own = slots.map((slot) => slot.own);
    return await post(
      settings,
      composeRequest(own, settings, gdpr, location.href, document.referrer, navigator),
    );
  } catch (error) {
    return [null, { code: "config", message: describe(error) }];
  }
};
