/** Which files the service serves, to whom, and for how long they may be cached. */
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { builtFolder } from "../builtFolder.ts";
import type { Images } from "../management/images.ts";
import { INERT_HEADERS } from "./reply.ts";
import { StaticFiles } from "./staticFiles.ts";

type Env = { Bindings: HttpBindings };

/** What publishers' pages, operators' editors and curious people load; any page may, from anywhere. */
const PUBLIC_FILES = [
  ...["zonetag.js", "zonetag.mjs", "console.js", "statistics.mjs"].flatMap((name) => [name, `${name}.map`]),
  ...["integrity.json", "catalogue.schema.json", "licences.txt"],
];

const CACHING = {
  /** The file may change with the next release: asked again after an hour, and sent only if it has changed. */
  hour: "public, max-age=3600, must-revalidate",
  /** The name changes with the content. */
  forGood: "public, max-age=31536000, immutable",
  /** Names the files that may be cached for good. */
  never: "no-cache",
} as const;

/** As the build names the dashboard's files: `dashboard-C32RLYBY.js`. */
const BUILD_DIGEST = /-[A-Z0-9]{8}\.\w+$/;
/** Sixteen hexadecimal digits or more: neither a word nor a date. */
const CREATIVE_DIGEST = /[.-][0-9a-f]{16,}\.\w+$/;

const DASHBOARD_POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

export interface FileSettings {
  /** Address under which visitors reach the service; absent: the one they asked for. */
  origin?: string | undefined;
  /** Folder that is served below `/creatives/`. */
  creatives?: string | undefined;
  /** Images that were uploaded, served there too. */
  images: Images;
}

export function fileRoutes(settings: FileSettings): Hono<Env> {
  const app = new Hono<Env>();
  const built = new StaticFiles(builtFolder());
  app.get("/", (c) => home(c, settings));
  for (const name of PUBLIC_FILES) {
    const headers = {
      "Access-Control-Allow-Origin": "*",
      // So that a page can tell what the tag costs it.
      "Timing-Allow-Origin": "*",
      "Cache-Control": CACHING.hour,
    };
    app.get(`/${name}`, async (c) => (await built.respond(name, c.req.raw, headers)) ?? c.notFound());
  }
  app.get("/dashboard", (c) => c.redirect("/dashboard/", 308));
  app.get("/dashboard/*", async (c) => {
    const name = `dashboard/${namePastPrefix(c, "/dashboard/") || "index.html"}`;
    const headers = {
      "Content-Security-Policy": DASHBOARD_POLICY,
      "Cache-Control": BUILD_DIGEST.test(name) ? CACHING.forGood : CACHING.never,
    };
    return (await built.respond(name, c.req.raw, headers)) ?? c.notFound();
  });
  const { images } = settings;
  const folders = [images.folder, settings.creatives].filter((folder) => folder !== undefined);
  const creatives = folders.map((folder) => new StaticFiles(folder));
  app.get("/creatives/*", async (c) => {
    const name = namePastPrefix(c, "/creatives/");
    const headers = { "Cache-Control": CREATIVE_DIGEST.test(name) ? CACHING.forGood : CACHING.hour };
    const respond = async () => {
      for (const files of creatives) {
        const response = await files.respond(name, c.req.raw, headers);
        if (response) return response;
      }
    };
    const found = await respond();
    if (found) return found;
    await images.bring(name);
    return (await respond()) ?? c.notFound();
  });
  return app;
}

/** The rest of the path, decoded; empty when it cannot be. */
function namePastPrefix(c: Context<Env>, prefix: string): string {
  try {
    return decodeURIComponent(new URL(c.req.url).pathname.slice(prefix.length));
  } catch {
    return "";
  }
}

/** For somebody who opens the address of the service in a browser: what runs here, and what to do with it. */
function home(c: Context<Env>, settings: FileSettings) {
  const origin = settings.origin ?? new URL(c.req.url).origin;
  const tag = `<script async src="${origin}/zonetag.js" data-endpoint="${origin}/v1/placement"></script>
<ins data-zone-id="101" data-size="300x250"></ins>`;
  c.header("Cache-Control", INERT_HEADERS["Cache-Control"]);
  return c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>zonetag ad service</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
</head>
<body>
<h1>An ad service runs here</h1>
<p>A page shows its ads with two elements, the second once for each zone:</p>
<pre>${tag}</pre>
<ul>
<li><a href="/dashboard/">Dashboard</a>: impressions, clicks and revenue</li>
<li><a href="/openapi.json">Interfaces</a>: placements and statistics, as OpenAPI</li>
<li><a href="/catalogue.schema.json">JSON Schema of the catalogue</a>, for editors</li>
<li><a href="/licences.txt">Licences</a> of what is bundled. The country of an address comes from data of the
<a href="https://www.nro.net/">NRO</a>, licensed under
<a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>.</li>
</ul>
</body>
</html>
`);
}
