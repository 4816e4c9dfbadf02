/**
 * Draws the demo's banners: `npx tsx demo/banners/make.ts [brand]`.
 *
 * Lays each out as a page in Chromium with the fonts of Debian's `fonts-urw-base35`, at twice its size, and writes it
 * as WebP, lossless where that is smaller.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Argument, Command } from "commander";
import { chromium, type Page } from "playwright";
import { chromiumLaunch } from "../../e2e/support/browser.ts";
import { BRANDS, type Size } from "./brands.ts";

const CSS = `
  body { margin: 0 }
  .banner { position: relative; overflow: hidden; width: 100vw; height: 100vh; color: var(--ink); letter-spacing: var(--track) }
  svg { position: absolute; inset: 0 }
  .words { position: absolute; inset: 0; display: flex; box-sizing: border-box }
  p { margin: 0; line-height: 1.08; text-wrap: balance; text-transform: var(--case) }
  .name { color: var(--name); line-height: 1; white-space: nowrap }
  i { font-style: normal; letter-spacing: 0; background: var(--button); color: var(--on); border-radius: 99px; line-height: 1; white-space: nowrap }
  .wide .words { align-items: center; padding: 0 20px; gap: 22px }
  .wide .name { font-size: calc(25px * var(--scale, 1)); width: 148px }
  .wide p { font-size: calc(21px * var(--scale, 1)); width: 270px }
  .wide i { font-size: 14px; padding: 10px 16px; margin-left: auto }
  .strip .words { align-items: center; padding: 0 10px; gap: 8px }
  .strip .name { display: none }
  .strip p { font-size: calc(15px * var(--scale, 1)); width: 146px }
  .strip i { font-size: 11px; padding: 7px 10px; margin-left: auto }
  .box .words { flex-direction: column; align-items: flex-start; padding: 20px; gap: 10px }
  .box .name { font-size: 17px }
  .box p { font-size: calc(29px * var(--scale, 1)); width: 250px }
  .box i { font-size: 14px; padding: 10px 16px; margin-top: auto }
  .tall .words { flex-direction: column; align-items: flex-start; padding: 22px 16px; gap: 16px }
  .tall .name { font-size: 19px }
  .tall p { font-size: calc(27px * var(--scale, 1)) }
  .tall i { font-size: 13px; padding: 10px 14px; margin-top: auto; align-self: stretch; text-align: center }
`;

const SCALE = 2;

function parseSize(text: string): Size {
  const [width = 0, height = 0] = text.split("x").map(Number);
  return { width, height };
}

/** Re-encodes a PNG in the browser. At quality 1, Chromium writes lossless WebP. */
async function encodeWebp(page: Page, png: Buffer): Promise<Buffer> {
  const source = `data:image/png;base64,${png.toString("base64")}`;
  const encoded = await page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src });
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), {
      width: image.width,
      height: image.height,
    });
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return [0.86, 1].map((quality) => canvas.toDataURL("image/webp", quality));
  }, source);
  const files = encoded.map((url) => Buffer.from(url.slice(url.indexOf(",") + 1), "base64"));
  return files.sort((a, b) => a.length - b.length)[0] ?? png;
}

const command = new Command("npx tsx demo/banners/make.ts")
  .description("Draws the banners of the demo again, into demo/banners/files.")
  .addArgument(new Argument("[brand]", "draw only this brand's").choices(BRANDS.map(({ id }) => id)))
  .parse();
const [wanted] = command.args;
const folder = join(import.meta.dirname, "files");
await mkdir(folder, { recursive: true });
const browser = await chromium.launch(await chromiumLaunch());
const page = await browser.newPage({ deviceScaleFactor: SCALE });
for (const brand of BRANDS.filter(({ id }) => !wanted || id === wanted)) {
  for (const size of brand.sizes) {
    await page.setViewportSize(parseSize(size));
    await page.setContent(`<style>${CSS}</style>${brand.draw(parseSize(size))}`);
    const bytes = await encodeWebp(page, await page.screenshot());
    const name = `${brand.id}-${size}.webp`;
    await writeFile(join(folder, name), bytes);
    console.log(`${name}  ${bytes.length} bytes`);
  }
}
await browser.close();
