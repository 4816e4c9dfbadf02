/** Memory of feeds that add and remove placeholders without end. */
import { expect, test } from "../support/test.ts";

/** Runs in the page: adds a placeholder, and removes the oldest one if there are more than three. */
const ADD = `(() => {
  const slot = document.createElement("div");
  slot.dataset.zoneId = String((window.added = (window.added ?? 0) + 1));
  slot.dataset.size = "300x250";
  slot.dataset.refresh = "30";
  document.body.prepend(slot);
  (window.slots ??= []).push(new WeakRef(slot));
  const all = document.querySelectorAll("[data-zone-id]");
  if (all.length > 3) all[3].remove();
})()`;

for (const [what, broken] of [
  ["", ""],
  [
    ", also where setTimeout returns no id",
    "{ const own = setTimeout; window.setTimeout = (...all) => void own(...all) }",
  ],
])
  test(`removed placeholders are garbage collected while ads keep coming${what}`, async ({
    page,
    ads,
    open,
  }) => {
    // Two images and one response never arrive. More would use up the browser's connections.
    for (const id of [5, 15]) ads.serve(`/image/${id}`, () => {});
    ads.answer(({ zones }) =>
      zones[0]?.id === 10 ? undefined : { zones: zones.map(({ id }) => ads.banner(id)), errors: {} },
    );
    await open("", { script: `data-timeout="60000"`, head: `<script>${broken}</script>` });
    await expect.poll(() => page.evaluate("typeof zonetag?.scan")).toBe("function");
    for (let id = 1; id <= 40; id++) {
      await page.evaluate(ADD);
      if (![5, 10, 15].includes(id)) await expect.poll(() => ads.impressions).toContain(String(id));
      else await expect.poll(() => ads.requests).toHaveLength(id);
    }
    const session = await page.context().newCDPSession(page);
    const countReachable = async () => {
      await session.send("HeapProfiler.collectGarbage");
      return page.evaluate<number>("slots.filter((slot) => slot.deref()).length");
    };
    // Three are on the page. The wait is shorter than the ten seconds after which ads that still load are given up.
    await expect.poll(countReachable, { timeout: 5_000 }).toBeLessThanOrEqual(5);
  });
