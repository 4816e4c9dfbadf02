/** How a zone stands on the page: sizes, what lies over it, what it moved. */
import { at, type Finding } from "./causes.ts";
import type { Slot } from "./inside.ts";
import type { Turn } from "./story.ts";
import { texts, type Words } from "./texts.ts";
import type { Shift } from "./world.ts";

/** Milliseconds between a change and the frame that the browser measures it in. */
const FRAME = 250;

const sizeOf = (width: number, height: number) => `${Math.round(width)}×${Math.round(height)}`;

/** The size of what is shown: the image as it is drawn, else the placeholder. */
export function shownSize({ el, state }: Slot): string {
  const image = state === "filled" ? el.querySelector("a>img") : null;
  const { width, height } = (image ?? el).getBoundingClientRect();
  return sizeOf(width, height);
}

/** `shifts`: those that it caused. `host`: the console's own element, which covers nothing that it speaks of. */
export function findingsOfBox(slot: Slot, shifts: Shift[], host: Element): Finding[] {
  const { el, state } = slot;
  const box = el.getBoundingClientRect();
  const moved = shifts.length ? [texts.moved(sumOf(shifts))] : [];
  if (state !== "filled") return at("hint", moved);
  if (!box.width || !box.height) return at("wrong", [texts.noBox(sizeOf(box.width, box.height))]);
  return [...at("wrong", covered(slot, box, host)), ...at("hint", [...larger(slot), ...moved])];
}

/** Drawn smaller than its own pixels, or than the size that the answer gave it. */
function larger({ el }: Slot): Words[] {
  const image = el.querySelector<HTMLImageElement>("a>img");
  if (!image) return [];
  const place = image.getBoundingClientRect();
  const width = Number(image.getAttribute("width")) || image.naturalWidth;
  const height = Number(image.getAttribute("height")) || image.naturalHeight;
  if (width <= place.width + 1 && height <= place.height + 1) return [];
  return [texts.larger(sizeOf(width, height), sizeOf(place.width, place.height))];
}

/** Looks at the middle of the part in view; what the placeholder holds or lies in does not cover it. */
function covered({ el }: Slot, box: DOMRect, host: Element): Words[] {
  const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2;
  const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
  if (x < box.left || x > box.right || y < box.top || y > box.bottom) return [];
  const top = document.elementsFromPoint(x, y).find((found) => found !== host);
  const own = !top || el.contains(top) || top.contains(el) || el.getRootNode() !== document;
  return own ? [] : [texts.covered(nameOf(top))];
}

/** Its opening tag, without what it holds. */
const nameOf = (el: Element) => (el.cloneNode() as Element).outerHTML.replace(/>.*/, ">");

/**
 * The shifts in the moment in which a zone without a reserved box was filled, of what comes after it or holds it. A
 * reserved box cannot grow, so what moves then is not its doing.
 */
export function shiftsOf({ el, own }: Slot, { moments }: Turn, shifts: readonly Shift[]): Shift[] {
  const filled = moments.find(({ type }) => type === "filled");
  if (!filled || own.size) return [];
  const after = (node: Node | null) => !node || (el.compareDocumentPosition(node) & 12) !== 0;
  return shifts.filter(({ at, moved }) => at >= filled.at - 1 && at < filled.at + FRAME && moved.some(after));
}

/** To three places, as the measure is usually told. */
export const sumOf = (shifts: Iterable<Shift>): string =>
  [...shifts].reduce((total, { value }) => total + value, 0).toFixed(3);
