/**
 * Page and ad service for all contenders, on two loopback origins.
 *
 * The service answers in each contender's format, with the same banners after the same delay.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { brotliCompressSync, constants } from "node:zlib";
import { png } from "../../e2e/support/ads.ts";
import { listen, type Running } from "../../e2e/support/http.ts";
import { DIALECTS, type Dialect } from "./dialects.ts";

/** How the service answers a request for ads. */
export type Mode = "banners" | "nothing" | "error" | "hang";

export interface Traffic {
  /** Requests for the page's own pictures; one per loaded page. */
  pictures: number;
  /** Requests for ads, without preflights. */
  requests: number;
  preflights: number;
  images: number;
  impressions: number;
  /** Bytes that both origins received and sent, including headers. */
  bytes: number;
}

export interface Mock {
  /** Origin of the publisher's pages. */
  site: string;
  /** Address of the service's interface in this format. */
  endpoint(dialect: Dialect): string;
  /** Content of the site, by path. */
  pages: Map<string, { type: string; body: Buffer }>;
  mode: Mode;
  /** Traffic since `reset`. */
  traffic(): Traffic;
  reset(): void;
  stop(): Promise<void>;
}

/** Milliseconds before the service answers a request for ads. */
export const DELAY = 30;

const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const BANNER = png(300, 250);
const HERO = png(1000, 600);

/** Path of the page's own picture. */
export const PICTURE = "/hero.png";

export async function startMock(): Promise<Mock> {
  const pages: Mock["pages"] = new Map([[PICTURE, { type: "image/png", body: HERO }]]);
  const none = { pictures: 0, requests: 0, preflights: 0, images: 0, impressions: 0 };
  const count = { ...none };
  const site = await listen((request, response) => {
    if (request.url === PICTURE) count.pictures++;
    sendPage(request, response, pages);
  });
  const service = await listen((request, response) => serve(request, response));
  const wire = meterBytes([site, service]);
  const mock: Mock = {
    site: site.origin,
    endpoint: (dialect) => service.origin + DIALECTS[dialect].path,
    pages,
    mode: "banners",
    traffic: () => ({ ...count, bytes: wire.bytes() }),
    reset: () => {
      Object.assign(count, none);
      wire.reset();
    },
    stop: async () => {
      await Promise.all([site.stop(), service.stop()]);
    },
  };

  function serve(request: IncomingMessage, response: ServerResponse): unknown {
    const path = request.url ?? "";
    allowOrigin(request, response);
    if (request.method === "OPTIONS") {
      count.preflights++;
      return response.writeHead(204).end();
    }
    if (path.startsWith("/image/")) {
      count.images++;
      return response.writeHead(200, { "content-type": "image/png" }).end(BANNER);
    }
    if (path.startsWith("/impression/")) {
      count.impressions++;
      return response.writeHead(200, { "content-type": "image/gif", "cache-control": "no-store" }).end(PIXEL);
    }
    count.requests++;
    return answerRequest(request, response, service.origin, mock.mode);
  }
  return mock;
}

async function answerRequest(request: IncomingMessage, response: ServerResponse, origin: string, mode: Mode) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  await new Promise((later) => setTimeout(later, DELAY));
  if (mode === "hang") return;
  if (mode === "error") return response.writeHead(500).end();
  const dialect = Object.values(DIALECTS).find(({ path }) => request.url?.startsWith(path));
  if (!dialect) return response.writeHead(404).end();
  const answer = dialect.answer(
    JSON.parse(Buffer.concat(chunks).toString()) as never,
    origin,
    mode === "banners",
  );
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
}

/** Allows every cross-origin request that contenders make, so that none fails for a missing header. */
function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("access-control-allow-origin", request.headers.origin ?? "*");
  response.setHeader("access-control-allow-credentials", "true");
  response.setHeader("access-control-allow-methods", "GET, POST");
  response.setHeader(
    "access-control-allow-headers",
    request.headers["access-control-request-headers"] ?? "*",
  );
  response.setHeader("timing-allow-origin", "*");
}

/** Scripts and pages, compressed at the highest level, as from a CDN. */
const compressed = new WeakMap<Buffer, Buffer>();
export function compress(body: Buffer): Buffer {
  const known = compressed.get(body);
  if (known) return known;
  const fresh = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  compressed.set(body, fresh);
  return fresh;
}

function sendPage(request: IncomingMessage, response: ServerResponse, pages: Mock["pages"]): void {
  const page = pages.get(request.url ?? "");
  if (!page) return void response.writeHead(404).end();
  const isText = page.type.startsWith("text/");
  const headers = { "content-type": page.type, ...(isText && { "content-encoding": "br" }) };
  response.writeHead(200, headers).end(isText ? compress(page.body) : page.body);
}

/** Counts the bytes on the sockets of the servers. */
function meterBytes(servers: Running[]): { bytes(): number; reset(): void } {
  const sockets = new Set<Socket>();
  let closed = 0;
  let before = 0;
  const countSocket = (socket: Socket) => socket.bytesRead + socket.bytesWritten;
  const countAll = () => [...sockets].reduce((sum, socket) => sum + countSocket(socket), closed);
  for (const { server } of servers) {
    server.on("connection", (socket: Socket) => {
      sockets.add(socket);
      socket.on("close", () => {
        sockets.delete(socket);
        closed += countSocket(socket);
      });
    });
  }
  return {
    bytes: () => countAll() - before,
    reset: () => {
      before = countAll();
    },
  };
}
