import { expect, test } from "../support/test.ts";

const ids = (ads: import("../support/ads.ts").Ads) =>
  ads.bodies.map(({ zones }) => zones.map(({ id }) => id));

test("60 placeholders added at once share one request, and do not move the page", async ({
  page,
  ads,
  open,
}) => {
  await open(`<ins data-zone-id="1" data-size="300x50"></ins><main></main>`);
  await expect.poll(() => ads.impressions).toHaveLength(1);
  // Height of the page in each frame, beginning with the first that contains the placeholders.
  const heights = await page.evaluate(async () => {
    const zones = Array.from(
      { length: 60 },
      (_, at) => `<ins data-zone-id="${at + 2}" data-size="300x50"></ins>`,
    );
    document.querySelector("main")?.insertAdjacentHTML("beforeend", zones.join(""));
    const heights = new Set<number>();
    while (document.querySelectorAll("[data-zone-state=filled]").length < 61) {
      await new Promise(requestAnimationFrame);
      heights.add(document.documentElement.scrollHeight);
    }
    return [...heights];
  });
  expect(heights).toHaveLength(1);
  expect(ids(ads).slice(1)).toEqual([Array.from({ length: 60 }, (_, at) => at + 2)]);
});
