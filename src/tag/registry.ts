/** Which slots there are: placeholders that were added, changed, moved, named, or have left. */
import { requestDue } from "./requests.ts";
import { settings } from "./settings.ts";
import { createSlot, giveBack, requestAgain, type Slot, startSlot } from "./slot.ts";

/** An element, or the id of a zone; all without one. */
export type Target = Element | number | null | undefined;

export const slots = new Map<HTMLElement, Slot>();

/** Lets go of what has left the page; lists what is there. */
export const listSlots = (): Slot[] => {
  for (const [element, slot] of slots) if (!element.isConnected) drop(slot);
  return [...slots.values()];
};

const drop = (slot: Slot) => {
  slots.delete(slot.element);
  giveBack(slot);
};

/** Has requested what is due. */
export const wake = (mayWait?: boolean): void => void requestDue(listSlots, mayWait);

/** Takes an element up if it is a placeholder; one that was given back, or of a page that scans by itself, if named. */
const consider = (element: HTMLElement, isNamed?: boolean): void => {
  // Not by what it matches: a form may have a field of that name.
  const { zoneId, zoneid } = element.dataset ?? {};
  const isKnown = slots.has(element);
  if ((zoneId ?? zoneid) === undefined || !settings.endpoint || !element.isConnected) return;
  if (!isNamed && (isKnown || settings.manual !== undefined)) return;
  const slot = slots.get(element) ?? createSlot(element, wake);
  slots.set(element, slot);
  if (slot.stage === "given-back") startSlot(slot);
};

const visit = (root: Node, isNamed?: boolean): void => {
  consider(root as HTMLElement, isNamed);
  const found = (root as ParentNode).querySelectorAll?.<HTMLElement>("[data-zone-id],[data-zoneid]") ?? [];
  for (const element of found) consider(element, isNamed);
};

let observer: MutationObserver | undefined;

const hear = (records: MutationRecord[]): void => {
  if (records.some(({ removedNodes }) => removedNodes[0])) listSlots();
  for (const { target, attributeName, oldValue, addedNodes } of records) {
    const element = target as HTMLElement;
    // Another zone, or none any more.
    if (attributeName && oldValue !== element.getAttribute(attributeName)) {
      const slot = slots.get(element);
      const isTaken = slot && slot.stage !== "given-back";
      if (isTaken) drop(slot);
      consider(element, isTaken);
    }
    for (const node of addedNodes) visit(node);
  }
};

/** Notices from now on what happens in the document or shadow root of a node. */
export const watch = (node: Node): void => {
  observer ??= new MutationObserver(hear);
  observer.observe(node.getRootNode(), {
    childList: true,
    subtree: true,
    attributeOldValue: true,
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
    ({ element, own }) =>
      target === undefined || own["zone-id"] === Number(target) || (target as Element)?.contains?.(element),
  );

/** Has targets requested again; where all are meant, lazy ones only once they were near. */
export const refresh = (target?: Target): void => {
  if ((target as Element)?.nodeType) scan(target as Element);
  for (const slot of findSlots(target))
    if (slot.stage === "given-back") startSlot(slot);
    else if (target !== undefined || slot._isNear) requestAgain(slot);
};

/** Gives targets back until they are named again. */
export const destroy = (target?: Target): void => findSlots(target).forEach(giveBack);
