/** The tag's events, which the console's notes repeat. */
import { note } from "./record.ts";
import type { Slot } from "./slot.ts";

/** Dispatches `zonetag:<type>` on the placeholder. */
export const dispatch = ({ element, key, values }: Slot, type: string, detail?: object): void => {
  note(type, detail, key);
  element.dispatchEvent(
    new CustomEvent(`zonetag:${type}`, {
      bubbles: true,
      composed: true,
      detail: { zoneId: Number(values["zone-id"]), ...detail },
    }),
  );
};
