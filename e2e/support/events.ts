/** Records the tag's events in a page, starting before the tag is loaded. */
import type { Page } from "playwright/test";

/** Markup that records every event of the tag; pass it as `head`. */
export const EVENT_RECORDER = `<script>
  window.recordedEvents = [];
  for (const type of ["request", "filled", "empty", "impression", "viewable", "click", "error"])
    addEventListener("zonetag:" + type, ({ detail }) => recordedEvents.push({ type, ...detail }));
</script>`;

export interface RecordedEvent {
  type: string;
  zoneId: number;
  code?: string;
  message?: string;
}

export const readEvents = (page: Page): Promise<RecordedEvent[]> => page.evaluate("recordedEvents");

/** Returns the event types, optionally of one zone. */
export async function readEventTypes(page: Page, zoneId?: number): Promise<string[]> {
  const events = await readEvents(page);
  return events.filter((event) => zoneId === undefined || event.zoneId === zoneId).map(({ type }) => type);
}

/** Returns `data-zone-state` of every placeholder, in document order. */
export const readStates = (page: Page): Promise<(string | null)[]> =>
  page.$$eval("[data-zone-id],[data-zoneid]", (all) => all.map((el) => el.getAttribute("data-zone-state")));
