/**
 * The demo's publisher: a magazine on its own origin, with the built tag on every page.
 *
 * Pages are rendered here; ads, impressions and clicks are served by the ad service.
 */
import { join, resolve } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { BRANDS, fellstride } from "./banners/brands.ts";
import { ArticlePage } from "./pages/article.tsx";
import { ARTICLES } from "./pages/articles.ts";
import { HomePage } from "./pages/home.tsx";
import { Layout, type Page, type Surroundings } from "./pages/layout.tsx";
import { ShopPage, ThanksPage } from "./pages/shop.tsx";

const ROOT = resolve(import.meta.dirname, "..");
const FONTS = "node_modules/@fontsource-variable/newsreader/files";

export interface SiteSettings extends Surroundings {
  /** Client code by path, as bundled. */
  client: (path: string) => Promise<string | undefined>;
}

export function createSite({ client, ...surroundings }: SiteSettings): Hono {
  const site = new Hono();
  const renderPage = (props: Page) => renderDocument(<Layout {...props} {...surroundings} />);

  site.get("/", (c) => c.html(renderPage(composeHome())));
  for (const article of ARTICLES) site.get(article.path, (c) => c.html(renderPage(composeArticle(article))));
  site.get("/notes/*", (c) => c.html(renderPage(composeNotes())));
  for (const brand of BRANDS) {
    site.get(`/shops/${brand.id}`, (c) => c.html(renderDocument(<ShopPage brand={brand} />)));
  }

  site.get("/shops/fellstride/thanks", (c) =>
    c.html(renderDocument(<ThanksPage brand={fellstride} ads={surroundings.ads} />)),
  );

  site.get("/client/*", async (c) => {
    const code = await client(c.req.path.slice("/client/".length));
    return code === undefined ? c.notFound() : c.body(code, 200, { "content-type": "text/javascript" });
  });
  site.get("/assets/*", serveFiles("/assets", "demo/assets"));
  site.get("/fonts/*", serveFiles("/fonts", FONTS, nameFontFile));
  if (surroundings.live) site.get("/live", (c) => streamSSE(c, waitUntilClosed));
  site.notFound((c) => c.html(renderPage(composeMissing(c.req.path)), 404));
  return site;
}

function serveFiles(prefix: string, folder: string, rename = (name: string) => name) {
  return serveStatic({
    root: join(ROOT, folder),
    rewriteRequestPath: (path) => rename(path.slice(prefix.length)),
  });
}

function nameFontFile(name: string): string {
  return name === "/italic.woff2"
    ? "/newsreader-latin-wght-italic.woff2"
    : "/newsreader-latin-wght-normal.woff2";
}

/** Keeps the stream open. Its end tells the page that the demo restarts. */
function waitUntilClosed(stream: SSEStreamingApi): Promise<void> {
  return new Promise((closed) => stream.onAbort(closed));
}

function renderDocument(layout: VNode): string {
  return `<!doctype html>${renderToString(layout)}`;
}

function composeHome(): Page {
  return {
    path: "/",
    title: "Longshore, an independent quarterly from the edge of things",
    description: "Running, travel and cooking where the land stops.",
    children: <HomePage articles={ARTICLES} />,
  };
}

function composeArticle(article: (typeof ARTICLES)[number]): Page {
  return {
    path: article.path,
    title: `${article.title} · Longshore`,
    description: article.standfirst,
    children: <ArticlePage article={article} others={ARTICLES.filter((other) => other !== article)} />,
  };
}

function composeNotes(): Page {
  return {
    path: "/notes/",
    title: "Notes · Longshore",
    description: "Short notes from readers, newest first.",
    children: (
      <>
        <div id="reader" />
        <script type="module" src="/client/reader.js" />
      </>
    ),
  };
}

function composeMissing(path: string): Page {
  return {
    path,
    title: "Not here · Longshore",
    description: "No such page.",
    children: (
      <div class="missing">
        <h1>The tide has taken this page.</h1>
        <p>
          <a href="/">Back to Longshore</a>
        </p>
      </div>
    ),
  };
}
