/** Finds elements that look like placeholders but are none. */
import { explainUnknown } from "./attributes.ts";
import { formatTag } from "./formatTag.ts";
import type { Words } from "./texts.ts";

/** Empty elements, which may have been meant to hold an ad. */
const SELECTOR = ":empty:not([data-zone-id],script,ins[data-zoneid])";

/**
 * Similar names of the attribute, from other systems or mistyped: `data-zone`, `zone-id`, `data-revive-zoneid`, with
 * any hyphens.
 */
const NAME = /(^|\W)zone\W?(id)?$/;

/**
 * Reports each such name with a number once, with the first element that has it and the attribute that was probably
 * meant. An application may have thousands.
 */
export const findNearMisses = (): Words[] => {
  const first: Record<string, Element> = {};
  for (const el of document.querySelectorAll(SELECTOR))
    for (const { name, value } of el.attributes) if (NAME.test(name) && Number(value) > 0) first[name] ??= el;
  return Object.entries(first).map(([name, el]) => explainUnknown(name, "data-zone-id", formatTag(el)));
};
