/** Ads in parents that hide, scale, rotate or isolate them. */
import { readStates } from "../support/events.ts";
import { waitForRendering } from "../support/rendering.ts";
import { expect, test } from "../support/test.ts";

interface Case {
  /** `AD` is the placeholder. */
  html: string;
  /** Code that opens a closed parent; before that, its ad is neither shown nor counted. */
  reveal?: string;
  /** Size of the ad as displayed. Default: 300x250. */
  box?: [width: number, height: number];
}

const CASES: Record<string, Case> = {
  "right to left": { html: `<section dir="rtl">نص AD</section>` },
  "zoom: 2": { html: `<section style="zoom:2">AD</section>`, box: [600, 500] },
  "zoom: 0.5": { html: `<section style="zoom:0.5">AD</section>`, box: [150, 125] },
  "content-visibility: auto": {
    html: `<section style="content-visibility:auto;contain-intrinsic-size:auto 300px">AD</section>`,
  },
  "content-visibility: hidden": {
    html: `<section style="content-visibility:hidden">AD</section>`,
    reveal: `document.querySelector("section").style = ""`,
  },
  "contain: strict": { html: `<section style="contain:strict;width:400px;height:300px">AD</section>` },
  "contain: content": { html: `<section style="contain:content">AD</section>` },
  "closed details": {
    html: `<details><summary>more</summary>AD</details>`,
    reveal: `document.querySelector("details").open = true`,
  },
  "open details": { html: `<details open><summary>more</summary>AD</details>` },
  "closed dialog": {
    html: `<dialog>AD</dialog>`,
    reveal: `document.querySelector("dialog").showModal()`,
  },
  "closed popover": {
    html: `<section popover>AD</section>`,
    reveal: `document.querySelector("section").showPopover()`,
  },
  // An inert ad is drawn but cannot be clicked.
  inert: { html: `<section inert>AD</section>` },
};

for (const [name, { html, reveal, box = [300, 250] }] of Object.entries(CASES))
  test(`an ad is shown and counted in this parent: ${name}`, async ({ page, ads, open }) => {
    await open(html.replace("AD", `<ins data-zone-id="1" data-size="300x250"></ins>`));
    if (reveal) {
      await expect.poll(() => readStates(page)).toEqual(["filled"]);
      await waitForRendering(page);
      expect(ads.impressions).toEqual([]);
      await page.evaluate(reveal);
    }
    await expect.poll(() => ads.impressions).toEqual(["1-0"]);
    expect(await readStates(page)).toEqual(["filled"]);
    const rect = await page.locator("ins img").boundingBox();
    expect([rect?.width, rect?.height]).toEqual(box);
  });
