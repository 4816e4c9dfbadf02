/**
 * Checks of the service behind each web server of `deploy/`: TLS, HTTP/2, the visitor's address, hidden paths. Uses the
 * delivered configuration, with only names, ports and paths replaced.
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:http2";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { connect as connectTls } from "node:tls";
import { test as base, expect } from "playwright/test";
import { hashToken } from "../../src/service/signing/passwords.ts";
import { type RunningService, startService, UNLIMITED } from "../support/service.ts";
import { startSite } from "../support/site.ts";

/** Web server in front of a service. */
export interface Front {
  /** `https://localhost:…` */
  origin: string;
  /** `http://localhost:…`, which redirects to `origin`. */
  plain: string;
  /** Returns the errors in the server's log, or an empty text. */
  problems(): Promise<string>;
  stop(): Promise<void>;
}

export interface Ports {
  secure: number;
  plain: number;
  service: number;
}

const CREATIVES = resolve(import.meta.dirname, "../../src/service/template/creatives");
const CATALOGUE = {
  accounts: [
    { id: 1, name: "Publisher", role: "publisher", network: 3 },
    { id: 2, name: "Advertiser", role: "advertiser", network: 3 },
    { id: 3, name: "Network", role: "network", apiTokens: [hashToken("network-token")] },
  ],
  sites: [{ id: 1, account: 1, name: "Site", hostname: "site.example" }],
  zones: [{ id: 101, site: 1, name: "Zone", size: "300x250" }],
  campaigns: [
    {
      id: 1,
      account: 2,
      name: "Campaign",
      pricing: { model: "cpm", price: "1.00" },
      variations: [
        { id: 1, size: "300x250", image: "/creatives/hello-300x250.svg", url: "https://shop.example/" },
      ],
    },
  ],
};

/** Returns a port that was free a moment ago. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** Waits until a server speaks TLS. */
export async function waitForTls(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const socket = connectTls({
      port,
      host: "localhost",
      servername: "localhost",
      rejectUnauthorized: false,
    });
    const answered = await Promise.race([
      once(socket, "secureConnect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (answered) return;
  }
  throw new Error(`The server ended with ${child.exitCode}.`);
}

const MEGABYTE = 1024 ** 2;
/** Larger than the limits of the web servers, which these tests check. */
const MAX_IMPORT = 200 * MEGABYTE;

interface Reply {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** Sends one request over HTTP/2. */
async function fetchByHttp2(origin: string, path: string, body?: string, forged?: string): Promise<Reply> {
  const session = connect(origin, { rejectUnauthorized: false });
  const stream = session.request({
    ":path": path,
    ":method": body === undefined ? "GET" : "POST",
    "accept-encoding": "br",
    origin: "https://site.example",
    ...(forged && { "x-forwarded-for": forged }),
  });
  stream.end(body);
  const headers = await new Promise<Record<string, unknown>>((done, fail) => {
    stream.on("response", done).on("error", fail);
  });
  const chunks = await stream.toArray();
  session.close();
  return { status: Number(headers[":status"]), headers, body: Buffer.concat(chunks).toString() };
}

/**
 * Sends a body in pieces of one megabyte and resolves with the status. Sends a token, because the service refuses a
 * request without a token before it has read the body, and the web server's limit might not be reached.
 */
async function sendLarge(origin: string, path: string, megabytes: number): Promise<number> {
  const session = connect(origin, { rejectUnauthorized: false });
  const stream = session.request({
    ":path": path,
    ":method": "POST",
    authorization: "Bearer network-token",
    "content-type": "application/x-ndjson",
  });
  const answered = new Promise<number>((done, fail) => {
    stream.on("response", (headers) => done(Number(headers[":status"]))).on("error", fail);
  });
  const line = '{"time":"2026-11-01","zone_id":101,"impressions":1}\n';
  const pieces = function* () {
    yield Buffer.from(line);
    for (let at = 0; at < megabytes; at++) yield Buffer.alloc(MEGABYTE, "\n");
  };
  // The web server may stop reading once it has answered.
  pipeline(Readable.from(pieces()), stream).catch(() => {});
  const status = await answered;
  session.destroy();
  return status;
}

/** Whether this machine has an address `::1`. */
export function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === "::1"),
  );
}

type Running = { front: Front; service: RunningService };

/** Declares the tests of a web server. `missing`: names of programs that are not installed, or an empty text. */
export function testFront(start: (ports: Ports) => Promise<Front>, missing: string): void {
  const test = base.extend<object, { running: Running }>({
    running: [({}, use) => serveBehind(start, UNLIMITED, use), { scope: "worker" }],
  });
  test.skip(missing !== "", `needs ${missing}`);
  test.use({ ignoreHTTPSErrors: true });

  test("an ad is shown and its impression is counted", async ({ running: { front, service }, page }) => {
    const site = await startSite();
    site.pages["/"] = `<!doctype html><title>Page</title>
      <script async src="${front.origin}/zonetag.js" data-endpoint="${front.origin}/v1/placement"></script>
      <ins data-zone-id="101" data-size="300x250"></ins>`;
    await page.goto(site.origin);
    await expect(page.locator("ins")).toHaveAttribute("data-zone-state", "filled");
    const link = await page.locator("ins a").getAttribute("href");
    expect(link).toContain(`${front.origin}/c/`);
    await expect.poll(async () => (await service.events()).impressions).toBe(1);
    expect(await front.problems()).toBe("");
    await site.stop();
  });

  test("files are served over HTTP/2 with the service's brotli compression", async ({
    running: { front },
  }) => {
    const { status, headers } = await fetchByHttp2(front.origin, "/zonetag.js");
    expect([status, headers["content-encoding"]]).toEqual([200, "br"]);
    expect(headers.etag).toMatch(/^"[\w-]+-br"$/);
  });

  test("visitors reach the service over IPv4 and IPv6", async ({ running: { front } }) => {
    test.skip(!hasIpv6(), "needs IPv6");
    const port = Number(new URL(front.origin).port);
    for (const host of ["127.0.0.1", "::1"]) {
      const connection = connectTls({
        host,
        port,
        servername: "localhost",
        ALPNProtocols: ["h2"],
        rejectUnauthorized: false,
      });
      const session = connect(front.origin, { createConnection: () => connection });
      const stream = session.request({ ":path": "/zonetag.js" });
      const [headers] = await once(stream, "response");
      expect(headers[":status"]).toBe(200);
      session.destroy();
    }
  });

  test("a request with 15 KB of headers reaches the service", async ({ running: { front } }) => {
    const { status } = await fetchByHttp2(front.origin, `/v1/placement?${"q".repeat(15_000)}`, "{");
    expect(status).toBe(400);
  });

  test("a forged X-Forwarded-For header is ignored", async () => {
    const body = JSON.stringify({ user: {}, zones: [{ id: 101 }] });
    const statuses: number[] = [];
    await serveBehind(start, ["--limit-ip", "20"], async ({ front }) => {
      for (let at = 0; at < 25; at++)
        statuses.push((await fetchByHttp2(front.origin, "/v1/placement", body, `203.0.113.${at}`)).status);
    });
    expect(statuses).toContain(200);
    expect(statuses.at(-1)).toBe(429);
  });

  test("an image of the maximum size reaches the service", async ({ running: { front } }) => {
    const { status, body } = await fetchByHttp2(front.origin, "/v2/images", "x".repeat(512 * 1024));
    expect(status).toBe(401);
    expect(JSON.parse(body)).toHaveProperty("message");
  });

  test("an import of 3 MB is accepted, and an image of 3 MB is refused", async ({ running: { front } }) => {
    expect(await sendLarge(front.origin, "/v2/imports?name=facts", 3)).toBe(200);
    expect(await sendLarge(front.origin, "/v2/images", 3)).toBe(413);
  });

  test("an import of more than 100 MB is refused by the web server", async ({ running: { front } }) => {
    expect(await sendLarge(front.origin, "/v2/imports?name=facts", 101)).toBe(413);
  });

  test("metrics and health routes answer 404, and plain HTTP redirects to HTTPS", async ({
    running: { front },
    request,
  }) => {
    for (const path of ["/metrics", "/healthz", "/readyz", "/livez"])
      expect((await fetchByHttp2(front.origin, path)).status).toBe(404);
    const response = await request.get(`${front.plain}/zonetag.js?v=1`, { maxRedirects: 0 });
    expect(response.status()).toBe(308);
    expect(response.headers().location).toMatch(/^https:\/\/localhost(:\d+)?\/zonetag\.js\?v=1$/);
  });
}

/** Runs a service with these options behind a web server while `use` runs. */
async function serveBehind(
  start: (ports: Ports) => Promise<Front>,
  options: string[],
  use: (running: Running) => Promise<void>,
): Promise<void> {
  const [secure, plain] = [await findPort(), await findPort()];
  const args = ["--origin", `https://localhost:${secure}`, "--trusted-proxies", "127.0.0.1"];
  args.push(...options, "--creatives", CREATIVES, "--max-import", String(MAX_IMPORT));
  const service = await startService({ catalogue: CATALOGUE, args });
  const front = await start({ secure, plain, service: Number(new URL(service.origin).port) });
  await use({ front, service });
  await front.stop();
  await service.stop();
}
