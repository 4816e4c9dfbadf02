/** Elements that look as if they were meant to be placeholders, but are none. */
import { explainUnknown } from "./attributes.ts";
import { formatTag } from "./formatTag.ts";
import type { Words } from "./texts.ts";

/** Those with nothing in them, which may have been meant to hold an ad. */
const SELECTOR = ":empty:not([data-zone-id],script,ins[data-zoneid])";

/** How other systems, or a slip, call a zone's id: `data-zone`, `zone-id`, `data-revive-zoneid`, with any hyphens. */
const NAME = /(^|\W)zone\W?(id)?$/;

/** One for each number under such a name, with the attribute that was probably meant. */
export const findNearMisses = (): Words[] =>
  [...document.querySelectorAll(SELECTOR)].flatMap((el) =>
    [...el.attributes]
      .filter(({ name, value }) => NAME.test(name) && Number(value) > 0)
      .map(({ name }) => explainUnknown(name, "data-zone-id", formatTag(el))),
  );
