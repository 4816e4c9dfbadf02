import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { CurrentCatalogue } from "../../../src/service/catalogue/currentCatalogue.ts";
import type { ChangeLog } from "../../../src/service/management/changeLog.ts";
import { findNamedImages, sweepImages } from "../../../src/service/management/imageSweep.ts";
import { findImageNames, ImageFolder } from "../../../src/service/management/images.ts";
import { UploadFile } from "../../../src/service/management/uploads.ts";
import { makeFolder } from "../../support/folder.ts";
import { aCampaign, aCatalogueObject, aVariation } from "../support/catalogue.ts";
import { testService } from "../support/service.ts";
import { countPerTurn } from "../support/turns.ts";
import { SAMPLES } from "./sampleImages.ts";
import { manage } from "./support.ts";

const nameImage = (digit: string) => `image-${digit.repeat(32)}.png`;
const showing = (image: string, variation: object = {}, campaign: object = {}) => {
  const variations = [{ ...aVariation(1), image, ...variation }];
  return parseCatalogue(aCatalogueObject({ campaigns: [aCampaign({ id: 1, ...campaign, variations })] }));
};
const logging = (...values: object[]): ChangeLog => ({
  list: async () => ({ count: 0, entries: [] }),
  async *readValues() {
    yield values;
  },
});

const SENT = { size: "300x250", url: "https://shop.example/", review: "waiting" };
const VARIATION = (digit: string) => ({ variations: [{ image: `/creatives/${nameImage(digit)}` }] });
test.each([
  ["a creative", [showing(`/creatives/${nameImage("a")}`)], {}],
  ["an absolute address", [showing(`https://ads.example/creatives/${nameImage("a")}?v=2`)], {}],
  ["an encoded address", [showing(`/creatives/im%61ge%2D${"%61".repeat(32)}.png`)], {}],
  ["a waiting creative", [showing(`/creatives/${nameImage("a")}`, { review: "waiting" })], {}],
  [
    "a waiting change",
    [showing("/b.png", { pending: { image: `/creatives/${nameImage("a")}`, ...SENT } })],
    {},
  ],
  ["a rejected creative", [showing(`/creatives/${nameImage("a")}`, { review: "rejected" })], {}],
  ["a paused creative", [showing(`/creatives/${nameImage("a")}`, { active: false })], {}],
  ["an archived campaign", [showing(`/creatives/${nameImage("a")}`, {}, { deleted: true })], {}],
  ["an earlier catalogue", [showing("/b.png"), showing(`/creatives/${nameImage("a")}`)], {}],
  ["a value in the change log", [showing("/b.png")], VARIATION("a")],
])("an image counts as referenced by %s", async (_where, catalogues, entry) => {
  const campaigns = catalogues.map(({ data }) => data.campaigns);
  expect([...(await findNamedImages(campaigns, logging(entry)))]).toEqual([nameImage("a")]);
});

test("campaigns are searched in steps of 10, between which other work runs", async () => {
  const [campaign] = showing("/b.png").data.campaigns;
  if (!campaign) throw new Error("There is no campaign.");
  const { all, most } = await countPerTurn((note) => {
    const toJSON = () => {
      note();
      return campaign;
    };
    return findNamedImages([Array.from({ length: 200 }, () => ({ ...campaign, toJSON }))], logging());
  });
  expect(all).toBe(200);
  expect(most).toBeLessThanOrEqual(2 * 10);
});

test("file names that differ from the form of uploads do not count as uploaded images", () => {
  const names = ["/creatives/logo.png", `image-${"a".repeat(31)}.png`, `image-${"A".repeat(32)}.png`];
  expect([...findImageNames(names.join(" "))]).toEqual([]);
});

async function age(file: string): Promise<void> {
  await utimes(file, new Date(0), new Date(0));
}

test("a sweep deletes nothing while the change log cannot be read", async () => {
  const folder = makeFolder();
  const images = new ImageFolder(folder, new UploadFile(join(folder, "uploads.json"), 1000));
  const { image } = await images.store(1, SAMPLES.png);
  await age(join(folder, image.slice("/creatives/".length)));
  const changes: ChangeLog = {
    ...logging(),
    // biome-ignore lint/correctness/useYield: fails before the first value
    async *readValues() {
      throw new Error("away");
    },
  };
  const current = new CurrentCatalogue(showing("/b.png"), 1000);
  await expect(sweepImages({ images, changes, current })).rejects.toThrow("away");
  expect(await readdir(folder)).toContain(image.slice("/creatives/".length));
});

test("a sweep during a change keeps the image that the change references", async () => {
  const folder = makeFolder();
  const images = new ImageFolder(folder, new UploadFile(join(folder, "uploads.json"), 1000));
  const { image } = await images.store(1, SAMPLES.png);
  const file = image.slice("/creatives/".length);
  const accounts = [
    { id: 1, name: "Publisher", role: "publisher", network: 7 },
    { id: 2, name: "Advertiser", role: "advertiser", network: 7 },
    { id: 7, name: "Network", role: "network" },
  ];
  const catalogue = aCatalogueObject({ campaigns: [aCampaign({ id: 1 })] });
  const { send } = await manage({ ...catalogue, accounts }, { images });
  const creative = { image, size: "300x250", url: "https://shop.example/" };
  const requests = [
    ["POST", "/v2/campaigns/1/creatives", creative],
    ["PATCH", "/v2/campaigns/1/creatives/1", { image }],
  ] as const;
  for (const [method, path, body] of requests) {
    await age(join(folder, file));
    expect((await send(7, method, path, body, { "If-Match": "*" })).status).toBeLessThan(300);
    // Simulates a sweep that read the catalogue before the change.
    await images.sweep(new Set());
    expect(await readdir(folder)).toContain(file);
  }
});

test("the service deletes unreferenced images at startup", async () => {
  const data = makeFolder();
  const folder = join(data, "creatives");
  await mkdir(folder);
  for (const digit of ["a", "b"]) {
    await writeFile(join(folder, nameImage(digit)), "");
    await age(join(folder, nameImage(digit)));
  }
  const catalogue = showing(`/creatives/${nameImage("a")}`).data;
  await using _service = await testService(catalogue, { data });
  await expect.poll(() => readdir(folder)).toEqual([nameImage("a")]);
});
