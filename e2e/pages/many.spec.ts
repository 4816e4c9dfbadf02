import { expect, test } from "../support/test.ts";

const ZONES = 1_000;

test("1,000 zones end filled, with one impression each", async ({ page, ads, open }) => {
  ads.answer(({ zones }) => ({ zones: zones.map(({ id }) => ads.banner(id, `${id}`, "88x31")), errors: {} }));
  const slots = Array.from(
    { length: ZONES },
    (_, at) => `<ins data-zone-id="${at + 1}" data-size="88x31"></ins>`,
  );
  await open(slots.join(""));
  const countFilled = () => page.locator("[data-zone-state=filled]").count();
  await expect.poll(countFilled, { timeout: 120_000 }).toBe(ZONES);
  await expect.poll(() => ads.impressions.length, { timeout: 120_000 }).toBe(ZONES);
  expect(new Set(ads.impressions).size).toBe(ZONES);
  expect(ads.bodies.map(({ zones }) => zones.length)).toEqual(Array(10).fill(100));
});
