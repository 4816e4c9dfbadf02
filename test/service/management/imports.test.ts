// @long Takes more than five seconds of processor time.
/** Imports of facts over HTTP. */
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import type { Env } from "../../../src/service/interface/call.ts";
import { importHandlers } from "../../../src/service/management/importRoutes.ts";
import { hashToken } from "../../../src/service/signing/passwords.ts";
import { makeFolder } from "../../support/folder.ts";
import { readAnswer } from "../support/answer.ts";
import { aCatalogue, getAccount } from "../support/catalogue.ts";
import { canMount, mountDisk } from "../support/disk.ts";
import { type TestService, testService } from "../support/service.ts";

/** Networks 1 and 11, each with a publisher, an advertiser, a site and a zone. */
const CATALOGUE = {
  accounts: [1, 11].flatMap((id) => [
    { id, name: "Network", role: "network", apiTokens: [hashToken(`import-token-${id}`)] },
    { id: id + 1, name: "Publisher", role: "publisher", network: id },
    { id: id + 2, name: "Advertiser", role: "advertiser", network: id },
  ]),
  sites: [1, 11].map((id) => ({ id, account: id + 1, name: "Site", hostname: `site-${id}.example` })),
  zones: [1, 11].map((id) => ({ id, site: id, name: "Zone", size: "300x250" })),
  campaigns: [],
};

const start = (settings = {}) => testService(CATALOGUE, { limitUser: 0, limitIp: 0, ...settings });

const line = (zone: number, impressions: number) =>
  JSON.stringify({ time: "2026-11-01", zone_id: zone, impressions });

interface Sent {
  method?: string;
  query?: string;
  network?: number;
  type?: string;
  body?: string;
  headers?: Record<string, string>;
}

/** Sends a request as a network, by default an upload of NDJSON. */
async function send({ origin }: TestService, sent: Sent) {
  const {
    method = "POST",
    query = "?name=a",
    network = 1,
    type = "application/x-ndjson",
    body,
    headers,
  } = sent;
  return readAnswer(
    await fetch(`${origin}/v2/imports${query}`, {
      method,
      headers: { Authorization: `Bearer import-token-${network}`, "Content-Type": type, ...headers },
      ...(body !== undefined && { body }),
    }),
  );
}

const list = async (service: TestService, network = 1) =>
  (await send(service, { method: "GET", query: "", network })).json.result;

const countImpressions = async (service: TestService) => (await service.counted()).impressions;
const listUploads = async ({ settings }: TestService) =>
  (await readdir(join(settings.data, "temporary"))).filter((name) => /^(upload|import)-/.test(name));

test.each([
  ["newline-delimited JSON", "application/x-ndjson", `${line(1, 5)}\n${line(1, 7)}\n`],
  ["CSV", "text/csv; charset=utf-8", "time,zone_id,impressions\n2026-11-01,1,5\n2026-11-01,1,7\n"],
])("an import of %s is counted and listed until it is deleted", async (_, type, body) => {
  await using service = await start();
  const { status, json } = await send(service, { type, body });
  const counts = { name: "a", read: 2, added: 2, rejected: 0 };
  expect([status, json.result]).toEqual([200, { ...counts, reasons: [] }]);
  expect(await countImpressions(service)).toBe("12");
  const { reasons: _none, ...listed } = json.result;
  expect(await list(service)).toEqual([
    { ...listed, time: expect.any(String), impressions: 12, clicks: 0, cost: 0, publisher_revenue: 0 },
  ]);
  expect((await send(service, { method: "DELETE" })).status).toBe(204);
  expect([await countImpressions(service), await list(service)]).toEqual(["0", []]);
  expect((await send(service, { method: "DELETE" })).status).toBe(404);
  expect(await listUploads(service)).toEqual([]);
});

test("reusing a name replaces the import; the same content under another name adds nothing", async () => {
  await using service = await start();
  await send(service, { body: line(1, 5) });
  expect((await send(service, { body: line(1, 6) })).json.result).toMatchObject({ added: 1, replaced: 1 });
  expect((await send(service, { query: "?name=b", body: line(1, 6) })).json.result).toMatchObject({
    added: 0,
    same_as: "a",
  });
  expect(await countImpressions(service)).toBe("6");
});

test("imports of two networks are independent even with the same name and content", async () => {
  await using service = await start();
  await send(service, { body: `${line(1, 5)}\n` });
  const foreign = await send(service, { network: 11, body: `${line(11, 3)}\n${line(1, 100)}\n` });
  expect(foreign.json.result).toEqual({
    name: "a",
    read: 2,
    added: 1,
    rejected: 1,
    reasons: [expect.stringContaining("2: zone_id: 1 is not in the catalogue.")],
  });
  expect([await list(service), await list(service, 11)]).toMatchObject([
    [{ name: "a", impressions: 5 }],
    [{ name: "a", impressions: 3 }],
  ]);
  expect((await send(service, { method: "DELETE", network: 11 })).status).toBe(204);
  expect((await send(service, { method: "DELETE", network: 11 })).status).toBe(404);
  expect(await countImpressions(service)).toBe("5");
  // The same content as an import of the other network.
  const own = JSON.stringify({ time: "2026-11-01", publisher_id: 12, impressions: 1 });
  await send(service, { network: 11, body: own });
  const named = JSON.stringify({ time: "2026-11-01", publisher_id: 12, impressions: 1 });
  expect((await send(service, { body: named })).json).toMatchObject({ rejected: 1, added: 0 });
});

test("imports are listed in pages, oldest first, with the total count", async () => {
  await using service = await start();
  const names = ["c", "a", "b"];
  for (const [at, name] of names.entries())
    await send(service, { query: `?name=${name}`, body: line(1, at + 1) });
  await send(service, { network: 11, body: line(11, 9) });
  const read = (query: string) => send(service, { method: "GET", query });
  const { json } = await read("?limit=2&offset=1");
  expect(json.request_metadata).toEqual({ count: 3, limit: 2, offset: 1 });
  const pairs = json.result.map((entry: { name: string; impressions: number }) => [
    entry.name,
    entry.impressions,
  ]);
  expect(pairs).toEqual([
    ["a", 2],
    ["b", 3],
  ]);
  expect((await read("")).json.request_metadata).toEqual({ count: 3, limit: 50, offset: 0 });
  expect((await read("?offset=3")).json).toMatchObject({ request_metadata: { count: 3 }, result: [] });
  expect(await read("?limit=0")).toMatchObject({
    status: 400,
    json: { errors: [{ "[limit]": expect.anything() }] },
  });
});

test("rejected lines are reported, and with all_or_nothing they prevent the import", async () => {
  await using service = await start();
  const body = `${line(1, 5)}\n{"time":"soon"}\n`;
  const some = await send(service, { body });
  expect([some.status, some.json.result.added, some.json.result.reasons]).toEqual([
    200,
    1,
    ["2: time: Expected an ISO 8601 date or time."],
  ]);
  const none = await send(service, { query: "?name=b&all_or_nothing=1", body });
  expect(none.status).toBe(400);
  expect(none.json).toMatchObject({
    message: "Nothing was imported, because of the rejected lines.",
    added: 0,
    rejected: 1,
  });
  expect(await list(service)).toHaveLength(1);
});

test.each<[string, Sent, number, object]>([
  ["without a name", { query: "" }, 400, { errors: [{ "[name]": expect.any(String) }] }],
  ...["%0a", "%1b[31m", "%E2%80%A8", "%E2%80%AE"].map((control): [string, Sent, number, object] => [
    `with ${control} in its name`,
    { query: `?name=a${control}` },
    400,
    { errors: [{ "[name]": expect.any(String) }] },
  ]),
  [
    "with an invalid flag",
    { query: "?name=a&all_or_nothing=yes" },
    400,
    { errors: [{ "[all_or_nothing]": "Expected 0, 1, false or true." }] },
  ],
  ["with a name of 4,097 characters", { query: `?name=${"a".repeat(4097)}` }, 400, {}],
  ["of another media type", { type: "application/json" }, 415, {}],
  ["that is compressed", { headers: { "Content-Encoding": "gzip" } }, 415, {}],
  [
    "of CSV without a time column",
    { type: "text/csv", body: "day,zone_id\n" + "2026-11-01,1\n" },
    400,
    { errors: [{ "[body]": expect.stringContaining('does not name the column "time"') }] },
  ],
  ["with more bytes than allowed", { body: `${line(1, 5)}\n`.repeat(50) }, 413, {}],
])("an import %s is refused and leaves no file behind", async (_, sent, status, body) => {
  await using service = await start({ maxImport: 1000 });
  const answer = await send(service, { body: line(1, 5), ...sent });
  expect(answer.status).toBe(status);
  expect(answer.json).toMatchObject(body);
  expect([await list(service), await listUploads(service)]).toEqual([[], []]);
});

test("an import is removed by any name, also one that new imports may not have", async () => {
  await using service = await start();
  const remove = async (query: string) => (await send(service, { method: "DELETE", query })).status;
  expect([await remove("?name=a%0a"), await remove("?name="), await remove("")]).toEqual([404, 400, 400]);
});

/** Begins an upload over a raw socket without sending the complete body. */
async function beginUpload({ origin }: TestService, head: string, body: string) {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.on("error", () => {});
  const lines = ["POST /v2/imports?name=a HTTP/1.1", "Host: x", "Authorization: Bearer import-token-1"];
  socket.write(`${[...lines, "Content-Type: application/x-ndjson", head].join("\r\n")}\r\n\r\n${body}`);
  return socket;
}

test("an interrupted upload leaves no data and can be sent again", async () => {
  await using service = await start();
  const socket = await beginUpload(service, "Content-Length: 1000", line(1, 5));
  await expect.poll(() => listUploads(service)).toHaveLength(1);
  socket.destroy();
  await expect.poll(() => listUploads(service)).toEqual([]);
  expect([await list(service), await countImpressions(service)]).toEqual([[], "0"]);
  expect((await send(service, { body: line(1, 5) })).status).toBe(200);
});

test("an upload without Content-Length gets 413 at the size limit", async () => {
  await using service = await start({ maxImport: 100 });
  const body = "x".repeat(200);
  const socket = await beginUpload(service, "Transfer-Encoding: chunked", `c8\r\n${body}\r\n`);
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1.1 413 /);
  socket.destroy();
  await expect.poll(() => listUploads(service)).toEqual([]);
});

test("an upload is ended after the import timeout", async () => {
  await using service = await start({ importTimeout: 200 });
  const socket = await beginUpload(service, "Content-Length: 1000", line(1, 5));
  await once(socket, "close");
  await expect.poll(() => listUploads(service)).toEqual([]);
});

test("an upload may take longer than other requests, and only its connection", async () => {
  await using service = await start({ requestTimeout: 300 });
  const body = line(1, 5);
  const socket = await beginUpload(service, `Content-Length: ${body.length + 1}`, body);
  await expect.poll(() => listUploads(service)).toHaveLength(1);
  // The upload began before this request, so the server's time limit for it has passed as well.
  expect(await text(await beginSlowly(service))).toMatch(/^HTTP\/1.1 408 /);
  expect(await listUploads(service)).toHaveLength(1);
  socket.write("\n");
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
  // The next request of the connection has the usual time.
  socket.write("POST /v2/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{");
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /);
});

/** Begins a sign-in request whose body never ends. */
async function beginSlowly({ origin }: TestService) {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.on("error", () => {});
  socket.write(
    "POST /v2/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
  );
  return socket;
}

test("an upload that fills the disk is answered with 503 that names the disk, and leaves no file", async (context) => {
  context.skip(!canMount(), "needs root, who may mount a file system");
  const disk = mountDisk(makeFolder(), 40);
  onTestFinished(() => disk.unmount());
  await using service = await start({ data: join(disk.path, "data") });
  disk.fill();
  const body = `${line(1, 5)}\n`.repeat(20_000);
  const { status, json } = await send(service, { body });
  expect([status, json]).toMatchObject([503, { message: "The disk is full." }]);
  disk.free();
  expect(await listUploads(service)).toEqual([]);
  expect((await send(service, { body: line(1, 5) })).status).toBe(200);
});

test.each(["GET", "POST", "DELETE"] as const)(
  "%s /v2/imports returns 409 while the events are in ClickHouse",
  async (method) => {
    const handlers = importHandlers({
      store: undefined,
      catalogue: () => {
        throw new Error("not used");
      },
      maxImport: 1,
      importTimeout: 1,
      stopping: new AbortController().signal,
      onChanged: async () => {},
      extendBodyTime: (_request, work) => work(),
    });
    const account = getAccount(aCatalogue({ campaigns: [] }));
    const app = new Hono<Env>().all("/v2/imports", (c) => handlers[`${method} /v2/imports`](c, account));
    const response = await app.request("/v2/imports?name=a", { method });
    expect([response.status, await response.json()]).toEqual([
      409,
      {
        message: "The events of this service are in ClickHouse, which takes no imports.",
        codes: [{ code: "imports-unsupported" }],
      },
    ]);
  },
);

test("a third concurrent upload of a network returns 503, and that of another is taken", async () => {
  await using service = await start();
  const sockets = await Promise.all(
    [1, 2].map(() => beginUpload(service, "Content-Length: 1000", line(1, 5))),
  );
  await expect.poll(() => listUploads(service)).toHaveLength(2);
  const { status, json } = await send(service, { body: line(1, 5) });
  expect([status, json.message]).toEqual([
    503,
    "Two imports of this network are already being sent. Try again in 5 seconds.",
  ]);
  expect((await send(service, { body: line(11, 5), network: 11 })).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => listUploads(service)).toEqual([]);
});
