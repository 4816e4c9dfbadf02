/** Registry of slots: finds placeholders that were added, changed, moved or removed. */

import { PLACEHOLDER } from "./content.ts";
import { callMethod, getMark, mark } from "./dom.ts";
import { attempt, page } from "./globals.ts";
import { requestAgain } from "./refresh.ts";
import { requestDue } from "./requests.ts";
import { settings } from "./settings.ts";
import { checkAd, createSlot, giveBack, reobserve, slots, startSlot } from "./slot.ts";
import type { Slot, Target } from "./types.ts";

/** Drops slots whose element left the page, looks for ads that the page has replaced, and returns the other slots. */
export const listSlots = (): Slot[] => {
  for (const slot of [...slots])
    if (!slot.element.isConnected) drop(slot);
    else if (slot._ad?._node.isConnected === false) attempt(() => reobserve(slot));
  return slots;
};

/**
 * Removes a slot. Keeps the mark on a destroyed placeholder, so that it stays destroyed when it returns to the page.
 */
const drop = (slot: Slot): undefined => {
  slots.splice(slots.indexOf(slot), 1);
  if (slot.stage) mark(slot.element, undefined);
  attempt(() => giveBack(slot));
  // Due slots may have waited for the position of this one.
  wake();
};

const findZoneId = (node: Node & Partial<Pick<HTMLElement, "matches" | "dataset">>): string | undefined =>
  callMethod(node, "matches", PLACEHOLDER) ? (node.dataset?.zoneId ?? node.dataset?.zoneid) : undefined;

/** Requests all due slots. */
export const wake = requestDue;

/**
 * Creates or updates the slot of an element, if it is a placeholder that is new or has another zone id. `isNamed`:
 * whether the page's code names the element, which also starts destroyed placeholders and those of a page with
 * `data-manual`.
 */
const consider = (node: Node, isNamed?: boolean): void => {
  const zoneId = findZoneId(node);
  let slot = getMark<Slot>(node);
  if (slot?.stage && slot.id !== zoneId) {
    slot = drop(slot);
    // With `data-manual`, the page's code has named the placeholder before; it need not do so again.
    isNamed = true;
  }
  if (zoneId == null || !settings.endpoint) return;
  if (!isNamed && (slot || settings.manual != null)) return;
  slot ??= createSlot(node as HTMLElement, zoneId, wake);
  mark(node, slot);
  if (!slots.includes(slot)) slots.push(slot);
  if (!slot.stage) startSlot(slot);
};

/** Considers a node and its descendants. */
export const visit = (root: Node & Partial<ParentNode>, isNamed?: boolean): void => {
  consider(root, isNamed);
  callMethod(root, "querySelectorAll", PLACEHOLDER)?.forEach((element) => consider(element, isNamed));
};

let observer: MutationObserver | undefined;

/**
 * Considers a node and its descendants, including destroyed placeholders, and observes changes of its document or
 * shadow root from now on.
 */
export const scan = (root: Node | null = document): void => {
  if (!root) return;
  attempt(() => {
    observer ??= new page.MutationObserver((records) => {
      // What the page has broken for one slot stops no other slot.
      for (const { target, addedNodes } of records)
        attempt(() => {
          consider(target);
          const slot = getMark<Slot>(target);
          if (slot?._ad) checkAd(slot, slot._ad);
          for (const added of addedNodes) visit(added);
        });
      listSlots();
    });
    observer.observe(callMethod(root, "getRootNode"), {
      childList: true,
      subtree: true,
      attributeFilter: ["data-zone-id", "data-zoneid"],
    });
  });
  visit(root, true);
};

/** Returns the slots that the target names, or all without a target. */
const findSlots = (target?: Target): Slot[] =>
  listSlots().filter(
    ({ id, element }) =>
      target === undefined || id.trim() === `${target}` || (target as Element)?.contains?.(element),
  );

/** Requests the target's slots again. Without a target, skips lazy slots that have not come near the viewport yet. */
export const refresh = (target?: Target): void => {
  if ((target as Element)?.nodeType) scan(target as Element);
  for (const slot of findSlots(target)) {
    if (!slot.stage) startSlot(slot);
    if (target !== undefined || slot.stage === "due" || slot.stage === "requested") requestAgain(slot);
  }
};

/** Restores the target's placeholders until `scan` or `refresh` names them again. */
export const destroy = (target?: Target): void => {
  findSlots(target).forEach(giveBack);
  wake();
};
