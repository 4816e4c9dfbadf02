/** Table of served files: access and caching. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { html } from "hono/html";
import { builtFolder } from "../builtFolder.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Call, PublicHandler } from "../interface/call.ts";
import { type Images, isImageName } from "../management/images.ts";
import { answerImageFrame } from "./imageFrame.ts";
import { INERT_HEADERS } from "./reply.ts";
import { LoadedFiles, StaticFiles } from "./staticFiles.ts";

/** Built files that pages of any origin may load. */
export const PUBLIC_FILES = [
  ...(["zonetag.js", "consent.js", "zonetag.mjs", "console.js", "console-de.js", "statistics.mjs"] as const),
  ...(["zonetag.js.map", "consent.js.map", "zonetag.mjs.map"] as const),
  ...(["console.js.map", "console-de.js.map", "statistics.mjs.map"] as const),
  ...(["integrity.json", "catalogue.schema.json", "licences.txt"] as const),
] as const;

const CACHING = {
  /** Revalidated after an hour, because a release may change the file. */
  hour: "public, max-age=3600, must-revalidate",
  /** The name changes with the content. */
  forGood: "public, max-age=31536000, immutable",
  /** The page names the files that may be cached forever, so it is always revalidated. */
  never: "no-cache",
} as const;

/** Digest in the name of a built file of the dashboard: `dashboard-C32RLYBY.js`. */
const BUILD_DIGEST = /-[A-Z0-9]{8}\.\w+$/;
/** Digest in the name of a creative: at least 16 hexadecimal digits, longer than any word or date. */
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
  /** Origin under which visitors reach the service; by default that of the request. */
  origin?: string | undefined;
  /** Folder that is served below `/creatives/`. */
  creatives?: string | undefined;
  /** Uploaded images, also served below `/creatives/`. */
  images: Images;
}

/** Handlers of files by their names in the table of routes. */
export function fileHandlers(settings: FileSettings, catalogue: () => Catalogue) {
  const built = loadBuiltFiles();
  return {
    "GET /": (c: Call) => home(c, settings, catalogue()),
    ...publicFileHandlers(built),
    "GET /dashboard": (c: Call) => c.redirect("/dashboard/", 308),
    "GET /dashboard/image": answerImageFrame,
    "GET /dashboard/*": (c: Call) => answerDashboardFile(c, built),
    "GET /creatives/*": creativeHandler(settings),
  };
}

function loadBuiltFiles(): LoadedFiles {
  const folder = builtFolder();
  const dashboard = join(folder, "dashboard");
  const pages = existsSync(dashboard) ? readdirSync(dashboard) : [];
  return new LoadedFiles(folder, [...PUBLIC_FILES, ...pages.map((name) => `dashboard/${name}`)]);
}

function publicFileHandlers(
  built: LoadedFiles,
): Record<`GET /${(typeof PUBLIC_FILES)[number]}`, PublicHandler> {
  const headers = {
    "Access-Control-Allow-Origin": "*",
    // Lets pages measure how long the tag takes to load.
    "Timing-Allow-Origin": "*",
    "Cache-Control": CACHING.hour,
  };
  const handlers = PUBLIC_FILES.map((name) => {
    const answer: PublicHandler = async (c) =>
      (await built.respond(name, c.req.raw, headers)) ?? c.notFound();
    return [`GET /${name}`, answer] as const;
  });
  return Object.fromEntries(handlers) as ReturnType<typeof publicFileHandlers>;
}

async function answerDashboardFile(c: Call, built: LoadedFiles): Promise<Response> {
  const name = `dashboard/${namePastPrefix(c, "/dashboard/") || "index.html"}`;
  const headers = {
    "Content-Security-Policy": DASHBOARD_POLICY,
    "Cache-Control": BUILD_DIGEST.test(name) ? CACHING.forGood : CACHING.never,
  };
  return (await built.respond(name, c.req.raw, headers)) ?? c.notFound();
}

function creativeHandler({ images, creatives }: FileSettings): PublicHandler {
  const folders = [images.folder, creatives].filter((folder) => folder !== undefined);
  const stored = folders.map((folder) => new StaticFiles(folder));
  return async (c) => {
    const name = namePastPrefix(c, "/creatives/");
    const headers = { "Cache-Control": CREATIVE_DIGEST.test(name) ? CACHING.forGood : CACHING.hour };
    const respond = async () => {
      for (const files of stored) {
        const response = await files.respond(name, c.req.raw, headers);
        if (response) return response;
      }
    };
    const found = await respond();
    if (found) return found;
    if (!isImageName(name)) return c.notFound();
    await images.bring(name);
    return (await respond()) ?? c.notFound();
  };
}

/** Returns the decoded path after the prefix; empty when it is malformed. */
function namePastPrefix(c: Call, prefix: string): string {
  try {
    return decodeURIComponent(new URL(c.req.url).pathname.slice(prefix.length));
  } catch {
    return "";
  }
}

/** Serves the home page to people who open the service's address in a browser. */
function home(c: Call, settings: FileSettings, { data }: Catalogue) {
  const origin = settings.origin ?? new URL(c.req.url).origin;
  const zone = data.zones.find(({ deleted }) => !deleted);
  const script = `<script async src="${origin}/zonetag.js" data-endpoint="${origin}/v1/placement"></script>`;
  const embed = zone && `${script}\n<ins data-zone-id="${zone.id}" data-size="${zone.size}"></ins>`;
  const example = embed
    ? html`<p>A page shows its ads with two elements, the second once for each zone, with its number and its size:</p>
<pre>${embed}</pre>`
    : html`<p>It has no zones yet. Create a site and a zone in the <a href="/dashboard/">dashboard</a>.</p>`;
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
${example}
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
