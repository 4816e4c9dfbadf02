/** Style sheets that publishers' pages load, and the class that each expects around an article. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { compile } from "tailwindcss";

export interface Sheet {
  css: string;
  /** Classes of the element around the contexts. */
  container?: string;
}

const require = createRequire(import.meta.url);
const read = (path: string) => readFileSync(require.resolve(path), "utf8");

/** Compiles Tailwind's start sheet and typography plugin for the classes in use. */
export async function compileTailwind(classes: string[]): Promise<string> {
  const load = (id: string) => {
    const path = require.resolve(id === "tailwindcss" ? "tailwindcss/index.css" : id);
    return { path, base: path, content: readFileSync(path, "utf8") };
  };
  const compiler = await compile('@import "tailwindcss"; @plugin "@tailwindcss/typography";', {
    loadStylesheet: async (id) => load(id),
    loadModule: async (id, base) => ({ path: id, base, module: require(id) }),
  });
  return compiler.build(classes);
}

/** Style sheet that WordPress prints for a block theme: layout of blocks, and rules of its block library for images. */
const WORDPRESS = `
  :root { --wp--style--global--content-size: 645px; --wp--style--block-gap: 1.2rem }
  body { margin: 0; font-size: 1.15rem; line-height: 1.6 }
  :where(figure) { margin: 0 0 1em }
  :where(.is-layout-flow) > * { margin-block: 1.2rem 0 }
  .is-layout-constrained > :where(:not(.alignleft):not(.alignright):not(.alignfull)) {
    max-width: var(--wp--style--global--content-size); margin-left: auto !important; margin-right: auto !important }
  :root :where(.is-layout-constrained) > * { margin-block: 1.2rem 0 }
  :root :where(a:where(:not(.wp-element-button))) { color: currentColor; text-decoration: underline }
  html :where(img[class*=wp-image-]), .entry-content img { height: auto; max-width: 100% }
  .entry-content a { padding: 2px 4px; border-bottom: 2px solid } .entry-content a:hover { background: #ffc }
  .entry-content ins { background: #fff9c0; text-decoration: none }
  .entry-content a[target=_blank]::after { content: "\\2197"; margin-left: 4px; padding: 3px }
  .entry-content img { border-radius: 12px; margin: 1em 0; box-shadow: 0 4px 9px #0006 }`;

/** Further common rules for links and images: lazy loading, hover effects, frames, old resets, mail styles. */
const RUDE = `
  img { opacity: 0; visibility: hidden; transform: scale(.5); position: relative; left: 20px; float: left; border: 7px solid;
    padding: 6px !important; width: 100% !important; height: auto !important; max-height: 90px; min-width: 500px;
    clip-path: circle(20%); aspect-ratio: 1; object-fit: cover; box-sizing: border-box; margin: -9px auto 2em }
  a { display: flex !important; position: absolute; top: 0; padding: 1em !important; margin: 5px; width: 50%; height: 9px;
    overflow: hidden; border: 3px double; transform: rotate(3deg); visibility: hidden; float: right; line-height: 3;
    contain: strict; text-indent: 2em; opacity: .1; display: none !important }
  a::before, a::after { content: "external"; display: block; height: 30px }
  a > img:only-child { display: none !important }`;

/** Style sheet with cascade layers. */
const LAYERED = `
  @layer reset, components;
  @layer reset { * { margin: 0; padding: 0 } img, a { display: block; max-width: 100%; height: auto } }
  @layer components { .content img { margin: 2em 0; border: 1px solid; border-radius: 50% } .content a { padding: 9px } }`;

const file = (path: string, container = ""): Sheet => ({ css: read(path), container });

export const SHEETS: Record<string, Sheet> = {
  none: { css: "" },
  bootstrap: file("bootstrap/dist/css/bootstrap.css", "container"),
  bulma: file("bulma/css/bulma.css", "container content"),
  foundation: file("foundation-sites/dist/css/foundation.css", "grid-container"),
  "github-markdown": file("github-markdown-css/github-markdown.css", "markdown-body"),
  milligram: file("milligram/dist/milligram.css", "container"),
  mvp: file("mvp.css/mvp.css"),
  normalize: file("normalize.css/normalize.css"),
  pico: file("@picocss/pico/css/pico.css", "container"),
  pure: file("purecss/build/pure.css", "pure-u-1"),
  sanitize: file("sanitize.css/sanitize.css"),
  "semantic-ui": file("semantic-ui-css/semantic.css", "ui text container segment"),
  tachyons: file("tachyons/css/tachyons.css", "nested-img nested-links ph3"),
  "tailwind-preflight": file("tailwindcss/preflight.css"),
  "tailwind-typography": {
    css: await compileTailwind(["prose", "lg:prose-xl"]),
    container: "prose lg:prose-xl",
  },
  water: file("water.css/out/water.css"),
  wordpress: { css: WORDPRESS, container: "entry-content is-layout-constrained" },
  layered: { css: LAYERED, container: "content" },
  rude: { css: RUDE },
};
