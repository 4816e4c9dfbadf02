/** Routing of requests, and headers, timeouts and metrics of the server. */
import { once } from "node:events";
import { type Server, request as sendRequest } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeServer, listen } from "../../../src/service/http/listen.ts";
import type { Answered } from "../../../src/service/http/respond.ts";
import { createHttpServer } from "../../../src/service/http/server.ts";
import { createMetrics } from "../../../src/service/telemetry/metrics.ts";

const metrics = createMetrics();
const answers: Answered[] = [];
let isClosing = false;

const answerAs = (label: string) => (_request: unknown, token: string) => answerToken(label, token);

async function answerToken(label: string, token: string) {
  return { status: 202, headers: [], body: `${label} ${token}` };
}

const common = {
  metrics,
  log: pino({ level: "silent" }),
  isClosing: () => isClosing,
  requestTimeout: 60_000,
  keepAlive: 75_000,
};

/** Each route responds with its name and its token. */
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

/** Sends a request with an unchanged target: a path, or an absolute URL as sent to a proxy. */
function ask(
  target: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  const { port } = server.address() as AddressInfo;
  const options = { host: "127.0.0.1", port, path: target, agent: false, headers };
  return new Promise((resolve, reject) => {
    const asking = sendRequest(options, async (response) => {
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
])("a request for %s gets the body %j", async (target, body) => {
  expect((await ask(target)).body).toBe(body);
});

test.each(["*", "http://", "ftp://x/i/a", "http://user@x/i/a", "http://:password@x/i/a"])(
  "the request for %s is refused",
  async (target) => {
    const { status, body } = await ask(target);
    const message = "Request a path, or an http address without a user name.";
    expect([status, JSON.parse(body)]).toEqual([400, { message }]);
  },
);

test("a response has the route's status and headers, its length in bytes and a request id", async () => {
  const { status, headers } = await ask("/v1/placement");
  expect(status).toBe(200);
  expect(headers).toMatchObject({ "content-length": "12", "x-own": "1", "x-request-id": expect.any(String) });
  expect((await ask("/i/x")).status).toBe(202);
});

test("each response is measured and reported with route, status, request id and duration", async () => {
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

test("the metric of response times is in seconds", async () => {
  const readSum = async () =>
    Number(
      /request_seconds_sum\{route="impression"\} (\S+)/.exec(await metrics.registry.metrics())?.[1] ?? 0,
    );
  const before = await readSum();
  await ask("/i/x");
  await expect.poll(() => answers.length).toBe(1);
  expect(await readSum()).toBeCloseTo(before + (answers[0]?.milliseconds ?? 0) / 1000, 9);
});

test("the server limits request time, header time and size, and idle time", () => {
  expect(server).toMatchObject({
    requestTimeout: 60_000,
    headersTimeout: 60_000,
    keepAliveTimeout: 75_000,
    timeout: 60_000,
    maxHeaderSize: 16_384,
    connectionsCheckingInterval: 1000,
  });
});

/** Opens a connection and sends one request; returns the idle connection and the response. */
async function openIdle(to: Server): Promise<{ socket: Socket; answer: string }> {
  const { port } = to.address() as AddressInfo;
  const socket = connect({ host: "127.0.0.1", port });
  socket.write("GET /i/x HTTP/1.1\r\nHost: x\r\n\r\n");
  const [answer] = await once(socket, "data");
  return { socket, answer: String(answer) };
}

const createSmallServer = (keepAlive: number) =>
  createHttpServer({
    ...common,
    keepAlive,
    idleTimeout: 60_000,
    direct: {
      "/v1/placement": { label: "placement", handle: () => answerToken("placement", "") },
      "/i/:token": { label: "impression", handle: answerAs("impression") },
      "/c/:token": { label: "click", handle: answerAs("click") },
    },
    handleOther: (_request, response) => response.end(),
  });

test("an idle connection is closed after keepAlive, which the Keep-Alive header announces", async () => {
  const brief = createSmallServer(1000);
  await listen(brief, { host: "127.0.0.1", port: 0 });
  const { socket, answer } = await openIdle(brief);
  expect(answer).toContain("Keep-Alive: timeout=1\r\n");
  await once(socket, "end");
  brief.close();
});

test("closing the server closes idle connections before their keepAlive ends", async () => {
  const patient = createSmallServer(2 ** 31 - 1);
  await listen(patient, { host: "127.0.0.1", port: 0 });
  const { socket, answer } = await openIdle(patient);
  expect(answer).toContain("Keep-Alive: timeout=2147483\r\n");
  const ended = once(socket, "end");
  await closeServer(patient, 2 ** 31 - 1);
  await ended;
});

/** Without this header the client itself requests `Connection: close`. */
const KEEP = { connection: "keep-alive" };

test("responses contain Connection: close while the service stops", async () => {
  const readConnections = async () => {
    const answers = [await ask("/i/x", KEEP), await ask("/nothing", KEEP)];
    return answers.map(({ status, headers }) => [status, headers.connection]);
  };
  expect(await readConnections()).toEqual([
    [202, "keep-alive"],
    [418, "keep-alive"],
  ]);
  isClosing = true;
  expect(await readConnections()).toEqual([
    [202, "close"],
    [418, "close"],
  ]);
});

test("the connection of a client that does not read its response is cut after idleTimeout", async () => {
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
