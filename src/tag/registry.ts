/** Which slots there are: placeholders that were added, changed, moved, named, or have left. */

import { callMethod } from "./dom.ts";
import { requestAgain } from "./refresh.ts";
import { requestDue } from "./requests.ts";
import { settings } from "./settings.ts";
import { createSlot, giveBack, type Slot, startSlot } from "./slot.ts";
import type { Target } from "./types.ts";

export const slots = new Map<HTMLElement, Slot>();

/** Lets go of what has left the page; lists what is there. */
export const listSlots = (): Slot[] => {
  for (const [element, slot] of slots) if (!element.isConnected) drop(slot);
  return [...slots.values()];
};

const drop = (slot: Slot): undefined => {
  slots.delete(slot.element);
  giveBack(slot);
};

/** Has requested what is due. */
export const wake = (mayWait?: boolean): void => void requestDue(listSlots, mayWait);

/**
 * Takes an element up if it is a placeholder: one that is new or has changed its zone; if named, also one that was given
 * back, or of a page that scans by itself.
 */
const consider = (element: HTMLElement, isNamed?: boolean): void => {
  // Not by what it matches: a form may have a field of that name.
  const { zoneid, zoneId = zoneid } = element.dataset ?? {};
  let slot = slots.get(element);
  const isChanged = slot?.stage && slot.id !== zoneId;
  if (slot && isChanged) slot = drop(slot);
  if (zoneId == null || !settings.endpoint || !element.isConnected) return;
  if (!isNamed && !isChanged && (slot || settings.manual != null)) return;
  slot ??= createSlot(element, zoneId, wake);
  slots.set(element, slot);
  if (!slot.stage) startSlot(slot);
};

const visit = (root: Node, isNamed?: boolean): void => {
  consider(root as HTMLElement, isNamed);
  callMethod<NodeListOf<HTMLElement>>(root, "querySelectorAll", "[data-zone-id],[data-zoneid]")?.forEach(
    (element) => consider(element, isNamed),
  );
};

let observer: MutationObserver | undefined;

/** Notices from now on what happens in the document or shadow root of a node. */
export const watch = (node: Node): void => {
  observer ??= new MutationObserver((records) => {
    listSlots();
    for (const { target, addedNodes } of records) {
      consider(target as HTMLElement);
      for (const added of addedNodes) visit(added);
    }
  });
  observer.observe(callMethod<Node>(node, "getRootNode") as Node, {
    childList: true,
    subtree: true,
    attributeFilter: ["data-zone-id", "data-zoneid"],
  });
};

/** Takes up what a node is or holds, also what was given back. */
export const scan = (root: Node = document): void => {
  watch(root);
  visit(root, true);
};

/** The slots that a target names; all without one. */
const findSlots = (target?: Target): Slot[] =>
  listSlots().filter(
    ({ element, id }) =>
      target === undefined || +id === Number(target) || (target as Element)?.contains?.(element),
  );

/** Has targets requested again; where all are meant, lazy ones only once they were near. */
export const refresh = (target?: Target): void => {
  if ((target as Element)?.nodeType) scan(target as Element);
  for (const slot of findSlots(target))
    if (!slot.stage) startSlot(slot);
    else if (target !== undefined || slot._isNear) requestAgain(slot);
};

/** Gives targets back until they are named again. */
export const destroy = (target?: Target): void => findSlots(target).forEach(giveBack);
