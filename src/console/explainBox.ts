/** Explains the box of a zone: its sizes, elements that cover it, and layout shifts when it was filled. */
import type { Shift } from "./evidence.ts";
import { type Finding, toFindings } from "./explain.ts";
import { formatTag } from "./formatTag.ts";
import type { Timeline } from "./history.ts";
import { NAME, type Slot } from "./slots.ts";
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
  state === "filled" ? el.querySelector<HTMLImageElement>("a img") : null;

/** Measures the rendered banner, or the placeholder when there is none. */
export const measureShown = (slot: Slot): string =>
  formatSize((findBanner(slot) ?? slot.el).getBoundingClientRect());

/** What readers can do with a filled ad, and why not. `shifts`: layout shifts that the zone caused. */
export function explainBox(
  slot: Slot,
  timeline: Timeline,
  shifts: Shift[],
  sandbox?: string | undefined,
): { findings: Finding[]; outcomes: string[] } {
  if (slot.state !== "filled") return { findings: [], outcomes: [] };
  const { el, own } = slot;
  const box = el.getBoundingClientRect();
  const shown = findBanner(slot) ?? el;
  const around = listAround(shown);
  const unseen = isTakenOut(el, timeline)
    ? texts.boxes.removed()
    : (explainHidden(shown, around, own) ?? explainCover(el, box));
  const unopened = unseen ? undefined : explainClick(shown, around, sandbox);
  return {
    findings: [
      ...toFindings("wrong", unseen, unopened),
      ...toFindings(
        "hint",
        unseen ? undefined : explainSize(slot),
        shifts[0] && texts.boxes.moved(formatShift(shifts), own.size ?? ""),
      ),
    ],
    outcomes: [...(unseen ? ["unseen"] : []), ...(unopened ? ["unopened"] : [])],
  };
}

/** Whether the page removed the banner or its link. A custom renderer may have drawn any visible content. */
const isTakenOut = (el: Element, { moments }: Timeline): boolean => {
  const filled = moments.findLast((one) => one.type === "filled");
  const isBanner = filled?.detail?.data?.type === "banner";
  return isBanner && !el.shadowRoot && !el.querySelector("a :is(img,svg,canvas,video,iframe)");
};

/** Lists the element and its ancestors, innermost first, as they are rendered: through slots and shadow roots. */
const listAround = (el: Element | null | undefined): Element[] =>
  el ? [el, ...listAround(el.assignedSlot ?? el.parentElement ?? findHost(el))] : [];

const findHost = (el: Element) => (el.getRootNode() as Partial<ShadowRoot>).host;

/** Names that content blockers' general lists hide: `ad`, `ad-box`, `banner_ads`. */
const BLOCKED = /^(.+[-_])?(ads?|advert\w*|adsense|adbox|adsbox|sponsored)([-_].+)?$/i;

/** Finds the outermost element with a rule that hides it or keeps clicks from it. */
function findRule(around: Element[], names: string[]): readonly [one: Element, rule: string] | undefined {
  for (const one of [...around].reverse())
    for (const name of names) {
      const value = getComputedStyle(one).getPropertyValue(name);
      if (/^(none|hidden|collapse|0)$/.test(value)) return [one, `${name}:${value}`];
    }
  return undefined;
}

/** Explains an ad that is invisible at every scroll position. */
function explainHidden(shown: Element, around: Element[], own: Slot["own"]): Words | undefined {
  const box = shown.getBoundingClientRect();
  const isShown = shown.checkVisibility?.({ checkOpacity: true, checkVisibilityCSS: true }) ?? true;
  if (box.width && box.height && isShown) return explainCut(shown, around, box);
  const [one, rule = ""] = findRule(around, ["display", "visibility", "opacity", "content-visibility"]) ?? [];
  const name = one && [one.id, ...one.classList].find((text) => BLOCKED.test(text));
  if (name && rule === "display:none") return texts.boxes.blocked(name);
  if (one) return texts.hidden(one, rule);
  const closed = around.find((parent) => parent.matches("details:not([open])"));
  if (closed) return texts.hidden(closed, texts.hiders.closed);
  const host = around.find((child) => child.parentElement?.shadowRoot && !child.assignedSlot)?.parentElement;
  return host
    ? texts.hidden(host, texts.hiders.unslotted)
    : texts.hidden(shown, texts.hiders.size(formatSize(box), !!own.size));
}

/** Explains an ancestor that cuts the ad off, or a place that no scrolling reaches. */
function explainCut(shown: Element, around: Element[], box: DOMRect): Words | undefined {
  for (const one of around) {
    const { overflow, position } = getComputedStyle(one);
    const area = one.getBoundingClientRect();
    // What a container scrolls can come into view.
    if (/auto|scroll/.test(overflow) && area.height) return undefined;
    const isOutside =
      box.right <= area.left || box.left >= area.right || box.bottom <= area.top || box.top >= area.bottom;
    if (isOutside && overflow !== "visible") return texts.hidden(one, `overflow:${overflow}`);
    // Ancestors do not cut off what is positioned elsewhere.
    if (/fixed|absolute/.test(position)) break;
  }
  const isLost = box.bottom + scrollY <= 0 || box.right + scrollX <= 0;
  return isLost ? texts.hidden(shown, texts.hiders.offPage) : undefined;
}

/** Explains why a click on a visible ad does nothing. `pointer-events` is inherited. */
function explainClick(shown: Element, around: Element[], sandbox: string | undefined): Words | undefined {
  const [one, rule] = (findRule([shown], CLICKS) && findRule(around, CLICKS)) ?? [];
  if (one) return texts.boxes.unclickable(`${rule} in ${formatTag(one)}`);
  return sandbox ? texts.boxes.unclickable(texts.hiders.sandbox(sandbox)) : undefined;
}

const CLICKS = ["pointer-events"];

/**
 * Explains a banner that is displayed smaller than its own pixels or than the size in the response, or that leaves more
 * than half of its reserved box empty.
 */
function explainSize(slot: Slot): Words | undefined {
  const image = findBanner(slot);
  if (!image) return undefined;
  const shown = image.getBoundingClientRect();
  const box = image.closest("a")?.getBoundingClientRect() ?? shown;
  const width = Number(image.getAttribute("width")) || image.naturalWidth;
  const height = Number(image.getAttribute("height")) || image.naturalHeight;
  const banner = formatSize({ width, height });
  // The banner keeps its ratio within the image's box.
  const scale = Math.min(shown.width / width, shown.height / height);
  if (width * scale < width - 1)
    return texts.boxes.larger(banner, formatSize({ width: width * scale, height: height * scale }));
  const isSmall = slot.own.size && width * height * 2 < box.width * box.height;
  return isSmall ? texts.boxes.smaller(banner, formatSize(box)) : undefined;
}

/** Finds an element that covers the middle of the visible part. A part that an ancestor cuts off is not covered. */
function explainCover(el: Element, { left, right, top, bottom }: DOMRect): Words | undefined {
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
  const layers = (el.getRootNode() as Document)
    .elementsFromPoint(x, y)
    .filter(({ localName }) => localName !== NAME);
  const cover = layers.findIndex((layer) => el.contains(layer)) > 0 && layers[0];
  return cover ? texts.boxes.covered(formatTag(cover)) : undefined;
}

/**
 * Finds layout shifts at the moment a zone was filled, of elements that follow or contain it. A zone with a reserved box
 * caused only those that moved something by its own height: others have another cause.
 */
export function findShifts({ el, own }: Slot, { moments }: Timeline, shifts: readonly Shift[]): Shift[] {
  const filled = moments.find(({ type }) => type === "filled");
  if (!filled) return [];
  const { height } = el.getBoundingClientRect();
  const canMove = ({ node, previousRect, currentRect }: Shift["sources"][0]) =>
    (!node || (el.compareDocumentPosition(node) & 12) !== 0) &&
    (!own.size || currentRect.bottom - previousRect.bottom >= height);
  return shifts.filter(
    ({ startTime, sources }) => Math.abs(startTime - filled.at) < FRAME && sources.some(canMove),
  );
}

/** Formats the sum of the shifts to three decimals, as other tools do. */
export const formatShift = (shifts: readonly Shift[]): string =>
  shifts.reduce((total, { value }) => total + value, 0).toFixed(3);
