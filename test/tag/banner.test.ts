// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import type { BannerData } from "../../src/protocol/placement.ts";
import { listCopies, loadBanner } from "../../src/tag/banner.ts";
import type { Values } from "../../src/tag/types.ts";
import { banner, load, pass, usePage, world } from "./page.ts";

usePage();

const draw = async (more: Partial<Record<keyof BannerData, unknown>> = {}, values: Values = {}) => {
  const { data } = banner(1, more);
  const drawn = loadBanner(data, values);
  await pass(0);
  await load();
  return { data, link: await drawn };
};

test("a banner is a link around an image, as in the publishers' guide", async () => {
  const { data, link } = await draw();
  const list = (element: Element) =>
    Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
  const { style, ...attributes } = list(link);
  expect(attributes).toEqual({
    href: data.url,
    target: "_blank",
    rel: "noopener sponsored nofollow",
    "aria-label": "Advertisement",
  });
  const { style: _, ...ofImage } = list(link.children[0] as Element);
  expect(ofImage).toEqual({ src: data.image, alt: "", decoding: "async" });
  expect([link.childNodes.length, style]).toEqual([1, expect.stringContaining("display")]);
});

test("a banner's label is its link's accessible name", async () => {
  const { link } = await draw({}, { label: "Reklama" });
  expect(link.getAttribute("aria-label")).toBe("Reklama");
});

test("a banner without a label is named Advertisement", async () => {
  const named = async (label?: string) => {
    const drawn = loadBanner(banner(1).data, label === undefined ? {} : { label });
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
  const drawn = loadBanner(data, {});
  await pass(0);
  const [image] = world.images;
  expect(image?.src).toBe(data.image);
  await Promise.all([expect(drawn).rejects.toBe(data.image), load("all", "error")]);
});

const SAVED = { rel: "noopener sponsored nofollow", target: "_blank", "aria-label": "Advertisement" };

/** Creates a placeholder with a link of these attributes and this content. */
const save = (
  attributes: object = {},
  content = `<img src="/a.png" alt="" decoding="async">`,
  wrap = "$",
) => {
  const list = Object.entries({ ...SAVED, ...attributes }).map(([name, value]) => `${name}="${value}"`);
  const element = document.createElement("ins");
  element.innerHTML = wrap.replace("$", `<a href="/c/1" ${list.join(" ")}>${content}</a>`);
  return element;
};

test.each<[string, HTMLElement, string?]>([
  ["as the tag made it", save()],
  ["with more tokens in rel", save({ rel: "noopener noreferrer sponsored nofollow" })],
  [
    "with the tokens of rel in another order",
    save({ rel: "nofollow external SPONSORED noopener".toLowerCase() }),
  ],
  ["in a paragraph", save({}, undefined, "<p>$</p>")],
  ["in a figure with blanks", save({}, undefined, "<figure>\n <div>$</div> </figure>")],
  ["without its target", save({ target: "" })],
  [
    "with a class and other attributes of an editor",
    save({ class: "x", "data-id": "1" }, `<img alt="" loading="lazy">`),
  ],
  ["with its image in a picture", save({}, `<picture><source><img alt=""></picture>`)],
  ["with the label of its slot", save({ "aria-label": "Anzeige" }), "Anzeige"],
])("a saved ad is recognized %s", (_, element, label) => {
  expect(listCopies(element, label)).toEqual([element.querySelector("a")]);
});

test.each<[string, HTMLElement]>([
  ["with a label of its own", save({ "aria-label": "Our partner" })],
  ["without a label", save({ "aria-label": "" })],
  ["whose image has a text", save({}, `<img alt="Partner">`)],
  ["with text", save({}, `<img alt="">Partner`)],
  ["without an image", save({}, ``)],
  ["with two images", save({}, `<img alt=""><img alt="">`)],
  ["that is followed", save({ rel: "noopener sponsored" })],
  ["that is not sponsored", save({ rel: "noopener nofollow" })],
])("a publisher's link %s is no saved ad", (_, element) => {
  expect(listCopies(element)).toEqual([]);
});

test.each([
  ["in the size of its placeholder", "728x90", {}, 0, "728 / 90", "728 / 90"],
  ["in the size of its image", undefined, {}, 88, "88 / 31", "88 / 31"],
  ["in the size of the response", undefined, { width: 468, height: 60 }, 88, "468 / 60", "468 / 60"],
  ["within the size of its placeholder", "728x90", { width: 468, height: 60 }, 88, "728 / 90", "468 / 60"],
])("a banner is shown %s", async (_, size, stated, naturalWidth, ratio, imageRatio) => {
  vi.spyOn(HTMLImageElement.prototype, "naturalWidth", "get").mockReturnValue(naturalWidth);
  vi.spyOn(HTMLImageElement.prototype, "naturalHeight", "get").mockReturnValue(31);
  const { link } = await draw(stated, size ? { size } : {});
  const image = link.querySelector("img") as HTMLImageElement;
  expect([link.style.aspectRatio, image.style.aspectRatio]).toEqual([ratio, imageRatio]);
});

test("an image without a stated size has its own one, also after images of other sizes", async () => {
  const size = vi.spyOn(HTMLImageElement.prototype, "naturalWidth", "get");
  vi.spyOn(HTMLImageElement.prototype, "naturalHeight", "get").mockReturnValue(50);
  const measure = async (naturalWidth: number, values?: Values) => {
    size.mockReturnValue(naturalWidth);
    const { link } = await draw({}, values);
    return [link.style.aspectRatio, link.querySelector("img")?.style.aspectRatio];
  };
  expect(await measure(320)).toEqual(["320 / 50", "320 / 50"]);
  expect(await measure(320)).toEqual(["320 / 50", "320 / 50"]);
  expect(await measure(468)).toEqual(["468 / 50", "468 / 50"]);
  expect(await measure(300, { size: "300x50" })).toEqual(["300 / 50", "300 / 50"]);
  expect(await measure(88, { size: "300x50" })).toEqual(["300 / 50", "88 / 50"]);
  expect(await measure(0, { size: "300x50" })).toEqual(["300 / 50", "300 / 50"]);
  expect(await measure(0)).toEqual(["0 / 0", "0 / 0"]);
});
