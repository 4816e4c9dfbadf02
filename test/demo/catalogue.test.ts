import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { createSite } from "../../demo/site.tsx";
import { loadCatalogue } from "../../src/service/catalogue/catalogue.ts";

const DEMO = resolve(import.meta.dirname, "../../demo");
const { data } = await loadCatalogue(join(DEMO, "catalogue.json"));
const variations = data.campaigns.flatMap(({ variations }) => variations);

/** Reads the width and height of a WebP file from its header. */
function parseSize(file: Buffer): [number, number] {
  const kind = file.toString("latin1", 12, 16);
  if (kind === "VP8 ") return [file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff];
  if (kind === "VP8L") {
    const bits = file.readUInt32LE(21);
    return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
  }
  return [file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1];
}

test.each(variations)(
  "the image $image has twice the pixels of $size and less than 25 KB",
  ({ image, size }) => {
    const file = readFileSync(join(DEMO, image.replace("/creatives", "banners/files")));
    expect(parseSize(file).map((pixels) => pixels / 2)).toEqual(size.split("x").map(Number));
    expect(file.length).toBeLessThan(25 * 1024);
  },
);

test("every landing page is a page of the demo", async () => {
  const site = createSite({ ads: "http://ads.example", live: false, client: async () => undefined });
  for (const { url } of variations) {
    expect(url).toMatch(/^http:\/\/localhost:4600\//);
    expect((await site.request(new URL(url).pathname)).status, url).toBe(200);
  }
});

test("all zones of the article are in the catalogue except the unknown zone 999", async () => {
  const site = createSite({ ads: "http://ads.example", live: false, client: async () => undefined });
  const page = await (await site.request("/running/forty-minutes-before-the-tide")).text();
  const onPage = [...page.matchAll(/data-zone-id="(\d+)" data-size="(\w+)"/g)].map(
    ([, id, size]) => `${id} ${size}`,
  );
  const known = new Set(data.zones.map(({ id, size }) => `${id} ${size}`));
  expect(onPage.filter((zone) => !known.has(zone))).toEqual(["999 320x50"]);
});
