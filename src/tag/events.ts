/** The tag's events, which the console's notes repeat. */
import { callMethod } from "./dom.ts";
import { note } from "./record.ts";
import type { Slot } from "./types.ts";

/** Dispatches `zonetag:<type>` on the placeholder. */
export const dispatch = ({ element, key, values }: Slot, type: string, detail?: object): void => {
  note(type, detail, key);
  callMethod(
    element,
    "dispatchEvent",
    new CustomEvent(`zonetag:${type}`, {
      bubbles: true,
      composed: true,
      detail: { zoneId: Number(values.zoneId), ...detail },
    }),
  );
};
