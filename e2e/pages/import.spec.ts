import { bundle } from "../support/bundle.ts";
import { TC_STRING } from "../support/consent.ts";
import { readStates } from "../support/events.ts";
import { expect, test } from "../support/test.ts";

test("an imported tag takes settings as an object and works without a global or a script element", async ({
  page,
  ads,
  site,
}) => {
  const app = await bundle(`
    import { createZonetag } from "zonetag";
    const settings = { endpoint: "${ads.endpoint}", keywords: "app", targeting: { plan: "pro" }, sub: 3, userId: "u1",
      email: "a@b.c", gdpr: 1, consent: "${TC_STRING}", referer: "origin", label: "Anzeige", timeout: 2000, lazy: 0 };
    const tag = createZonetag(settings);
    document.title = String(createZonetag({ endpoint: "https://elsewhere.example/" }) === tag);
  `);
  site.pages["/app.js"] = { body: app, headers: { "content-type": "text/javascript" } };
  site.pages["/"] =
    `<!doctype html><body><ins data-zone-id="1" data-size="300x250"></ins><ins data-zone-id="2" data-sub="4"></ins><script type="module" src="/app.js"></script>`;
  await page.goto(site.origin);
  await expect.poll(() => ads.impressions).toHaveLength(2);
  expect(await readStates(page)).toEqual(["filled", "filled"]);
  expect(ads.bodies).toMatchObject([
    {
      user: { id: "u1", el: "YUBiLmM=", gdpr: { gdpr: 1, consent: TC_STRING }, referer: site.origin },
      zones: [
        { id: 1, sub: 3, keywords: "app", custom_targeting: { plan: "pro" } },
        { id: 2, sub: 4, keywords: "app", custom_targeting: { plan: "pro" } },
      ],
    },
  ]);
  await expect(page.getByRole("link", { name: "Anzeige" })).toHaveCount(2);
  expect(await page.evaluate("typeof zonetag")).toBe("undefined");
  await expect(page).toHaveTitle("true");
});
