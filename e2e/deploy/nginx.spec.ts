/** The service behind nginx, as `deploy/nginx` has it: TLS, HTTP/2, the visitor's address. */
import { connect } from "node:http2";
import { resolve } from "node:path";
import { test as base, expect } from "playwright/test";
import { type RunningService, startService } from "../support/service.ts";
import { startSite } from "../support/site.ts";
import { findPort, hasNginx, type Nginx, startNginx } from "./nginx.ts";

const CREATIVES = resolve(import.meta.dirname, "../../src/service/template/creatives");
const CATALOGUE = {
  accounts: [
    { id: 1, name: "Publisher", role: "publisher" },
    { id: 2, name: "Advertiser", role: "advertiser" },
  ],
  sites: [{ id: 1, account: 1, name: "Site", hostname: "site.example" }],
  zones: [{ id: 101, site: 1, name: "Zone", size: "300x250" }],
  campaigns: [
    {
      ...{ id: 1, account: 2, name: "Campaign", pricing: { model: "cpm", price: "1.00" } },
      variations: [
        { id: 1, size: "300x250", image: "/creatives/hello-300x250.svg", url: "https://shop.example/" },
      ],
    },
  ],
};

interface Front {
  service: RunningService;
  nginx: Nginx;
}

const test = base.extend<object, { front: Front }>({
  front: [
    async ({}, use) => {
      const port = await findPort();
      const args = [
        "--origin",
        `https://localhost:${port}`,
        "--trusted-proxies",
        "127.0.0.1",
        "--limit-ip",
        "20",
        ...["--creatives", CREATIVES],
      ];
      const service = await startService({ catalogue: CATALOGUE, args });
      const nginx = await startNginx(port, Number(new URL(service.origin).port));
      await use({ service, nginx });
      await nginx.stop();
      await service.stop();
    },
    { scope: "worker" },
  ],
});

test.skip(!hasNginx(), "needs nginx and openssl");
test.use({ ignoreHTTPSErrors: true });

interface Reply {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** One request over HTTP/2. */
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

test("a page is served its ad and counted through nginx", async ({ front, page }) => {
  const { nginx, service } = front;
  const site = await startSite();
  site.pages["/"] = `<!doctype html><title>Page</title>
    <script async src="${nginx.origin}/zonetag.js" data-endpoint="${nginx.origin}/v1/placement"></script>
    <ins data-zone-id="101" data-size="300x250"></ins>`;
  await page.goto(site.origin);
  await expect(page.locator("ins")).toHaveAttribute("data-zone-state", "filled");
  const link = await page.locator("ins a").getAttribute("href");
  expect(link).toContain(`${nginx.origin}/c/`);
  await expect.poll(async () => (await service.events()).impressions).toBe(1);
  expect(await nginx.problems()).toBe("");
  await site.stop();
});

test("files come over HTTP/2 as the service compressed them", async ({ front: { nginx } }) => {
  const { status, headers } = await fetchByHttp2(nginx.origin, "/zonetag.js");
  expect([status, headers["content-encoding"]]).toEqual([200, "br"]);
  expect(headers.etag).toMatch(/^"[\w-]+-br"$/);
});

test("an address that a visitor claims is not taken for the visitor's", async ({ front: { nginx } }) => {
  const body = JSON.stringify({ user: {}, zones: [{ id: 101 }] });
  const statuses: number[] = [];
  for (let at = 0; at < 25; at++)
    statuses.push((await fetchByHttp2(nginx.origin, "/v1/placement", body, `203.0.113.${at}`)).status);
  expect(statuses).toContain(200);
  expect(statuses.at(-1)).toBe(429);
});

test("what operators read is hidden, and plain HTTP leads to TLS", async ({ front: { nginx }, request }) => {
  for (const path of ["/metrics", "/healthz", "/readyz", "/livez"])
    expect((await fetchByHttp2(nginx.origin, path)).status).toBe(404);
  const response = await request.get(`${nginx.plain}/zonetag.js?v=1`, { maxRedirects: 0 });
  expect(response.status()).toBe(308);
  expect(response.headers().location).toBe("https://localhost/zonetag.js?v=1");
});
