/** Which route a request takes, and what each answer says of itself. */
import { once } from "node:events";
import { request as sendRequest } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Answered } from "../../../src/service/http/respond.ts";
import { createHttpServer } from "../../../src/service/http/server.ts";
import { createMetrics } from "../../../src/service/telemetry/metrics.ts";

const NO_WORK = { writes: { count: 0, seconds: 0 }, loads: { count: 0, seconds: 0 } };
const metrics = createMetrics({
  store: () => ({
    ready: true,
    waiting: 0,
    bytes: 0,
    setAside: { damaged: 0, files: 0, events: 0 },
    ...NO_WORK,
  }),
  reports: () => ({ running: 0, waiting: 0 }),
  droppedLines: () => 0,
});
const answers: Answered[] = [];
let isClosing = false;

async function answerToken(label: string, token: string) {
  return { status: 202, headers: [], body: `${label} ${token}` };
}

const common = {
  metrics,
  log: pino({ level: "silent" }),
  isClosing: () => isClosing,
  requestTimeout: 60_000,
};

/** Each route answers with its name and what it was given. */
const server = createHttpServer({
  ...common,
  idleTimeout: 60_000,
  onAnswer: (answered) => void answers.push(answered),
  direct: {
    "/v1/placement": {
      label: "placement",
      handle: async () => ({ status: 200, headers: ["X-Own", "1"], body: "placement é" }),
    },
    "/i/:token": { label: "impression", handle: (_request, token) => answerToken("impression", token) },
    "/c/:token": { label: "click", handle: (_request, token) => answerToken("click", token) },
  },
  handleOther: (_request, response) => response.writeHead(418).end("other"),
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  isClosing = false;
  answers.length = 0;
});

/** Asks for a target as it is given: a path, or a whole address as for a proxy. */
function ask(target: string): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asking = sendRequest({ host: "127.0.0.1", port, path: target, agent: false }, async (response) => {
      let body = "";
      for await (const chunk of response) body += String(chunk);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
    });
    asking.on("error", reject).end();
  });
}

test.each([
  ["/v1/placement", "placement é"],
  ["/v1/placement?x=1", "placement é"],
  ["http://ads.example/v1/placement?x=1", "placement é"],
  ["/i/token", "impression token"],
  ["/i/token?x=/c/1", "impression token"],
  ["/i/", "impression "],
  ["/c/a/b", "click a/b"],
  ["https://ads.example/c/token", "click token"],
  ["/v1/placement/", "other"],
  ["/v1/placements", "other"],
  ["/V1/placement", "other"],
  ["/i", "other"],
  ["/x?/i/token", "other"],
  ["/", "other"],
])("the request for %s is answered by %j", async (target, body) => {
  expect((await ask(target)).body).toBe(body);
});

test.each(["*", "http://", "ftp://x/i/a", "http://user@x/i/a", "http://:password@x/i/a"])(
  "the request for %s is refused",
  async (target) => {
    const { status, body } = await ask(target);
    const message = "Ask for a path, or for an http address without a user.";
    expect([status, JSON.parse(body)]).toEqual([400, { message }]);
  },
);

test("an answer has its status, its length in bytes, the route's own headers and an id", async () => {
  const { status, headers } = await ask("/v1/placement");
  expect(status).toBe(200);
  expect(headers).toMatchObject({ "content-length": "12", "x-own": "1", "x-request-id": expect.any(String) });
  expect((await ask("/i/x")).status).toBe(202);
});

test("each answer is told with its route, status, id and time, and measured", async () => {
  const { headers } = await ask("/c/x");
  await ask("/nothing");
  await expect.poll(() => answers.length).toBe(2);
  expect(answers.map(({ route, status }) => [route, status])).toEqual([
    ["click", 202],
    ["other", 418],
  ]);
  expect(answers[0]?.requestId).toBe(headers["x-request-id"]);
  expect(answers[0]?.request.url).toBe("/c/x");
  expect(answers[0]?.milliseconds).toBeGreaterThan(0);
  expect(await metrics.registry.metrics()).toMatch(/route="click",status="202"\} [1-9]/);
});

test("the time of answers is measured in seconds", async () => {
  const readSum = async () =>
    Number(
      /request_seconds_sum\{route="impression"\} (\S+)/.exec(await metrics.registry.metrics())?.[1] ?? 0,
    );
  const before = await readSum();
  await ask("/i/x");
  await expect.poll(() => answers.length).toBe(1);
  expect(await readSum()).toBeCloseTo(before + (answers[0]?.milliseconds ?? 0) / 1000, 9);
});

test("a sender has a bounded time and bounded headers, and an idle connection half a minute", () => {
  expect(server).toMatchObject({
    requestTimeout: 60_000,
    headersTimeout: 60_000,
    keepAliveTimeout: 30_000,
    timeout: 60_000,
    maxHeaderSize: 16_384,
    connectionsCheckingInterval: 1000,
  });
});

test("connections end with their answer while the service stops", async () => {
  isClosing = true;
  const end = async (path: string) => {
    const { status, headers } = await ask(path);
    return [status, headers.connection];
  };
  expect([await end("/i/x"), await end("/nothing")]).toEqual([
    [202, "close"],
    [418, "close"],
  ]);
});

test("a client that reads nothing of its answer is cut off", async () => {
  const never = async () => ({ status: 200, headers: [], body: "" });
  let ended: Promise<unknown> | undefined;
  const slow = createHttpServer({
    ...common,
    idleTimeout: 100,
    direct: {
      "/v1/placement": { label: "placement", handle: never },
      "/i/:token": { label: "impression", handle: never },
      "/c/:token": { label: "click", handle: never },
    },
    handleOther: (_request, response) => {
      ended = once(response, "close");
      // More than the system buffers for a connection.
      response.end(Buffer.alloc(64 * 1024 ** 2));
    },
  });
  await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
  const { port } = slow.address() as AddressInfo;
  const socket = connect({ host: "127.0.0.1", port }).pause();
  socket.on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(slow, "request");
  await ended;
  socket.destroy();
  await new Promise((resolve) => slow.close(resolve));
});
