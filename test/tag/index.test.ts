// @vitest-environment happy-dom
/** The npm import, which takes settings as an object. */
import { expect, test, vi } from "vitest";
import type { ZonetagSettings } from "../../src/tag/index.ts";
import { ENDPOINT, forgetTag, pass, usePage, world } from "./page.ts";
import { AGREED, REFUSED } from "./values.ts";

usePage();

const create = async (settings: Partial<ZonetagSettings> = {}) => {
  vi.resetModules();
  forgetTag();
  const { createZonetag } = await import("../../src/tag/index.ts");
  const tag = createZonetag({ endpoint: ENDPOINT, ...settings });
  await pass(0);
  return { createZonetag, tag };
};
const show = () => {
  document.body.innerHTML = `<ins data-zone-id="1"></ins>`;
};

test("the import fills the page's zones without a global", async () => {
  show();
  await create();
  expect(world.asked.map(({ address, ids }) => [address, ids])).toEqual([[ENDPOINT, [1]]]);
  expect(window).not.toHaveProperty("zonetag");
});

test("settings of the import work like the script's attributes", async () => {
  show();
  await create({
    sub: 7,
    keywords: "a, b",
    targeting: { plan: "pro" },
    referer: "https://other.example/x",
    userId: "u1",
    email: "e@a.example",
    buyeruids: [1],
    credentials: "include",
    label: "Reklama",
  });
  const [asked] = world.asked;
  expect(asked?.init.credentials).toBe("include");
  expect(asked?.body).toMatchObject({
    user: {
      id: "u1",
      referer: "https://other.example/x",
      el: btoa("e@a.example"),
      buyeruids: btoa("[1]"),
    },
    zones: [{ id: 1, sub: 7, keywords: "a,b", custom_targeting: { plan: "pro" } }],
  });
  expect(world.said).toEqual([]);
});

test("without an endpoint the import reports one clear error", async () => {
  show();
  await create({ endpoint: undefined as never });
  expect(world.said).toEqual(['data-endpoint="": expected an https address']);
  expect(world.asked).toEqual([]);
});

test("consentTimeout and timeout of the import take effect", async () => {
  vi.stubGlobal("__tcfapi", () => {});
  show();
  await create({ consentTimeout: 100, timeout: 200 });
  await pass(99);
  expect(world.asked).toEqual([]);
  await pass(1);
  expect(world.asked).toHaveLength(1);
  await pass(200);
  await pass(1_000);
  expect(world.asked).toHaveLength(2);
});

test.each([
  [
    { gdpr: 1, consent: AGREED },
    { gdpr: 1, consent: AGREED },
  ],
  [{ gdpr: 0 }, { gdpr: 0, consent: "" }],
  [{ consent: REFUSED }, { gdpr: 1, consent: REFUSED }],
  [{ gdpr: { gdpr: 1, consent: REFUSED } }, { gdpr: 1, consent: REFUSED }],
  [{}, undefined],
] as const)("the import's settings %j send the consent %j", async (settings, gdpr) => {
  show();
  await create(settings);
  expect(world.asked[0]?.body.user.gdpr).toEqual(gdpr);
});

test("undefined settings are ignored and invalid settings reported", async () => {
  show();
  const open = { sub: undefined, keywords: undefined, lazy: undefined, manual: false } as object;
  await create(open);
  expect(world.said).toEqual([]);
  expect(world.asked[0]?.body.zones).toEqual([{ id: 1 }]);
  await create({ refresh: 5 });
  expect(world.said).toEqual(['data-refresh="5": expected a whole number from 30 to 86400']);
});

test("with manual nothing is requested before scan()", async () => {
  show();
  const { tag } = await create({ manual: true });
  expect(world.asked).toEqual([]);
  tag.scan();
  await pass(0);
  expect(world.asked).toHaveLength(1);
});

test("a second createZonetag() call returns the first tag and ignores the new settings", async () => {
  show();
  const { createZonetag, tag } = await create();
  expect(createZonetag({ endpoint: "https://other.example/v1", keywords: "x" })).toBe(tag);
  await pass(10);
  tag.refresh();
  await pass(10);
  expect(world.asked.map(({ address }) => address)).toEqual([ENDPOINT, ENDPOINT]);
  expect(world.asked[1]?.body.zones).toEqual([{ id: 1 }]);
});

test("a second bundle with the import gets the tag of the first bundle", async () => {
  show();
  const { createZonetag, tag } = await create();
  vi.resetModules();
  const bundle = await import("../../src/tag/index.ts");
  expect(bundle.createZonetag).not.toBe(createZonetag);
  expect(bundle.createZonetag({ endpoint: "https://other.example/v1", keywords: "x" })).toBe(tag);
  await pass(10);
  expect(world.asked.map(({ address, ids }) => [address, ids])).toEqual([[ENDPOINT, [1]]]);
});

test("console() loads the console module beside the tag's module", async () => {
  const open = vi.fn();
  vi.doMock("../../src/console/index.tsx", () => ({ open }));
  const { tag } = await create();
  await tag.console();
  expect(open).toHaveBeenCalledWith(
    expect.objectContaining({ tag, settings: expect.objectContaining({ endpoint: ENDPOINT }) }),
  );
  vi.doUnmock("../../src/console/index.tsx");
});

test("a console that does not load is reported with the file to deploy", async () => {
  vi.doMock("../../src/console/index.tsx", () => Promise.reject(new Error("404")));
  const { tag } = await create();
  await expect(tag.console()).resolves.toBeUndefined();
  expect(world.said).toEqual([
    expect.stringMatching(/^console\.js did not load\. Deploy the file .*: Error/),
  ]);
  vi.doUnmock("../../src/console/index.tsx");
});
