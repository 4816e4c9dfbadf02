/** Bounds of requests in progress on a connection, of what is parsed of it, and of connections. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { computeMaxConnections, MAX_READ, SLICE_BYTES } from "../../../src/service/http/connections.ts";
import { createHttpServer } from "../../../src/service/http/server.ts";
import { createMetrics } from "../../../src/service/telemetry/metrics.ts";
import { useFolder } from "../../support/folder.ts";

const FLOOD = 20_000;
/** Bytes that Node reads at once. */
const READ_BYTES = 64 * 1024;

const folder = useFolder();
const metrics = createMetrics();

interface Settings {
  /** Answers requests other than `/v1/placement`, which is answered at once. */
  handle: (request: IncomingMessage, response: ServerResponse) => unknown;
  maxConnections?: number;
  requestTimeout?: number;
}

const running: { server: Server; clients: Socket[] }[] = [];
afterEach(async () => {
  for (const { server, clients } of running.splice(0)) {
    for (const client of clients) client.destroy();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

/** Starts a server that records its connections, its requests, and what it logged. */
async function start({ handle, maxConnections, requestTimeout = 60_000 }: Settings, at: string | number = 0) {
  const connections: Socket[] = [];
  const lines: { msg: string }[] = [];
  const clients: Socket[] = [];
  let started = 0;
  let [unanswered, most] = [0, 0];
  const answerLater = async () => {
    started += 1;
    await new Promise(setImmediate);
    return { status: 202, headers: [], body: "x".repeat(1000) };
  };
  const server = createHttpServer({
    metrics,
    log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    isClosing: () => false,
    requestTimeout,
    keepAlive: 75_000,
    idleTimeout: 60_000,
    ...(maxConnections !== undefined && { maxConnections }),
    direct: {
      "/v1/placement": {
        label: "placement",
        handle: async () => ({ status: 200, headers: [], body: "placed" }),
      },
      "/i/:token": { label: "impression", handle: answerLater },
      "/c/:token": { label: "click", handle: answerLater },
    },
    handleOther: (request, response) => {
      started += 1;
      return handle(request, response);
    },
  });
  server.on("connection", (socket) => connections.push(socket));
  for (const event of ["request", "checkExpectation"] as const)
    server.on(event, (_: IncomingMessage, response: ServerResponse) => {
      most = Math.max(most, ++unanswered);
      response.once("finish", () => unanswered--);
    });
  running.push({ server, clients });
  server.listen(at);
  await once(server, "listening");
  const open = () => {
    const address = server.address() as AddressInfo | string;
    const client = typeof address === "string" ? connect(address) : connect(address.port);
    clients.push(client.on("error", () => {}));
    return client;
  };
  /** Sends a placement on a connection of its own; resolves with the answer's status. */
  const place = async () => {
    const client = open();
    client.end("GET /v1/placement HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    return /^HTTP\/1\.1 (\d+)/.exec(await text(client))?.[1];
  };
  return { connections, lines, open, place, started: () => started, mostUnanswered: () => most };
}

const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const statuses = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

const answerLater: Settings["handle"] = (_, response) => void setTimeout(() => response.end("x"), 1);
const answerAtOnce: Settings["handle"] = (_, response) => response.writeHead(404).end("x");
const answerNever: Settings["handle"] = () => {};

test.each<[string, string, Settings["handle"]]>([
  ["answered later", get("/dashboard/"), answerLater],
  ["answered at once", get("/nowhere"), answerAtOnce],
  ["never answered", get("/v2/account"), answerNever],
  ["to a direct route", get("/i/token"), answerLater],
  ["with an absolute address", get("http://a/c/token"), answerLater],
  ["with an expectation that no server knows", get("/livez", "Expect: x\r\n"), answerLater],
  ["that expect 100 Continue", get("/livez", "Expect: 100-continue\r\n"), answerLater],
  ["of HTTP/1.0", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", answerLater],
  ["that ask for an upgrade", get("/", "Connection: Upgrade\r\nUpgrade: x\r\n"), answerLater],
  ["in chunks", "POST /v2/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", answerLater],
  ["as short as possible", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", answerLater],
  ["with a body", "POST /v2/x HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx", answerLater],
])(
  "of 20,000 pipelined requests %s, few are parsed, one is in progress, and others are served",
  async (_name, request, handle) => {
    for (const isRead of [true, false])
      for (const at of [0, join(folder, `${randomUUID()}.sock`)]) {
        let [running, most] = [0, 0];
        const count: Settings["handle"] = (incoming, response) => {
          most = Math.max(most, ++running);
          response.once("finish", () => running--);
          handle(incoming, response);
        };
        const { connections, mostUnanswered, open, place, started } = await start({ handle: count }, at);
        const client = open();
        await once(client, "connect");
        if (isRead) client.resume();
        client.write(request.repeat(FLOOD));
        await expect.poll(started).toBeGreaterThan(0);
        const placed: (string | undefined)[] = [];
        for (let each = 0; each < 20; each++) placed.push(await place());
        client.destroy();
        expect(placed).toEqual(Array.from({ length: 20 }, () => "200"));
        expect(most).toBeLessThanOrEqual(1);
        // Besides those of the connection, one placement is unanswered.
        expect(mostUnanswered()).toBeLessThanOrEqual(MAX_READ + SLICE_BYTES / request.length + 2);
        if (handle !== answerNever) continue;
        expect(started()).toBe(1);
        expect(connections[0]?.bytesRead).toBeLessThanOrEqual(2 * READ_BYTES);
      }
  },
);

test.each([
  ["without a host", "GET / HTTP/1.1\r\n\r\n"],
  ["for a tunnel", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["of an unknown version", "GET / HTTP/9.9\r\nHost: a\r\n\r\n"],
])("requests %s behind one in progress are not read beyond a buffer", async (_name, refused) => {
  const { connections, open, place, started } = await start({ handle: answerNever });
  open().write(get("/held") + refused.repeat(FLOOD));
  await expect.poll(started).toBe(1);
  for (let at = 0; at < 3; at++) expect(await place()).toBe("200");
  expect(connections[0]?.bytesRead).toBeLessThanOrEqual(2 * READ_BYTES);
});

test("64 requests of one write are answered in order, and the connection is kept", async () => {
  const handle: Settings["handle"] = (request, response) =>
    void setTimeout(() => response.end(`[${request.url}]`), 1);
  const { open } = await start({ handle });
  const client = open();
  let received = "";
  client.on("data", (chunk) => {
    received += chunk;
  });
  const paths = Array.from({ length: 64 }, (_, at) => `/${at}`);
  client.write(paths.map((path) => get(path)).join(""));
  const last = (path: string) => expect.poll(() => received.endsWith(`[${path}]`)).toBe(true);
  await last(paths.at(-1) ?? "");
  client.write(get("/after"));
  await last("/after");
  expect(received.match(/\[.*?\]/g)).toEqual([...paths, "/after"].map((path) => `[${path}]`));
});

test("a request of a connection is started when the one before it is answered", async () => {
  const held: ServerResponse[] = [];
  const { open, started } = await start({ handle: (_, response) => void held.push(response) });
  const client = open();
  client.write(get("/held").repeat(3));
  for (let at = 0; at < 3; at++) {
    await expect.poll(started).toBe(at + 1);
    held[at]?.end();
  }
  client.end();
  expect(statuses(await text(client))).toEqual(["200", "200", "200"]);
});

test("a request is not started when its connection was closed while it waited", async () => {
  const held: ServerResponse[] = [];
  const { connections, open, place, started } = await start({
    handle: (_, response) => void held.push(response),
  });
  const client = open();
  client.write(get("/held").repeat(3));
  await expect.poll(started).toBe(1);
  client.destroy();
  await expect.poll(() => connections[0]?.closed).toBe(true);
  held[0]?.end();
  expect(await place()).toBe("200");
  expect(started()).toBe(1);
});

test("a request is not started when its connection was closed after the answer before it", async () => {
  const { connections, open, place, started } = await start({
    handle: ({ socket }, response) => void response.once("finish", () => socket.destroy()).end(),
  });
  open().write(get("/answered").repeat(3));
  await expect.poll(() => connections[0]?.closed).toBe(true);
  expect(await place()).toBe("200");
  expect(started()).toBe(1);
});

test("the body of a request that waits is not read beyond a buffer, and then in full", async () => {
  const bytes = 8 * 1024 * 1024;
  const held: ServerResponse[] = [];
  let received = 0;
  const handle: Settings["handle"] = (request, response) => {
    held.push(response);
    request.on("data", (chunk) => {
      received += chunk.length;
    });
  };
  const { connections, open, place } = await start({ handle });
  const client = open();
  client.write(get("/held"));
  client.write(`POST /v2/imports HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n`);
  client.write(Buffer.alloc(bytes));
  await expect.poll(() => held.length).toBe(1);
  for (let at = 0; at < 3; at++) expect(await place()).toBe("200");
  expect(connections[0]?.bytesRead).toBeLessThanOrEqual(3 * READ_BYTES);
  held[0]?.end();
  await expect.poll(() => received).toBe(bytes);
});

test("the request timeout counts while a body waits for the answer to an earlier request", async () => {
  const { open } = await start({ handle: answerNever, requestTimeout: 100 });
  const client = open();
  client.write(get("/held"));
  client.write(`POST /v2/imports HTTP/1.1\r\nHost: a\r\nContent-Length: ${8 * 1024 * 1024}\r\n\r\n`);
  client.write(Buffer.alloc(8 * 1024 * 1024));
  await expect.poll(() => client.closed).toBe(true);
});

test("a client that does not read its responses is not read, and gets all when it reads again", async () => {
  const body = "x".repeat(1024 * 1024);
  const { open, place, started } = await start({ handle: (_, response) => void response.end(body) });
  const client = open();
  for (let at = 0; at < 20; at++) {
    client.write(get("/large"));
    expect(await place()).toBe("200");
  }
  expect(started()).toBeLessThan(20);
  let received = "";
  client.on("data", (chunk) => {
    received += chunk;
  });
  await expect.poll(() => received.length).toBeGreaterThan(20 * body.length);
  expect(statuses(received)).toHaveLength(20);
});

test("connections beyond the maximum are refused, logged once, and the others are served", async () => {
  const { open, lines, place, connections } = await start({ handle: answerNever, maxConnections: 3 });
  const silent = [open(), open()];
  await expect.poll(() => connections.length).toBe(2);
  expect(await place()).toBe("200");
  silent.push(open());
  await expect.poll(() => connections.length).toBe(4);
  expect([await place(), await place()]).toEqual([undefined, undefined]);
  expect(lines.map(({ msg }) => msg)).toEqual([expect.stringContaining("refused connections beyond 3")]);
  silent[0]?.destroy();
  await expect.poll(place).toBe("200");
});

test.each([
  [1024, 768],
  [65_536, 65_280],
  [100, 50],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
])("of %d descriptors, connections take at most %d", (openFiles, connections) => {
  expect(computeMaxConnections(openFiles)).toBe(connections);
});

test("connections of a server without a maximum leave descriptors of the process's limit", async () => {
  await start({ handle: answerNever });
  expect(running[0]?.server.maxConnections).toBe(computeMaxConnections());
});

test("a malformed request is not answered within a response that is partly sent", async () => {
  const { open } = await start({ handle: (_, response) => void response.write("part") });
  const client = open();
  client.write(get("/partly"));
  await once(client, "data");
  client.write("malformed\r\n\r\n");
  expect(await text(client)).toBe("");
});

test("a malformed request is not answered before a response that waits for an earlier one", async () => {
  const { open, started } = await start({ handle: answerNever });
  const client = open();
  client.write(get("/first") + get("/second"));
  await expect.poll(started).toBe(1);
  client.write("malformed\r\n\r\n");
  expect(await text(client)).toBe("");
});
