/** An ad never replaces the page's content, and nothing is sent to another vendor. */
import { EVENT_RECORDER, readEvents, readStates } from "../support/events.ts";
import { expect, test } from "../support/test.ts";

const ARTICLE = `<p>Text</p><form><input name="mail"></form><footer>Imprint</footer>`;

test("an article inside an unclosed placeholder stays, and other zones are filled", async ({
  page,
  ads,
  open,
}) => {
  const long = `<p>${"Long text of the page. ".repeat(400)}</p>`;
  await open(
    `<main><h1>Title</h1><ins data-zone-id="1"></ins><section><div data-zone-id="2" data-size="300x250" />${ARTICLE}</section>
    <section><div data-zone-id="3" data-size="300x250" />${long}</section>
    <ins data-zone-id="4" data-size="300x250"><form><h2>News</h2><input></form></ins>
    <ins data-zone-id="5" data-size="300x250"><span style="position:absolute;top:-9999px;left:-9999px">Advertisement</span><b>House</b></ins></main>`,
    { head: EVENT_RECORDER },
  );
  await expect.poll(() => readStates(page)).toEqual(["filled", "error", "error", "filled", "filled"]);
  expect(ads.bodies.map(({ zones }) => zones.map(({ id }) => id))).toEqual([[1, 4, 5]]);
  const errors = (await readEvents(page)).filter(({ type }) => type === "error");
  expect(errors.map(({ zoneId, code }) => [zoneId, code])).toEqual([
    [2, "config"],
    [3, "config"],
  ]);
  expect(errors[0]?.message).toBe("footer");
  await expect(page.locator("[data-zone-id='2']")).toContainText("Imprint");
  await expect(page.locator("[data-zone-id='3']")).toContainText("Long text");
});

test("an article parsed into a filled placeholder stays, and the ad is removed", async ({
  page,
  site,
  ads,
}) => {
  let finish = () => {};
  site.pages["/"] = (response) => {
    // Without a charset, Firefox waits for 1024 bytes before it parses:
    // https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.write(
      `<!doctype html><title>page</title>${EVENT_RECORDER}<script src="/dist/zonetag.js" data-endpoint="${ads.endpoint}" data-zones="1"></script><div data-zone-id="1"><b>House</b>`,
    );
    finish = () => response.end(`<article>${ARTICLE}</article>`);
  };
  await page.goto(site.origin, { waitUntil: "commit" });
  await expect.poll(() => readStates(page)).toEqual(["filled"]);
  finish();
  await expect.poll(() => readStates(page)).toEqual(["error"]);
  const placeholder = page.locator("[data-zone-id]");
  await expect(placeholder).toContainText("House");
  await expect(placeholder).toContainText("Imprint");
  await expect(placeholder.locator("img")).toHaveCount(0);
  await page.evaluate("zonetag.destroy()");
  await expect(placeholder).toContainText("Imprint");
});
