/** How a zone stands on the page: sizes, what lies over it, what it moved. */
import { at, type Finding } from "./causes.ts";
import { NAME, type Slot } from "./inside.ts";
import type { Turn } from "./story.ts";
import type { Words } from "./texts.ts";
import * as texts from "./texts.ts";
import type { Shift } from "./world.ts";

/** Milliseconds between a change and the frame that the browser measures it in. */
const FRAME = 250;

type Size = Pick<DOMRect, "width" | "height">;

const told = ({ width, height }: Size) => `${Math.round(width)}×${Math.round(height)}`;

/** The banner, where the tag drew one. */
const bannerOf = ({ el, state }: Slot) =>
  state === "filled" ? el.querySelector<HTMLImageElement>("a>img") : null;

/** The size of what is shown: the banner as it is drawn, else the placeholder. */
export const shownSize = (slot: Slot): string => told((bannerOf(slot) ?? slot.el).getBoundingClientRect());

/** `shifts`: those that it caused. */
export function findingsOfBox(slot: Slot, shifts: Shift[]): Finding[] {
  const { el, state } = slot;
  const box = el.getBoundingClientRect();
  const filled = state === "filled";
  const hidden = filled && !(box.width && box.height);
  return [
    ...at("wrong", hidden ? texts.noBox(told(box)) : filled && covered(el, box)),
    ...at("hint", !hidden && larger(bannerOf(slot)), shifts[0] && texts.moved(sumOf(shifts))),
  ];
}

/** Drawn smaller than its own pixels, or than the size that the answer gave it. */
function larger(image: HTMLImageElement | null): Words | undefined {
  if (!image) return undefined;
  const place = image.getBoundingClientRect();
  const width = Number(image.getAttribute("width")) || image.naturalWidth;
  const height = Number(image.getAttribute("height")) || image.naturalHeight;
  const fits = width <= place.width + 1 && height <= place.height + 1;
  return fits ? undefined : texts.larger(told({ width, height }), told(place));
}

/** Looks at the middle of the part in view; what the placeholder holds or lies in does not cover it, nor does the console. */
function covered(el: Element, { left, right, top, bottom }: DOMRect): Words | undefined {
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
  if (x < left || x > right || y < top || y > bottom) return undefined;
  const over = document.elementsFromPoint(x, y).find(({ localName }) => localName !== NAME);
  const own = !over || el.contains(over) || over.contains(el) || el.getRootNode() !== document;
  return own ? undefined : texts.covered(nameOf(over));
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
  const after = ({ node }: Shift["sources"][0]) => !node || (el.compareDocumentPosition(node) & 12) !== 0;
  return shifts.filter(
    ({ startTime, sources }) =>
      startTime >= filled.at - 1 && startTime < filled.at + FRAME && sources.some(after),
  );
}

/** To three places, as the measure is usually told. */
export const sumOf = (shifts: readonly Shift[]): string =>
  shifts.reduce((total, { value }) => total + value, 0).toFixed(3);
