// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import type { BannerData } from "../../src/protocol/placement.ts";
import { fitBanner, loadBanner } from "../../src/tag/banner.ts";
import { banner, load, pass, usePage, world } from "./page.ts";

usePage();

const draw = async (more: Partial<Record<keyof BannerData, unknown>> = {}, label?: string) => {
  const { data } = banner(1, more);
  const clicks: number[] = [];
  const drawn = loadBanner(data, label, () => clicks.push(1));
  await pass(0);
  await load();
  const { _link, _node } = await drawn;
  expect(_node.parentElement).toBe(_link);
  return { data, link: _link, clicks };
};

test("a banner is a link around an image, as in the publishers' guide", async () => {
  const { data, link } = await draw();
  expect(link.outerHTML).toBe(
    `<a href="${data.url}" target="_blank" rel="noopener sponsored nofollow" aria-label="Advertisement"><img src="${data.image}" alt="" decoding="async"></a>`,
  );
});

test("a banner's label is its link's accessible name", async () => {
  const { link } = await draw({}, "Reklama");
  expect(link.getAttribute("aria-label")).toBe("Reklama");
});

test("a banner without a label is named Advertisement", async () => {
  const named = async (label?: string) => {
    const drawn = loadBanner(banner(1).data, label, () => {});
    drawn.catch(() => {});
    await pass(0);
    return world.images.at(-1)?.parentElement?.getAttribute("aria-label");
  };
  expect([await named("Anzeige"), await named(""), await named()]).toEqual([
    "Anzeige",
    "Advertisement",
    "Advertisement",
  ]);
});

test("loadBanner() rejects with the image address when the image is broken", async () => {
  const { data } = banner(1);
  const drawn = loadBanner(data, undefined, () => {});
  await pass(0);
  const [image] = world.images;
  expect(image?.src).toBe(data.image);
  await Promise.all([expect(drawn).rejects.toBe(data.image), load("all", "error")]);
});

test("left and middle clicks are reported, right clicks are not", async () => {
  const { link, clicks } = await draw();
  // Keeps happy-dom from following the link.
  link.addEventListener("click", (event) => event.preventDefault());
  for (const [type, button, times] of [
    ["click", 0, 1],
    ["auxclick", 1, 2],
    ["auxclick", 2, 2],
  ] as const) {
    link.dispatchEvent(new MouseEvent(type, { button, cancelable: true }));
    expect(clicks).toHaveLength(times);
  }
});

test.each([
  ["in the size of its placeholder", "728x90", {}, 0, "728 / 90", "728 / 90"],
  ["in the size of its image", undefined, {}, 88, "88 / 31", "88 / 31"],
  ["in the size of the response", undefined, { width: 468, height: 60 }, 88, "468 / 60", "468 / 60"],
  ["within the size of its placeholder", "728x90", { width: 468, height: 60 }, 88, "728 / 90", "468 / 60"],
])("a banner is shown %s", async (_, size, stated, naturalWidth, ratio, imageRatio) => {
  const { data, link } = await draw(stated);
  const image = link.querySelector("img") as HTMLImageElement;
  vi.spyOn(image, "naturalWidth", "get").mockReturnValue(naturalWidth);
  vi.spyOn(image, "naturalHeight", "get").mockReturnValue(31);
  fitBanner({ _link: link, _node: image }, data, size);
  expect([link.style.aspectRatio, image.style.aspectRatio]).toEqual([ratio, imageRatio]);
});
