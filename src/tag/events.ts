/** The tag's events, which the console's notes repeat. */
import { callMethod } from "./dom.ts";
import { note } from "./record.ts";
import type { Slot } from "./types.ts";

/** Dispatches `zonetag:<type>` on the placeholder. Its class is an event's: pages have a `CustomEvent` of their own. */
export const dispatch = ({ element, key, values }: Slot, type: string, detail?: object): void => {
  note(type, detail, key);
  const { constructor: EventClass } = callMethod<Event>(document, "createEvent", "CustomEvent") as Event;
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
