/**
 * Scripted ad service on a real socket that records requests and sends the responses of the test. For responses that
 * the real service never sends, and for requests that the tag must not send.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { crc32, deflateSync } from "node:zlib";
import type { AdRequest, ZoneResult } from "../../src/protocol/placement.ts";
import { listen } from "./http.ts";

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** Body as it arrived. */
  text: string;
  /** Milliseconds since the server started. */
  at: number;
}

/** Returns the body of a placement response, or writes a response itself and returns nothing. */
export type Answer = (request: AdRequest, response: ServerResponse, received: Received) => unknown;

export interface Ads {
  origin: string;
  endpoint: string;
  /** Everything that arrived, in order. */
  received: Received[];
  /** Placement requests: POST, and preflights, which should not happen. */
  readonly requests: Received[];
  /** The parsed bodies of the placement requests. */
  readonly bodies: AdRequest[];
  /** Paths of impressions that arrived, in order. */
  readonly impressions: string[];
  readonly clicks: string[];
  /** Sets the response to placement requests; a returned value is sent as JSON with status 200. */
  answer(answer: Answer): void;
  /** Sets the response of a path. By default, `/image/…` is a picture of the size in its query. */
  serve(path: string, handler: (request: IncomingMessage, response: ServerResponse) => void): void;
  /** Creates a banner with addresses of this server. */
  banner(id: number, name?: string, size?: string): ZoneResult;
  stop(): Promise<void>;
}

const CORS = { "access-control-allow-origin": "*" };
const RATE_HEADERS = "X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset, Retry-After";

/** `keepAlive: false` closes each connection after its response. */
export async function startAds({ keepAlive = true } = {}): Promise<Ads> {
  const started = performance.now();
  const received: Received[] = [];
  const handlers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();
  let answer: Answer = fillAll;

  const running = await listen(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://ads");
    const entry = await record(request, url, performance.now() - started);
    received.push(entry);
    for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
    response.setHeader("access-control-expose-headers", RATE_HEADERS);
    const handler = handlers.get(url.pathname);
    if (handler) return handler(request, response);
    if (url.pathname === "/v1/placement") return sendPlacement(entry, response);
    if (url.pathname.startsWith("/image/")) return sendPicture(url, response);
    if (url.pathname.startsWith("/impression/")) return sendPixel(response);
    if (url.pathname.startsWith("/click/")) return sendLandingPage(response);
    response.writeHead(404).end();
  });
  if (!keepAlive) running.server.maxRequestsPerSocket = 1;

  async function sendPlacement(entry: Received, response: ServerResponse): Promise<void> {
    if (entry.method !== "POST") return void response.writeHead(204).end();
    const value = await answer(JSON.parse(entry.text), response, entry);
    if (value === undefined) return;
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
  }

  function banner(id: number, name = String(id), size = "300x250"): ZoneResult {
    const data = {
      url: `${running.origin}/click/${name}`,
      impression: `${running.origin}/impression/${name}`,
      image: `${running.origin}/image/${name}?size=${size}`,
    };
    return { idzone: id, type: "banner", data };
  }

  function fillAll(request: AdRequest): unknown {
    return { zones: request.zones.map(({ id }, at) => banner(id, `${id}-${at}`)), errors: {} };
  }

  const listPlacements = () => received.filter(({ path }) => path.startsWith("/v1/placement"));
  const listPaths = (prefix: string) =>
    received.filter(({ path }) => path.startsWith(prefix)).map(({ path }) => path.slice(prefix.length));
  return {
    origin: running.origin,
    endpoint: `${running.origin}/v1/placement`,
    received,
    get requests() {
      return listPlacements();
    },
    get bodies() {
      return listPlacements()
        .filter(({ method }) => method === "POST")
        .map(({ text }) => JSON.parse(text));
    },
    get impressions() {
      return listPaths("/impression/");
    },
    get clicks() {
      return listPaths("/click/");
    },
    answer: (next) => {
      answer = next;
    },
    serve: (path, handler) => {
      handlers.set(path, handler);
    },
    banner,
    stop: running.stop,
  };
}

async function record(request: IncomingMessage, url: URL, at: number): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  return {
    method: request.method ?? "",
    path: url.pathname + url.search,
    headers: request.headers,
    text,
    at,
  };
}

function sendPixel(response: ServerResponse): void {
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  response.writeHead(200, { "content-type": "image/gif", "cache-control": "no-store" }).end(gif);
}

function sendLandingPage(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/html" }).end("<title>landing</title><h1>Landing page</h1>");
}

function sendPicture(url: URL, response: ServerResponse): void {
  const [width = 300, height = 250] = (url.searchParams.get("size") ?? "").split("x").map(Number);
  response.writeHead(200, { "content-type": "image/png" }).end(png(width || 300, height || 250));
}

/** Creates a PNG of the given size in one colour. */
export function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 3, 0, 0, 0], 8);
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  const chunks = [createChunk("IHDR", header), createChunk("PLTE", Buffer.from([90, 120, 160, 0, 0, 0]))];
  chunks.push(createChunk("IDAT", deflateSync(rows)), createChunk("IEND", Buffer.alloc(0)));
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), ...chunks]);
}

function createChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const sized = Buffer.alloc(8 + body.length);
  sized.writeUInt32BE(data.length, 0);
  body.copy(sized, 4);
  sized.writeUInt32BE(crc32(body), 4 + body.length);
  return sized;
}
