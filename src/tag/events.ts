/** Dispatches the tag's events; notes for the console have the same names. */
import { callMethod } from "./dom.ts";
import { type EventDetail, type EventType, note } from "./record.ts";
import type { Slot } from "./types.ts";

/**
 * Dispatches `zonetag:<type>` on the placeholder. Takes the event class from a real event, because pages replace
 * `CustomEvent`.
 */
export const dispatch = ({ element, key, values }: Slot, type: EventType, detail?: EventDetail): void => {
  note(type, detail, key);
  const { constructor: EventClass } = callMethod(document, "createEvent", "CustomEvent");
  callMethod(
    element,
    "dispatchEvent",
    new (EventClass as typeof CustomEvent)(`zonetag:${type}`, {
      bubbles: true,
      composed: true,
      detail: { zoneId: Number(values.zoneId), ...detail },
    }),
  );
};
