/** Health, metrics, and response headers outside the hot path, with stubbed parts. */
import { writeFile } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import { RequestError } from "@hono/node-server";
import { expect, test, vi } from "vitest";
import { type AppParts, answerUnreadable, createApp } from "../../../src/service/http/app.ts";
import { NO_NETWORK } from "../../../src/service/http/health.ts";
import type { Images } from "../../../src/service/management/images.ts";
import { makeFolder } from "../../support/folder.ts";

interface Options {
  status?: object;
  isClosing?: boolean;
  metricsToken?: string;
  origin?: string;
  redisProblem?: string;
  clockProblem?: string;
  clickWarning?: string;
  /** Whether there is no network account. */
  isNew?: boolean;
  /** Digest of the file that declares the catalogue. */
  digest?: string;
  images?: Pick<Images, "folder" | "bring">;
  zones?: { id: number; size: string; deleted: boolean }[];
  /** Remote address of the connection. */
  peer?: string | undefined;
}

function createRequester(options: Options = {}) {
  const { status = { ready: true, waiting: 3 }, isClosing = false, metricsToken, origin } = options;
  const { images = { folder: "/nowhere", bring: async () => {} } } = options;
  const { isNew = false, digest, zones = [] } = options;
  const limits = { ip: {}, user: {}, statisticsIp: {}, statisticsUser: {} };
  const registry = { metrics: async () => "figures", contentType: "text/plain; version=0.0.4" };
  const app = createApp({
    statistics: {
      limits,
      shareKey: Buffer.alloc(32),
      catalogue: () => ({ declared: digest && { file: "catalogue.json", digest }, data: { zones } }),
    },
    management: {},
    setup: { isNeeded: isNew },
    metrics: { registry },
    files: { images, origin },
    store: { status: () => status },
    isClosing: () => isClosing,
    redisProblem: () => options.redisProblem,
    clockProblem: () => options.clockProblem,
    clickWarning: () => options.clickWarning,
    metricsToken,
    reportException: () => {},
  } as unknown as AppParts);
  const socket = new Socket();
  const peer = "peer" in options ? options.peer : "127.0.0.1";
  Object.defineProperty(socket, "remoteAddress", { value: peer });
  const env = { incoming: { socket }, outgoing: {} };
  return (path: string, headers: Record<string, string> = {}) => app.request(path, { headers }, env);
}

const SECURITY = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-resource-policy": "cross-origin",
  "x-frame-options": "DENY",
};
const POLICY = { "content-security-policy": "default-src 'none'; frame-ancestors 'none'" };
const readAll = ({ headers }: Response) => Object.fromEntries(headers);

test("/livez is 200 even while the service stops and its store is not ready", async () => {
  const response = await createRequester({ isClosing: true, status: { ready: false } })("/livez");
  expect([response.status, await response.json()]).toEqual([200, { live: true }]);
  expect(readAll(response)).toEqual({
    ...SECURITY,
    ...POLICY,
    "content-type": "application/json",
    "cache-control": "no-store",
  });
});

const STOPPING = "The service is stopping.";

test.each<[Options, number, object]>([
  [{}, 200, { ready: true, waiting: 3 }],
  [{ status: { ready: false, problem: "No disk.", waiting: 1 } }, 503, { problem: "No disk.", waiting: 1 }],
  [{ status: { ready: true, problem: "Slow.", waiting: 0 } }, 200, { problem: "Slow.", waiting: 0 }],
  [{ redisProblem: "OOM" }, 200, { degraded: { redis: "OOM" }, waiting: 3 }],
  [{ clickWarning: "Clicks." }, 200, { waiting: 3, warning: "Clicks." }],
  [{ clockProblem: "Clock.", clickWarning: "Clicks." }, 200, { waiting: 3, warning: "Clock. Clicks." }],
  [{ isNew: true }, 200, { waiting: 3, warning: NO_NETWORK }],
  [{ isNew: true, clickWarning: "Clicks." }, 200, { waiting: 3, warning: `${NO_NETWORK} Clicks.` }],
  [{ digest: "5eed" }, 200, { waiting: 3, catalogue: "5eed" }],
  [{ isClosing: true }, 503, { problem: STOPPING, waiting: 3 }],
  [
    { isClosing: true, status: { ready: false, problem: "No disk.", waiting: 1 } },
    ...([503, { problem: STOPPING, waiting: 1 }] as const),
  ],
])("/healthz and /readyz for %j return %d with %j", async (options, status, health) => {
  for (const path of ["/healthz", "/readyz"]) {
    const response = await createRequester(options)(path);
    expect([response.status, await response.json()]).toStrictEqual([
      status,
      { ready: status === 200, ...health },
    ]);
    expect(response.headers.get("cache-control")).toBe("no-store");
  }
});

test.each<[string | undefined, boolean]>([
  ["127.0.0.1", true],
  ["127.9.9.9", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["10.0.0.1", false],
  ["10.127.0.1", false],
  ["1270:db8::1", false],
  ["2001:db8::1", false],
  [undefined, false],
])("/metrics is readable from %s: %s", async (peer, may) => {
  const response = await createRequester({ peer })("/metrics");
  const body = may ? "figures" : '{"message":"There is nothing at this address."}';
  expect([response.status, await response.text()]).toEqual([may ? 200 : 404, body]);
  const type = may ? "text/plain; version=0.0.4" : "application/json";
  expect(response.headers.get("content-type")).toBe(type);
});

test.each(["x-forwarded-for", "forwarded", "x-real-ip"])(
  "/metrics is 404 for a request forwarded with %s",
  async (name) => {
    expect((await createRequester()("/metrics", { [name]: "203.0.113.5" })).status).toBe(404);
  },
);

test.each<[string | undefined, string | undefined, number]>([
  ["let me in", "Bearer let me in", 200],
  ["let me in", "Bearer let me IN", 404],
  ["let me in", "Bearer let me in!", 404],
  ["let me in", "let me in", 404],
  ["let me in", undefined, 404],
  [undefined, "Bearer ", 404],
  ["", "Bearer ", 404],
])(
  "with the token %j, /metrics from another machine with Authorization %j gets %d",
  async (metricsToken, sent, status) => {
    const ask = createRequester({ ...(metricsToken !== undefined && { metricsToken }), peer: "10.0.0.1" });
    expect((await ask("/metrics", sent === undefined ? {} : { authorization: sent })).status).toBe(status);
  },
);

test("a 404 is readable from any origin", async () => {
  const response = await createRequester()("/nothing");
  expect([response.status, await response.json()]).toEqual([
    ...[404, { message: "There is nothing at this address." }],
  ]);
  expect(readAll(response)).toEqual({
    ...SECURITY,
    ...POLICY,
    "content-type": "application/json",
    "cache-control": "no-store",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": expect.stringContaining("X-Rate-Limit-Limit"),
  });
});

test.each([
  ...["zonetag.js", "zonetag.js.map", "zonetag.mjs", "zonetag.mjs.map", "console.js", "console.js.map"],
  ...["console-de.js", "console-de.js.map"],
  ...["statistics.mjs", "statistics.mjs.map", "integrity.json", "catalogue.schema.json", "licences.txt"],
])("/%s is readable from any origin and cached for an hour", async (name) => {
  const response = await createRequester()(`/${name}`);
  expect(response.status).toBe(200);
  expect(readAll(response)).toMatchObject({
    "access-control-allow-origin": "*",
    "timing-allow-origin": "*",
    "cache-control": "public, max-age=3600, must-revalidate",
  });
});

test("a malformed request gets 400, readable from any origin; other errors are rethrown", async () => {
  const response = answerUnreadable(new RequestError("Invalid host header"));
  const message = "The host or the address is not valid.";
  expect([response.status, await response.json()]).toEqual([400, { message }]);
  expect(readAll(response)).toMatchObject({ ...SECURITY, ...POLICY, "access-control-allow-origin": "*" });
  const error = new Error("failed");
  expect(() => answerUnreadable(error)).toThrow(error);
});

test("the dashboard allows only its own scripts, and /dashboard redirects to it", async () => {
  const ask = createRequester();
  const response = await ask("/dashboard/");
  expect(response.headers.get("content-security-policy")).toBe(
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
  expect(readAll(response)).toMatchObject(SECURITY);
  const moved = await ask("/dashboard");
  expect([moved.status, moved.headers.get("location")]).toEqual([308, "/dashboard/"]);
});

test("a missing uploaded image is fetched from other nodes and then served", async () => {
  const folder = makeFolder();
  const [name, other] = ["a", "b"].map((digit) => `image-${digit.repeat(32)}.png`) as [string, string];
  const bring = vi.fn(async (asked: string) => {
    if (asked === name) await writeFile(join(folder, name), "image");
  });
  const ask = createRequester({ images: { folder, bring } });
  expect(await (await ask(`/creatives/%69${name.slice(1)}`)).text()).toBe("image");
  expect((await ask(`/creatives/${name}`)).status).toBe(200);
  // Only a single, well-formed name of an uploaded image is fetched.
  for (const missing of [other, "never.png", `${other},${other}`, `a${other}`])
    expect((await ask(`/creatives/${missing}`)).status).toBe(404);
  expect(bring.mock.calls).toEqual([[name], [other]]);
});

test("the page at / contains the configured origin, else the requested one, and is not cached", async () => {
  const zones = [{ id: 7, size: "300x250", deleted: false }];
  const configured = await createRequester({ zones, origin: "https://ads.example" })("/");
  expect(await configured.text()).toContain("src=&quot;https://ads.example/zonetag.js&quot;");
  const response = await createRequester({ zones })("/");
  expect(response.headers.get("cache-control")).toBe("no-store");
  const asked = await response.text();
  expect(asked).toContain("data-endpoint=&quot;http://localhost/v1/placement&quot;");
});

test("the page at / shows the first zone that exists, with its size", async () => {
  const zones = [
    { id: 6, size: "320x50", deleted: true },
    { id: 7, size: "728x90", deleted: false },
    { id: 8, size: "300x250", deleted: false },
  ];
  const text = await (await createRequester({ zones })("/")).text();
  expect(text).toContain("&lt;ins data-zone-id=&quot;7&quot; data-size=&quot;728x90&quot;&gt;&lt;/ins&gt;");
});

test("the page at / of a service without zones says where to create one", async () => {
  const deleted = [{ id: 6, size: "320x50", deleted: true }];
  for (const zones of [[], deleted]) {
    const text = await (await createRequester({ zones })("/")).text();
    expect(text).toContain('Create a site and a zone in the <a href="/dashboard/">dashboard</a>.');
    expect(text).not.toContain("data-zone-id");
  }
});
