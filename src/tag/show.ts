/** What came back for a slot → an ad in it, or a state that says why not. */

import type { BannerData } from "../protocol/placement.ts";
import { loadBanner } from "./banner.ts";
import { reserve } from "./box.ts";
import { createCountdown } from "./countdown.ts";
import { type Ad, collapse, dispatch, fail, look, putBack, type Slot, settle, tellFilled } from "./slot.ts";
import { describe } from "./text.ts";
import { within } from "./time.ts";
import type { Entry, Outcome, Renderer } from "./types.ts";
import { VIEWABLE_AFTER } from "./viewability.ts";

export const renderers = new Map<string, Renderer>();

/** Ends a request of a slot with what came back for it. An ad that is not there when `deadline` is over is given up. */
export const show = async (
  slot: Slot,
  request: object,
  [entry, failure]: Outcome<Entry | null>,
  deadline: Promise<unknown>,
): Promise<void> => {
  const isCurrent = () => slot._request === request;
  if (!isCurrent()) return;
  if (failure) return fail(slot, failure);
  if (!entry) return settle(slot, "empty");
  const renderer = renderers.get(entry.type);
  if (!renderer && entry.type !== "banner")
    return fail(slot, { code: "unsupported-type", message: entry.type });
  const { element } = slot;
  slot._fallback ||= [...element.childNodes];
  let node: Element = element;
  try {
    if (renderer) await within(deadline, renderer(entry, element));
    else {
      const label = slot._values.label;
      node = await within(
        deadline,
        loadBanner(entry.data as BannerData, label, () => dispatch(slot, "click")),
      );
    }
  } catch (error) {
    if (!isCurrent()) return;
    if (renderer) putBack(slot);
    return fail(slot, { code: renderer ? "renderer" : "image", message: describe(error) });
  }
  if (!isCurrent()) return;
  if (!renderer) {
    // The image's own attributes count as little as the page's style; the sheet has them as a rule.
    const [width, height] = ["width", "height"].map((name) => node.getAttribute(name));
    if (width) reserve(element.getRootNode() as Document, `${width}x${height}`);
    element.replaceChildren(node.parentNode as Node);
  }
  const ad: Ad = {
    _node: node,
    _entry: entry,
    _impression: entry.data.impression,
    _viewable: createCountdown(VIEWABLE_AFTER, () => dispatch(slot, "viewable"), true),
  };
  slot._ad = ad;
  collapse(slot);
  // `filled` is dispatched together with the impression, when the browser has said what box there is: whoever leaves in
  // that task leaves a counted ad. Of a page that is not drawn it says nothing.
  look(slot);
  await deadline;
  if (isCurrent()) tellFilled(slot, ad);
};
