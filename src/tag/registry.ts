/** Which slots there are: placeholders that were added, changed, moved, named, or have left. */

import { PLACEHOLDER } from "./content.ts";
import { callMethod } from "./dom.ts";
import { requestAgain } from "./refresh.ts";
import { requestDue } from "./requests.ts";
import { settings } from "./settings.ts";
import { checkContent, createSlot, giveBack, startSlot } from "./slot.ts";
import type { Slot, Target } from "./types.ts";

export const slots = new Map<HTMLElement, Slot>();

/** Whether a placeholder that left the page was destroyed: it stays so when it returns. */
const destroyed = new WeakMap<Element, boolean>();

/** Drops slots whose element left the page, and returns the others. */
export const listSlots = (): Slot[] => {
  for (const [element, slot] of slots) if (!element.isConnected) drop(slot);
  return [...slots.values()];
};

const drop = (slot: Slot): undefined => {
  slots.delete(slot.element);
  destroyed.set(slot.element, !slot.stage);
  giveBack(slot);
};

const readAttribute = (node: Node, name: string) => callMethod<string | null>(node, "getAttribute", name);

/** The older spelling is other elements' own. The tag's script is no placeholder. */
const readId = (element: HTMLElement) =>
  element.localName === "script"
    ? null
    : (readAttribute(element, "data-zone-id") ??
      (element.localName === "ins" ? readAttribute(element, "data-zoneid") : null));

/** Requests all due slots. */
export const wake = (mayWait?: boolean): void => void requestDue(listSlots, mayWait);

/**
 * Takes an element up if it is a placeholder: one that is new or has changed its zone; if named, also one that was given
 * back, or of a page that scans by itself.
 */
const consider = (element: HTMLElement, isNamed?: boolean): void => {
  const zoneId = readId(element);
  let slot = slots.get(element);
  const isChanged = slot?.stage && slot.id !== zoneId;
  if (slot && isChanged) slot = drop(slot);
  if (zoneId == null || !settings.endpoint) return;
  if (!isNamed && !isChanged && (slot || destroyed.get(element) || settings.manual != null)) return;
  slot ??= createSlot(element, zoneId, wake);
  slots.set(element, slot);
  if (!slot.stage) startSlot(slot);
};

const visit = (root: Node, isNamed?: boolean): void => {
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
  observer ??= new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      consider(target as HTMLElement);
      checkContent(slots.get(target as HTMLElement));
      for (const added of addedNodes) visit(added);
    }
    listSlots();
  });
  observer.observe(callMethod<Node>(root, "getRootNode") as Node, {
    childList: true,
    subtree: true,
    attributeFilter: ["data-zone-id", "data-zoneid"],
  });
  visit(root, true);
};

/** The slots that a target names; all without one. */
const findSlots = (target?: Target): Slot[] =>
  listSlots().filter(
    ({ element, id }) =>
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
