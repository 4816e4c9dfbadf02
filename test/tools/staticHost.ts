/** Serves a folder as static hosts do: `/sub/article` is the file `article.html`. */
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { listen, type Running } from "../../e2e/support/http.ts";

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

export interface StaticHost extends Running {
  /** Paths that were requested, in order. */
  asked: string[];
}

/** Serves a folder below the path `base`, which begins and ends with a slash. Other paths return 404. */
export async function serveFolder(folder: string, base = "/"): Promise<StaticHost> {
  const asked: string[] = [];
  const running = await listen(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://host");
    asked.push(pathname);
    const path = decodeURIComponent(pathname.slice(base.length)) || "index";
    const name = extname(path) ? path : `${path}.html`;
    const isInside = pathname.startsWith(base);
    const bytes = isInside ? await readFile(join(folder, name)).catch(() => undefined) : undefined;
    if (!bytes) return void response.writeHead(404).end();
    response
      .writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" })
      .end(bytes);
  });
  return { ...running, asked };
}
