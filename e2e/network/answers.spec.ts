/** A failed and a stalled connection. `test/tag` tests other answers of a service. */
import { EVENT_RECORDER, readEvents, readStates } from "../support/events.ts";
import { expect, test } from "../support/test.ts";

const slots = `<ins data-zone-id="1">house</ins><ins data-zone-id="2">house</ins>`;

test("data-timeout covers a body that stalls after its headers", { tag: "@essential" }, async ({
  page,
  ads,
  open,
}) => {
  ads.answer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write(`{"zones":[`);
  });
  await open(slots, { head: EVENT_RECORDER, script: `data-timeout="150"` });
  await expect.poll(() => readStates(page)).toEqual(["error", "error"]);
  expect((await readEvents(page)).map(({ code }) => code).filter(Boolean)).toEqual(["timeout", "timeout"]);
});

test("after a cut connection, a valid response to the retry fills the slots", { tag: "@essential" }, async ({
  page,
  ads,
  open,
}) => {
  let attempts = 0;
  ads.answer((request, response) => {
    if (++attempts === 1) return void response.socket?.destroy();
    return { zones: request.zones.map(({ id }) => ads.banner(id)), errors: {} };
  });
  await open(slots);
  await expect.poll(() => readStates(page)).toEqual(["filled", "filled"]);
  await expect.poll(() => ads.impressions.toSorted()).toEqual(["1", "2"]);
  const [a, b] = ads.requests;
  expect(b?.text).toBe(a?.text);
  expect((b?.at ?? 0) - (a?.at ?? 0)).toBeGreaterThanOrEqual(299);
});
