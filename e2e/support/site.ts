/** The publisher's side of a browser test: pages written in the test, and the built files under `/dist/`. */
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { listen } from "./http.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

/** A page: markup alone or with headers, or a handler that writes the response. */
export type Page =
  | string
  | { body: string; headers?: Record<string, string>; status?: number }
  | ((response: ServerResponse, request: IncomingMessage) => void);

export interface Site {
  origin: string;
  /** Pages by path; may be extended at any time. */
  pages: Record<string, Page>;
  /** Requested paths, in order. */
  asked: string[];
  stop(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const pages: Record<string, Page> = {};
  const asked: string[] = [];
  const running = await listen(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://site").pathname;
    asked.push(path);
    const page = pages[path];
    if (typeof page === "function") return page(response, request);
    if (page !== undefined) return sendPage(response, page);
    await sendFile(response, path);
  });
  return { origin: running.origin, pages, asked, stop: running.stop };
}

function sendPage(response: ServerResponse, page: Exclude<Page, (...args: never[]) => void>): void {
  const { body, headers = {}, status = 200 } = typeof page === "string" ? { body: page } : page;
  response.writeHead(status, { "content-type": TYPES[".html"], ...headers }).end(body);
}

async function sendFile(response: ServerResponse, path: string): Promise<void> {
  const safe = normalize(path).replace(/^[/\\]+/, "");
  const known = safe.startsWith("dist/") || safe.startsWith("demo/");
  const bytes = known ? await readFile(join(ROOT, safe)).catch(() => undefined) : undefined;
  if (!bytes) return void response.writeHead(404, { "content-type": "text/plain" }).end("not found");
  const type = TYPES[extname(safe)] ?? "application/octet-stream";
  // As CDNs do: the integrity of a script from another origin is checked only with CORS.
  response.writeHead(200, { "content-type": type, "access-control-allow-origin": "*" }).end(bytes);
}
