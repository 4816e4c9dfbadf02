/** The page's content: what an ad never replaces, what shows nothing, and content that appears later. */
import { EVENT_RECORDER, readEvents, readStates } from "../support/events.ts";
import { waitForRendering } from "../support/rendering.ts";
import { expect, test } from "../support/test.ts";

const S3 = `data-zone-id="101" data-size="300x250"`;
const words = (count: number) => "word ".repeat(count);
const image = (width: number, height: number) =>
  `<img width="${width}" height="${height}" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E">`;
const BACKGROUND = "width:300px;height:250px;background:#dde";

/** Content that stays, with the obstacle that the error names. */
const KEPT: Record<string, [body: string, obstacle: string]> = {
  "an unclosed placeholder before text and a form": [
    `<div ${S3} /><p>${words(200)}</p><form><input><button>Send</button></form></div>`,
    "text",
  ],
  "text of more than 300 characters that is not large": [
    `<div ${S3} style="font-size:4px">${words(61)}x</div>`,
    "text",
  ],
  "a login form": [`<div ${S3}><form><input name="user"><input type="password"></form></div>`, "input"],
  "a form with three text fields": [
    `<div ${S3}><form><input name="name"><input type="email"><textarea></textarea></form></div>`,
    "textarea",
  ],
  "a text that is being edited": [`<div ${S3}><div contenteditable><p>One</p><p>Two</p></div></div>`, "p"],
  "an SVG map": [
    `<svg width="200" height="200"><g data-zone-id="101"><rect width="50" height="50"/><text>Hall 3</text></g></svg>`,
    "g",
  ],
  "a formula": [`<math><mrow data-zone-id="101"><mi>x</mi></mrow></math>`, "mrow"],
  "a menu": [`<ul data-zone-id="101"><li>Home</li></ul>`, "ul"],
  "a list of terms": [`<dl data-zone-id="101"><dt>Term</dt></dl>`, "dl"],
  "a canvas": [`<canvas data-zone-id="101"></canvas>`, "canvas"],
  "a picture": [`<picture data-zone-id="101">${image(50, 50)}</picture>`, "picture"],
};

for (const [name, [body, obstacle]] of Object.entries(KEPT))
  test(`content that is never replaced ends in an error that names it: ${name}`, async ({
    page,
    ads,
    open,
  }) => {
    await open(`<section>${body}</section>`, { head: EVENT_RECORDER, script: `data-collapse="always"` });
    await expect.poll(() => readStates(page)).toEqual(["error"]);
    expect(await readEvents(page)).toMatchObject([{ type: "error", code: "config", message: obstacle }]);
    expect(ads.requests).toEqual([]);
    const [kept, written] = await page.evaluate((markup) => {
      const section = document.querySelector("section");
      const parsed = document.createElement("section");
      parsed.innerHTML = markup;
      return [section?.innerHTML.replace(' data-zone-state="error"', ""), parsed.innerHTML];
    }, body);
    expect(kept).toBe(written);
  });

/** Fallback content that an ad replaces. */
const REPLACED: Record<string, string> = {
  "a newsletter form with two sentences": `<div ${S3}><form><p>News once a week. No spam.</p><input type="email"><input type="hidden"><label><input type="checkbox"> Yes</label><button>Send</button></form></div>`,
  "an image with a line of text": `<div ${S3}><a href="/s">${image(300, 200)}<br>Four issues a year</a></div>`,
  "a search with two fields, buttons and choices": `<div ${S3}><input type="search"><input type="text"><input type="submit"><input type="radio"><input type="range"><select><option>All</select></div>`,
  "300 characters between many blanks": `<div ${S3} style="font-size:4px">${"<b>word</b> \n      ".repeat(59)}</div>`,
  "a text of which 200 characters are displayed": `<div ${S3}>${words(40)}<p style="display:none">${words(200)}</p></div>`,
  "a cell": `<table><tr><td ${S3}>House</td></tr></table>`,
  "an item of a list": `<ul><li ${S3}>House</li></ul>`,
  "a custom element": `<house-ad ${S3} style="display:block">House</house-ad>`,
};

for (const [name, body] of Object.entries(REPLACED))
  test(`an ad replaces fallback content: ${name}`, async ({ page, open }) => {
    await open(body);
    await expect.poll(() => readStates(page)).toEqual(["filled"]);
  });

test("content no larger than data-size is replaced on a screen that is lower", async ({ page, open }) => {
  await page.setViewportSize({ width: 740, height: 360 });
  const house = (id: number, height: number) =>
    `<div data-zone-id="${id}" data-size="300x600"><a href="/s" style="display:block">${image(300, height)}</a></div>`;
  await open(`<style>img { display: block }</style>${house(1, 600)}${house(2, 800)}`);
  await expect.poll(() => readStates(page)).toEqual(["filled", "error"]);
});

/** Content of placeholders with `data-collapse="always"`, by whether it shows something. */
const CONTENT: [shows: boolean, content: string][] = [
  [false, ""],
  [false, "<p></p>"],
  [false, "<p>&nbsp;</p>"],
  [false, "<p>&nbsp;</p><p><br></p>"],
  [false, "<p><br></p>"],
  [false, "<p><b><br></b></p>"],
  [false, "<span></span>"],
  [false, "<table><tr><td>&nbsp;</td></tr></table>"],
  [false, `<ul><li style="list-style:none"></li></ul>`],
  [false, "<abbr></abbr>"],
  [false, "<div><div><span> </span></div><!-- none --></div>"],
  [false, "<p><script>var text = 'text'</script><style>b { color: red }</style></p>"],
  [false, `<div style="display:none">House</div>`],
  [false, `<a href="/s" style="display:none">${image(300, 250)}</a>`],
  [false, `<p style="visibility:hidden">House</p>`],
  [true, "House"],
  [true, "<div><b>House</b></div>"],
  [true, `<a href="/s">${image(300, 250)}</a>`],
  [true, `<img src="/never">`],
  [true, `<div style="${BACKGROUND}"></div>`],
  [true, `<a href="/s" style="display:block;${BACKGROUND}"><span></span></a>`],
  [true, `<a href="/s" style="display:inline-block;${BACKGROUND}">&nbsp;</a>`],
  [true, "<house-ad></house-ad>"],
  [true, "<iframe></iframe>"],
  [true, `<svg width="20" height="20"><rect width="20" height="20"/></svg>`],
  [true, "<canvas></canvas>"],
  [true, "<video></video>"],
  [true, "<input>"],
];

test("without an ad, data-collapse hides exactly the slots that show nothing", async ({
  page,
  ads,
  open,
}) => {
  ads.answer(({ zones }) => ({ zones: zones.map(() => null), errors: {} }));
  await open(
    CONTENT.map(
      ([, content], at) =>
        `<div data-zone-id="${at + 1}" data-size="300x250" data-collapse="always">${content}</div>`,
    ).join(""),
  );
  await expect.poll(() => readStates(page)).toEqual(CONTENT.map(() => "empty"));
  await waitForRendering(page);
  const shown = await page.$$eval("[data-zone-id]", (all) => all.map((el) => el.clientHeight > 0));
  expect(CONTENT.map(([, content], at) => [shown[at], content])).toEqual(CONTENT);
});

test("content of a slot in a closed part of the page is not collapsed", async ({ page, ads, open }) => {
  ads.answer(() => ({ zones: [null], errors: {} }));
  await open(`<section hidden><div ${S3} data-collapse="always"><iframe></iframe></div></section>`);
  await expect.poll(() => readStates(page)).toEqual(["empty"]);
  await waitForRendering(page);
  await page.evaluate("document.querySelector('section').hidden = false");
  await expect(page.locator("iframe")).toBeVisible();
});

/** Code that changes a collapsed slot `el`, so that it shows something. */
const LATER: Record<string, [content: string, change: string]> = {
  "a link beside a script": [
    `<script type="text/plain"></script>`,
    `el.firstChild.insertAdjacentHTML("afterend", "<a href=/s>House</a>")`,
  ],
  "text alone": ["", `el.append("House")`],
  "text of a node": ["<p> </p>", `el.firstChild.firstChild.data = "House"`],
  "a deeper element": ["<div><p></p></div>", `el.querySelector("p").innerHTML = "<b>House</b>"`],
  "an image before it has loaded": ["", `el.innerHTML = "<img src=/never alt=House>"`],
  "a hidden link that is revealed": [`<a href="/s" hidden>House</a>`, "el.firstChild.hidden = false"],
  "a box that gets its size": ["<div></div>", `el.firstChild.style = "${BACKGROUND}"`],
};

for (const mode of [`data-collapse="always"`, "data-collapse"])
  for (const [name, [content, change]] of Object.entries(LATER))
    test(`a collapsed slot (${mode}) shows content that appears later: ${name}`, async ({
      page,
      ads,
      open,
    }) => {
      ads.answer(() => ({ zones: [null], errors: {} }));
      await open(`<div style="height:3000px"></div><div ${S3} ${mode}>${content}</div>`);
      const slot = page.locator("[data-zone-id]");
      await expect(slot).toHaveAttribute("data-zone-collapsed");
      await page.evaluate(`{ const el = document.querySelector("[data-zone-id]"); ${change} }`);
      await expect(slot).not.toHaveAttribute("data-zone-collapsed");
      await expect(slot).toBeVisible();
    });

test("shapes and buttons of the page that have data-zone-id keep their clicks, and blank boxes pass theirs on", async ({
  page,
  ads,
  open,
}) => {
  ads.answer(({ zones }) => ({ zones: zones.map(() => null), errors: {} }));
  const over = "position:absolute;left:0;top:0;width:300px;height:250px";
  await open(
    `<svg width="100" height="100"><path data-zone-id="1" d="M0 0h100v100z"/></svg><button data-zone-id="2">Seat</button>
    ${["", "<p></p>", "<script></script>", "<b>House</b>"].map((content) => `<section style="position:relative;height:250px"><a href="/s" style="${over}">Page</a><ins ${S3} style="${over}">${content}</ins></section>`).join("")}`,
  );
  await page.setViewportSize({ width: 600, height: 1400 });
  await expect.poll(() => readStates(page)).toEqual(["error", "error", "empty", "empty", "empty", "empty"]);
  const hit = (selector: string, index: number) =>
    page.$$eval(
      selector,
      (all, at) => {
        const { left, top } = (all[at] as Element).getBoundingClientRect();
        return document.elementFromPoint(left + 20, top + 5)?.localName;
      },
      index,
    );
  expect([await hit("path", 0), await hit("button", 0)]).toEqual(["path", "button"]);
  expect(await Promise.all([0, 1, 2, 3].map((at) => hit("section", at)))).toEqual(["a", "a", "a", "b"]);
});
