// @vitest-environment happy-dom
/** The import for single-file bundles, which loads the console from `consoleUrl`. */
import { expect, onTestFinished, test, vi } from "vitest";
import type { SingleFileSettings } from "../../src/tag/singleFile.ts";
import { ENDPOINT, forgetTag, pass, usePage, world } from "./page.ts";

usePage();

const create = async (settings: Partial<SingleFileSettings> = {}) => {
  vi.resetModules();
  forgetTag();
  document.body.innerHTML = `<ins data-zone-id="1"></ins>`;
  const { createZonetag } = await import("../../src/tag/singleFile.ts");
  const tag = createZonetag({ endpoint: ENDPOINT, keywords: ["a", "b"], ...settings });
  await pass(0);
  return tag;
};

const useBase = (href: string) => {
  const base = document.head.appendChild(document.createElement("base"));
  base.href = href;
  onTestFinished(() => base.remove());
};

test("the single-file import accepts the settings of the npm import", async () => {
  await create({ consoleUrl: "/console.js" });
  expect(world.asked.map(({ body }) => body.zones)).toEqual([[{ id: 1, keywords: "a,b" }]]);
  expect(world.said).toEqual([]);
});

test.each([
  ["an absolute address", "https://cdn.example/single/console.js", "https://cdn.example/single/console.js"],
  ["an address relative to the page", "single/console.js", "https://site.example/articles/single/console.js"],
])("the console is loaded on demand from %s", async (_, consoleUrl, address) => {
  useBase("https://site.example/articles/");
  const open = vi.fn();
  const load = vi.fn(() => ({ open }));
  vi.doMock(address, load);
  const tag = await create({ consoleUrl });
  expect(load).not.toHaveBeenCalled();
  await tag.console();
  expect(world.said).toEqual([]);
  expect(open).toHaveBeenCalledWith(expect.objectContaining({ tag }));
});

test("without consoleUrl no console is loaded", async () => {
  useBase("https://site.example/");
  const load = vi.fn(() => ({ open() {} }));
  vi.doMock("https://site.example/undefined", load);
  const tag = await create();
  await tag.console();
  expect(load).not.toHaveBeenCalled();
});

test.each([undefined, "https://cdn.example/missing/console.js"])(
  "a console that does not load from consoleUrl %s is reported with what to set",
  async (consoleUrl) => {
    const tag = await create({ consoleUrl });
    await expect(tag.console()).resolves.toBeUndefined();
    expect(world.said).toHaveLength(1);
    const expected = `console.js did not load. Set consoleUrl to its address; it is "${consoleUrl}": `;
    expect(world.said[0]).toContain(expected);
  },
);
