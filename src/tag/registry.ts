/** Registry of slots: finds placeholders that were added, changed, moved, named or removed. */

import { PLACEHOLDER } from "./content.ts";
import { callMethod, mark, readMark } from "./dom.ts";
import { attempt, page } from "./globals.ts";
import { requestAgain } from "./refresh.ts";
import { requestDue } from "./requests.ts";
import { settings } from "./settings.ts";
import { checkAd, createSlot, giveBack, startSlot } from "./slot.ts";
import type { Slot, Target } from "./types.ts";

let slots: Slot[] = [];

/** Drops slots whose element left the page, and returns the others. */
export const listSlots = (): Slot[] => {
  for (const slot of slots) if (!slot.element.isConnected) drop(slot);
  return slots;
};

/** A placeholder that was destroyed keeps its slot: it stays destroyed when it returns to the page. */
const drop = (slot: Slot): undefined => {
  slots = slots.filter((one) => one !== slot);
  if (slot.stage) mark(slot.element, undefined);
  giveBack(slot);
};

const readId = (element: HTMLElement): string | undefined =>
  callMethod(element, "matches", PLACEHOLDER)
    ? (element.dataset.zoneId ?? element.dataset.zoneid)
    : undefined;

/** Requests all due slots. */
export const wake = (mayWait?: boolean): void => void requestDue(listSlots, mayWait);

/**
 * Takes an element up if it is a placeholder: one that is new or has changed its zone; if named, also one that was given
 * back, or of a page that scans by itself.
 */
const consider = (element: HTMLElement, isNamed?: boolean): void => {
  const zoneId = readId(element);
  let slot = readMark<Slot>(element);
  const isChanged = slot?.stage && slot.id !== zoneId;
  if (isChanged) slot = drop(slot as Slot);
  if (zoneId == null || !settings.endpoint) return;
  if (!isNamed && !isChanged && (slot || settings.manual != null)) return;
  slot ??= createSlot(element, zoneId, wake);
  mark(element, slot);
  if (!slots.includes(slot)) slots.push(slot);
  if (!slot.stage) startSlot(slot);
};

/** Takes up what a node is or contains. */
export const visit = (root: Node, isNamed?: boolean): void => {
  consider(root as HTMLElement, isNamed);
  callMethod<NodeListOf<HTMLElement>>(root, "querySelectorAll", PLACEHOLDER)?.forEach((element) =>
    consider(element, isNamed),
  );
};

let observer: MutationObserver | undefined;

/**
 * Takes up what a node is or holds, also what was given back, and notices from now on what happens in its document or
 * shadow root.
 */
export const scan = (root: Node | null = document): void => {
  if (!root) return;
  attempt(() => {
    observer ??= new page.MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        consider(target as HTMLElement);
        const slot = readMark<Slot>(target);
        if (slot?._ad) checkAd(slot, slot._ad);
        for (const added of addedNodes) visit(added);
      }
      listSlots();
    });
    observer.observe(callMethod<Node>(root, "getRootNode") as Node, {
      childList: true,
      subtree: true,
      attributeFilter: ["data-zone-id", "data-zoneid"],
    });
  });
  visit(root, true);
};

/** The slots that a target names; all without one. */
const findSlots = (target?: Target): Slot[] =>
  listSlots().filter(
    ({ id, element }) =>
      target === undefined || id.trim() === `${target}` || (target as Element)?.contains?.(element),
  );

/** Has targets requested again; where all are meant, lazy ones only once they were near. */
export const refresh = (target?: Target): void => {
  if ((target as Element)?.nodeType) scan(target as Element);
  for (const slot of findSlots(target)) {
    if (!slot.stage) startSlot(slot);
    if (target !== undefined || slot.isNear) requestAgain(slot);
  }
};

/** Gives targets back until they are named again. */
export const destroy = (target?: Target): void => findSlots(target).forEach(giveBack);
