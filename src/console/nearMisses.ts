/** Finds elements that look like placeholders but are not recognized as such. */
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
 * Reports each similar name whose value is a number, with its first element and the attribute that was probably meant.
 * Each name is reported once, because an application may have thousands of such elements.
 */
export const findNearMisses = (): Words[] => {
  const first: Record<string, Element> = {};
  for (const el of document.querySelectorAll(SELECTOR))
    for (const { name, value } of el.attributes) if (NAME.test(name) && Number(value) > 0) first[name] ??= el;
  return Object.entries(first).map(([name, el]) => explainUnknown(name, "data-zone-id", formatTag(el)));
};

/** Placeholder's opening tag in the page's text, with any quotes. */
const PASTED = /<\w[^<>]*\bdata-zone-?id\b[^<>]*>?/;

/** Finds a placeholder's code that is on the page as text. A page with zones may show it as a sample. */
export const findPasted = (zones: number): string | undefined =>
  zones && document.querySelector("pre,code") ? undefined : document.body?.innerText?.match(PASTED)?.[0];
