/** A slot is stacked like a plain linked image: what the page puts over such an image also covers the slot. */
import { readStates } from "../support/events.ts";
import { expect, test } from "../support/test.ts";

/** `AD` is replaced by a slot or image, `LINK` by the link that covers it. */
const COVERS: Record<string, string> = {
  "a menu before it": `<nav style="position:relative"><ul style="position:absolute;margin:0;padding:0"><li>LINK</li></ul></nav>AD`,
  "a menu after it": `AD<nav style="position:absolute;top:8px">LINK</nav>`,
  "a header that sticks": `<header style="position:sticky;top:0;height:0">LINK</header>AD`,
  "a relative element before it": `<div style="position:relative;top:20px;height:0">LINK</div>AD`,
  "a transformed element before it": `<div style="transform:translateY(20px);height:0">LINK</div>AD`,
};

const LINK = `<a id="cover" href="#menu" style="display:block;width:120px;height:60px;background:#fff">Menu</a>`;
const PLACES: Record<string, string> = {
  "a plain linked image": `<a href="#image"><img src="/dist/none.png" width="300" height="250" alt="image"></a>`,
  "a pending slot": `<ins data-zone-id="1" data-size="300x250"></ins>`,
  "an empty slot": `<ins data-zone-id="2" data-size="300x250"></ins>`,
  "a filled slot": `<ins data-zone-id="3" data-size="300x250"></ins>`,
  "a filled slot without data-size": `<ins data-zone-id="4"></ins>`,
};

test("an element that covers a plain linked image also covers a slot and gets its clicks", {
  tag: "@essential",
}, async ({ page, ads, open }) => {
  ads.answer(({ zones }) => {
    if (zones.some(({ id }) => id === 1)) return new Promise(() => {});
    return {
      zones: zones.map(({ id }) => (id === 2 ? null : ads.banner(id, `${id}`, "300x250"))),
      errors: {},
    };
  });
  const found: string[] = [];
  for (const [cover, html] of Object.entries(COVERS))
    for (const [place, markup] of Object.entries(PLACES)) {
      await open(`<style>body{margin:8px}</style>${html.replace("LINK", LINK).replace("AD", markup)}`);
      const state = /data-zone-id="1"/.test(markup)
        ? "pending"
        : /data-zone-id="2"/.test(markup)
          ? "empty"
          : "filled";
      if (place !== "a plain linked image") await expect.poll(() => readStates(page)).toEqual([state]);
      const isOnTop = await page.evaluate(() => {
        const link = document.querySelector("#cover") as Element;
        const { left, top } = link.getBoundingClientRect();
        return link.contains(document.elementFromPoint(left + 60, top + 40));
      });
      if (!isOnTop) found.push(`${cover}: under ${place}`);
    }
  expect(found).toEqual([]);
});

test("an unfilled slot gets clicks only if it has fallback content", async ({ page, ads, open }) => {
  ads.answer(({ zones }) => ({ zones: zones.map(({ id }) => (id < 4 ? null : ads.banner(id))), errors: {} }));
  const slot = (id: number, inside = "") =>
    `<ins data-zone-id="${id}" data-size="300x60" style="position:absolute;top:${id * 70}px;left:0">${inside}</ins>`;
  await open(
    `<button style="position:absolute;inset:0;width:400px;height:500px">Page</button>
     ${slot(1)}${slot(2, "\n<!-- none -->\n")}${slot(3, '<a href="#own">House</a>')}${slot(4)}`,
  );
  await expect.poll(() => readStates(page)).toEqual(["empty", "empty", "empty", "filled"]);
  const findOnTop = (id: number) =>
    page.evaluate(
      (top) => document.elementFromPoint(10, top)?.closest("button,a")?.textContent,
      id * 70 + 10,
    );
  expect([await findOnTop(1), await findOnTop(2), await findOnTop(3), await findOnTop(4)]).toEqual([
    "Page",
    "Page",
    "House",
    "",
  ]);
});

test("content that a renderer draws in a shadow root gets clicks", async ({ page, ads, open }) => {
  ads.answer(() => ({ zones: [{ type: "native", data: {} }], errors: {} }));
  await open(`<div data-zone-id="1" data-size="300x60"></div>`, {
    head: `<script>(window.zonetag = []).push(z => z.render("native", (_, el) => {
      el.attachShadow({ mode: "closed" }).innerHTML = '<a href="#ad" style="display:block">Ad</a>';
    }))</script>`,
  });
  await expect.poll(() => readStates(page)).toEqual(["filled"]);
  await page.mouse.click(20, 15);
  await expect(page).toHaveURL(/#ad$/);
});
