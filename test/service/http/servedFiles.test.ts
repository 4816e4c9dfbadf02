/** Files served to browsers and caches by the running service, compared byte for byte. */
import { mkdir, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useFolder } from "../../support/folder.ts";
import { aCatalogueObject } from "../support/catalogue.ts";
import { useService } from "../support/service.ts";

const PICTURE = Buffer.from("89504e470d0a1a0a", "hex");
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><text>${"shoes ".repeat(100)}</text></svg>`;
const DIGEST = "0123456789abcdef";

/** Names without a content digest in the recognized form. */
const KEPT_AN_HOUR = [
  ...[`shoes${DIGEST}.png`, `shoes-${DIGEST}.png.txt`, `shoes-${DIGEST.slice(1)}.png`],
  ...[`shoes-${DIGEST.toUpperCase()}.png`, `shoes-${DIGEST}`],
];

const folder = useFolder();
await mkdir(join(folder, "autumn"));
await writeFile(join(folder, "autumn/shoes.svg"), SVG);
await writeFile(join(folder, "shoes.png"), PICTURE);
await writeFile(join(folder, `shoes-${DIGEST}.png`), PICTURE);
await writeFile(join(folder, "banner-20261122.png"), PICTURE);
await writeFile(join(folder, ".secret"), "hidden");
for (const name of KEPT_AN_HOUR) await writeFile(join(folder, name), PICTURE);
await writeFile(join(folder, `shoes.${DIGEST}0.webp`), PICTURE);
const service = await useService(aCatalogueObject({ campaigns: [] }), { creatives: folder });

interface Reply {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Requests a file and returns the raw response; `fetch` would decompress it. */
function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Reply> {
  return new Promise((done, fail) => {
    const sent = request(service.origin + path, { headers, method }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      done({ status: response.statusCode, headers: response.headers, body });
    });
    sent.on("error", fail).end();
  });
}

test("a 304 has no body and the headers of the 200 response", async () => {
  const first = await get("/zonetag.js", { "accept-encoding": "br" });
  const second = await get("/zonetag.js", {
    "accept-encoding": "br",
    "if-none-match": first.headers.etag ?? "",
  });
  expect([second.status, second.body.length]).toEqual([304, 0]);
  // A page on another origin can read the tag's size.
  expect(first.headers["timing-allow-origin"]).toBe("*");
  for (const name of ["etag", "cache-control", "vary", "access-control-allow-origin", "timing-allow-origin"])
    expect(second.headers[name]).toBe(first.headers[name]);
});

const hour = "public, max-age=3600, must-revalidate";
const forGood = "public, max-age=31536000, immutable";

test.each([
  ["/consent.js", hour],
  ["/dashboard/", "no-cache"],
  ["/dashboard/index.html", "no-cache"],
  ["/creatives/shoes.png", hour],
  ["/creatives/banner-20261122.png", hour],
  ...KEPT_AN_HOUR.map((name) => [`/creatives/${name}`, hour]),
  [`/creatives/shoes-${DIGEST}.png`, forGood],
  [`/creatives/shoes.${DIGEST}0.webp`, forGood],
])("Cache-Control of %s is %s", async (path, value) => {
  const { status, headers } = await get(path);
  expect([status, headers["cache-control"]]).toEqual([200, value]);
});

test("all files that the dashboard page loads are immutable", async () => {
  const { body } = await get("/dashboard/");
  const names = [...body.toString().matchAll(/(?:href|src)="([\w.-]+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) {
    const { status, headers } = await get(`/dashboard/${name}`);
    expect([status, headers["cache-control"]]).toEqual([200, forGood]);
  }
});

test.each([
  ["/zonetag.js", "text/javascript; charset=utf-8"],
  ["/zonetag.mjs", "text/javascript; charset=utf-8"],
  ["/zonetag.js.map", "application/json"],
  ["/integrity.json", "application/json"],
  ["/licences.txt", "text/plain; charset=utf-8"],
  ["/dashboard/", "text/html; charset=utf-8"],
  ["/creatives/autumn/shoes.svg", "image/svg+xml; charset=utf-8"],
  ["/creatives/shoes.png", "image/png"],
])("%s has the Content-Type %s", async (path, type) => {
  expect((await get(path)).headers["content-type"]).toBe(type);
});

test("HEAD returns the headers of GET without a body", async () => {
  const options = { "accept-encoding": "br" };
  const [got, headed] = [await get("/console.js", options), await get("/console.js", options, "HEAD")];
  expect(headed.body.length).toBe(0);
  for (const name of ["content-length", "content-encoding", "etag", "cache-control"])
    expect(headed.headers[name]).toBe(got.headers[name]);
});

test.each([
  "/creatives/.secret",
  "/creatives/..%2f..%2fetc%2fpasswd",
  "/creatives/autumn",
  "/creatives/",
  "/creatives/%00",
  "/creatives/%E0%A4%A",
  "/creatives/none.png",
  "/dashboard/none.js",
  "/zonetag-service.mjs",
  "/service.mjs",
])("%s returns 404", async (path) => {
  const { status, body } = await get(path);
  expect([status, body.toString()]).toEqual([404, '{"message":"There is nothing at this address."}']);
});

test("the page at / shows embed code with the service's origin, and its links work", async () => {
  const { status, headers, body } = await get("/");
  expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=UTF-8"]);
  expect(body.toString()).toContain(`src=&quot;${service.origin}/zonetag.js&quot;`);
  const links = [...body.toString().matchAll(/href="(\/[^"]*)"/g)].map(([, path = ""]) => path);
  expect(links).toContain("/dashboard/");
  for (const path of links) expect((await get(path)).status).toBe(200);
});

test("the page at / does not contain markup from the Host header", async () => {
  const { body } = await get("/", { host: 'x"><script>' });
  expect(body.toString()).not.toContain('"><script>');
});
