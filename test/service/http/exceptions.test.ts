/** No exception in a request handler ends the process: every handler is made to throw. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { Writable } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { pino } from "pino";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type AppParts, createApp } from "../../../src/service/http/app.ts";
import type { Reply } from "../../../src/service/http/reply.ts";
import { reportException } from "../../../src/service/http/respond.ts";
import { createHttpServer } from "../../../src/service/http/server.ts";
import { ImageFolder } from "../../../src/service/management/images.ts";
import { UploadFile } from "../../../src/service/management/uploads.ts";
import { createMetrics } from "../../../src/service/telemetry/metrics.ts";
import { listen } from "../support/otherServers.ts";

const lines: { route: string; requestId: string; address: string; err: { message: string } }[] = [];
const log = pino(
  { base: null },
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  }),
);
const metrics = createMetrics();

const report = (route: string) => (error: unknown, response: ServerResponse) =>
  reportException({ log, metrics }, route, error, response);

/** Behaviour of every handler in the current test. */
let fail: () => Promise<Reply> = () => Promise.reject(new Error("unset"));

/** Stub for any part; every use throws. */
const broken: never = new Proxy(
  {},
  {
    get() {
      throw new Error("broken");
    },
  },
) as never;
const statistics = {
  folder: tmpdir(),
  shareKey: Buffer.alloc(32),
  maxBody: 1000,
  limitKeys: 10,
  elapsed: () => 0,
  limits: { ip: broken, user: broken, statisticsIp: broken, statisticsUser: broken },
  findAddress: () => "192.0.2.1",
  reportException: report("statistics"),
};
const app = createApp({
  statistics: statistics as unknown as AppParts["statistics"],
  files: { images: new ImageFolder(tmpdir(), new UploadFile("", 0)) },
  metrics,
  isClosing: () => false,
  redisProblem: () => undefined,
  clickWarning: () => undefined,
  clockProblem: () => undefined,
  management: broken,
  users: broken,
  tokens: broken,
  confirmations: broken,
  forgotten: broken,
  factors: broken,
  reportMails: broken,
  subscriptions: broken,
  fetchMarkup: broken,
  imports: broken,
  conversions: broken,
  tests: broken,
  setup: broken,
  store: broken,
  reportException: report("other"),
});
const server = createHttpServer({
  metrics,
  log,
  isClosing: () => false,
  requestTimeout: 5000,
  keepAlive: 75_000,
  idleTimeout: 60_000,
  direct: {
    "/v1/placement": { label: "placement", handle: () => fail() },
    "/i/:token": { label: "impression", handle: () => fail() },
    "/c/:token": { label: "click", handle: () => fail() },
  },
  handleOther: (request, response) => handleOther(request, response),
});
const listener = getRequestListener(app.fetch);
let handleOther: (request: IncomingMessage, response: ServerResponse) => unknown = listener;
const { origin, stop } = await listen(server);
afterAll(stop);
beforeEach(() => {
  lines.length = 0;
});

const FAILURES: [string, () => Promise<Reply>][] = [
  [
    "throws",
    () => {
      throw new Error("failed");
    },
  ],
  ["rejects", () => Promise.reject(new Error("failed"))],
  [
    "returns a header that Node refuses",
    async () => ({ status: 302, headers: ["Location", "/обувь\n"], body: "" }),
  ],
  ["returns an invalid status", async () => ({ status: 7, headers: [], body: "" })],
];

const ROUTES = [
  ["placement", "POST", "/v1/placement"],
  ["impression", "GET", "/i/x"],
  ["click", "GET", "/c/x"],
] as const;

test.each(ROUTES.flatMap((route) => FAILURES.map((failure) => [...route, ...failure] as const)))(
  "if the %s handler (%s %s) %s, the response is 500 and the error is logged once and counted",
  async (route, method, path, _name, failure) => {
    fail = failure;
    const before = await countExceptions(route);
    const response = await fetch(origin + path, { method, redirect: "manual" });
    expect(response.status).toBe(500);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response.json()).toEqual({ message: "Internal error. The service's log has the details." });
    expectLogged(response, route);
    expect(await countExceptions(route)).toBe(before + 1);
    await expectNextIsServed();
  },
);

test.each([
  ["other", 500, "/healthz"],
  ["statistics", 503, "/v2/statistics/a/global"],
  ["statistics", 503, "/v2/account"],
  ["statistics", 503, "/collections/countries"],
  ["statistics", 503, "/openapi.json"],
])("a failing %s route returns %d, is logged once and counted: %s", async (route, status, path) => {
  handleOther = listener;
  const before = await countExceptions(route);
  const response = await fetch(origin + path);
  const message =
    status === 500
      ? "Internal error. The service's log has the details."
      : "Statistics are not available at the moment.";
  expect([response.status, await response.json()]).toMatchObject([status, { message }]);
  expectLogged(response, route);
  expect(await countExceptions(route)).toBe(before + 1);
  await expectNextIsServed();
});

test("other routes that throw or reject get 500; a failure after the head ends the connection", async () => {
  for (const failure of [
    () => {
      throw new Error("failed");
    },
    () => Promise.reject(new Error("failed")),
  ]) {
    handleOther = failure;
    expect((await fetch(`${origin}/x`)).status).toBe(500);
  }
  handleOther = (_request, response) => {
    response.writeHead(200);
    response.write("half");
    throw new Error("failed");
  };
  await expect(fetch(`${origin}/x`).then((response) => response.text())).rejects.toThrow();
  expect(lines).toHaveLength(3);
  await expectNextIsServed();
});

/** Expects exactly one log line, with the request id of the response. */
function expectLogged({ headers }: Response, route: string): void {
  expect(headers.get("x-request-id")).toMatch(/^[\w.-]+$/);
  const requestId = headers.get("x-request-id");
  // The visitor's address is truncated.
  expect(lines).toEqual([expect.objectContaining({ route, requestId, address: "127.0.0.0" })]);
}

async function expectNextIsServed(): Promise<void> {
  fail = async () => ({ status: 204, headers: [], body: "" });
  expect((await fetch(`${origin}/i/x`)).status).toBe(204);
}

async function countExceptions(route: string): Promise<number> {
  const text = await metrics.registry.metrics();
  const found = new RegExp(`zonetag_exceptions_total\\{route="${route}"\\} (\\d+)`).exec(text);
  return Number(found?.[1] ?? 0);
}

// Shows the behaviour of Node that the tests above guard against.
test("a plain Node server throws for the same header", async () => {
  const answer: RequestListener = (_request, response) => {
    expect(() => response.writeHead(302, ["Location", "/обувь\n"])).toThrow(/Invalid character/);
    response.end();
  };
  await using bare = await listen(createServer(answer));
  await fetch(bare.origin);
});
