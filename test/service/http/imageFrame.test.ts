/** The page in which the dashboard shows an image of another host. */
import { expect, test } from "vitest";
import { useService } from "../support/service.ts";

const service = await useService({ accounts: [], sites: [], zones: [], campaigns: [] });
const IMAGE = "https://img.example:8443/a b.png?x=1&y=<2>";

const ask = (image: string | undefined, headers: Record<string, string> = { "Sec-Fetch-Dest": "iframe" }) => {
  const query = image === undefined ? "" : `?${new URLSearchParams({ image })}`;
  return fetch(`${service.origin}/dashboard/image${query}`, { headers });
};

test("an image of another host is shown by a page whose policy names that host alone", async () => {
  const response = await ask(IMAGE);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-security-policy":
      "default-src 'none'; img-src https://img.example:8443; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
    "x-frame-options": "SAMEORIGIN",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  expect(await response.text()).toContain(
    '<img src="https://img.example:8443/a b.png?x=1&amp;y=&lt;2&gt;" alt="">',
  );
});

test.each([
  undefined,
  "",
  "/creatives/a.png",
  "data:image/png;base64,AAAA",
  "javascript:alert(1)",
  "ftp://img.example/a.png",
  "https://user:secret@img.example/a.png",
  "https://a;script-src/a.png",
  "https://a,b/a.png",
  "https://'self'/a.png",
  "https://*/a.png",
  "https://*.example/a.png",
  "https://[::1]/a.png",
  "https://xn--a/a.png",
])("the address %j has no page", async (image) => {
  expect((await ask(image)).status).toBe(404);
});

test("the page is for frames alone, and answers browsers that do not name the place", async () => {
  expect((await ask(IMAGE, { "Sec-Fetch-Dest": "document" })).status).toBe(404);
  expect((await ask(IMAGE, { "Sec-Fetch-Dest": "image" })).status).toBe(404);
  expect((await ask(IMAGE, {})).status).toBe(200);
});

test("markup in an address is text of an attribute", async () => {
  const text = await (await ask('https://img.example/"><script>alert(1)</script>')).text();
  expect(text).not.toContain("<script");
});

test("the policy of the dashboard stays", async () => {
  const { headers } = await fetch(`${service.origin}/dashboard/`);
  expect(headers.get("content-security-policy")).toContain("img-src 'self' data:;");
  expect(headers.get("x-frame-options")).toBe("DENY");
});
