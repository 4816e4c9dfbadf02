/** Explains the box of a zone: its sizes, elements that cover it, and layout shifts when it was filled. */
import type { Shift } from "./evidence.ts";
import { type Finding, toFindings } from "./explain.ts";
import { formatTag } from "./formatTag.ts";
import type { Timeline } from "./history.ts";
import { type Entry, NAME, type Slot } from "./slots.ts";
import type { Words } from "./texts.ts";
import * as texts from "./texts.ts";

/**
 * Maximum milliseconds between a layout shift and `filled`, which the tag dispatches after the browser has rendered.
 */
const FRAME = 250;

type Size = Pick<DOMRect, "width" | "height">;

const formatSize = ({ width, height }: Size) => `${Math.round(width)}×${Math.round(height)}`;

/** Finds the tag's banner in a filled zone. */
const findBanner = ({ el, state }: Slot) =>
  state === "filled" ? el.querySelector<HTMLImageElement>("a>img") : null;

/** Measures the rendered banner, or the placeholder when there is none. */
export const measureShown = (slot: Slot): string =>
  formatSize((findBanner(slot) ?? slot.el).getBoundingClientRect());

/** Explains the box. `shifts`: layout shifts that the zone caused. */
export function explainBox(slot: Slot, timeline: Timeline, shifts: Shift[]): Finding[] {
  const { el, state } = slot;
  const box = el.getBoundingClientRect();
  if (state !== "filled") return [];
  if (isTakenOut(el, timeline)) return toFindings("wrong", texts.boxes.removed());
  if (isHidden(el, box)) return toFindings("wrong", explainHidden(el, box));
  return [
    ...toFindings("wrong", explainFlat(el) ?? explainCover(el, box)),
    ...toFindings("hint", explainSize(slot, box), shifts[0] && texts.boxes.moved(formatShift(shifts))),
  ];
}

/** Whether the page removed the banner. A custom renderer may have drawn any visible content. */
const isTakenOut = (el: Element, { moments }: Timeline): boolean => {
  const filled = moments.findLast(({ type }) => type === "filled");
  const isBanner = (filled?.detail as { data: Entry } | undefined)?.data.type === "banner";
  return isBanner && !el.shadowRoot && !el.querySelector("img,svg,canvas,video,iframe");
};

/** Lists the element and its ancestors, up to the document or the shadow root. */
const listAround = (el: Element | null): Element[] => (el ? [el, ...listAround(el.parentElement)] : []);

/** Names that content blockers' general lists hide: `ad`, `ad-box`, `banner_ads`. */
const BLOCKED = /^(.+[-_])?(ads?|advert\w*|adsense|adbox|adsbox|sponsored)([-_].+)?$/i;

function explainHidden(el: Element, box: Size): Words {
  const around = listAround(el);
  const transparent = around.find((one) => getComputedStyle(one).opacity === "0");
  if (transparent) return texts.boxes.transparent(formatTag(transparent));
  const undisplayed = around.findLast((one) => getComputedStyle(one).display === "none");
  const name = [undisplayed?.id, ...(undisplayed?.classList ?? [])].find((one) => BLOCKED.test(one ?? ""));
  return name ? texts.boxes.blocked(name) : texts.boxes.unseen(formatSize(box));
}

/** Explains an ancestor of height 0 that cuts off its content. */
function explainFlat(el: Element): Words | undefined {
  const flat = listAround(el.parentElement).find(
    (one) => one.getBoundingClientRect().height === 0 && getComputedStyle(one).overflowY !== "visible",
  );
  return flat && texts.boxes.flat(formatTag(flat));
}

/** Whether an element is invisible at every scroll position. */
const isHidden = (el: Element, { width, height }: Size): boolean =>
  !(width && height) || el.checkVisibility?.({ checkOpacity: true, checkVisibilityCSS: true }) === false;

/**
 * Explains a banner that is displayed smaller than its own pixels or than the size in the response, or that leaves more
 * than half of its reserved box empty.
 */
function explainSize(slot: Slot, box: Size): Words | undefined {
  const image = findBanner(slot);
  if (!image) return undefined;
  const shown = image.getBoundingClientRect();
  const width = Number(image.getAttribute("width")) || image.naturalWidth;
  const height = Number(image.getAttribute("height")) || image.naturalHeight;
  const banner = formatSize({ width, height });
  if (width > shown.width + 1 || height > shown.height + 1)
    return texts.boxes.larger(banner, formatSize(shown));
  const isSmall = slot.own.size && width * height * 2 < box.width * box.height;
  return isSmall ? texts.boxes.smaller(banner, formatSize(box)) : undefined;
}

/** Finds an element that covers the middle of the visible part. A part that an ancestor cuts off is not covered. */
function explainCover(el: Element, { left, right, top, bottom }: DOMRect): Words | undefined {
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
  const layers = document.elementsFromPoint(x, y).filter(({ localName }) => localName !== NAME);
  const cover = layers.findIndex((layer) => el.contains(layer)) > 0 && layers[0];
  return cover ? texts.boxes.covered(formatTag(cover)) : undefined;
}

/**
 * Finds layout shifts at the moment a zone was filled, of elements that follow or contain it. Only for zones without a
 * reserved box: a reserved one cannot grow, so those shifts have another cause.
 */
export function findShifts({ el, own }: Slot, { moments }: Timeline, shifts: readonly Shift[]): Shift[] {
  const filled = moments.find(({ type }) => type === "filled");
  if (!filled || own.size) return [];
  const canMove = ({ node }: Shift["sources"][0]) => !node || (el.compareDocumentPosition(node) & 12) !== 0;
  return shifts.filter(
    ({ startTime, sources }) => Math.abs(startTime - filled.at) < FRAME && sources.some(canMove),
  );
}

/** Formats the sum of the shifts to three decimals, as other tools do. */
export const formatShift = (shifts: readonly Shift[]): string =>
  shifts.reduce((total, { value }) => total + value, 0).toFixed(3);
