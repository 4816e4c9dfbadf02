import { connect, type Socket } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { aCampaign, aCatalogueObject } from "./support/catalogue.ts";
import { FROM_PAGE, useService } from "./support/service.ts";

const TIMEOUT = 300;
const BODY = JSON.stringify({ user: {}, zones: [{ id: 1 }] });

const catalogue = aCatalogueObject({ campaigns: [aCampaign({ id: 1 })] });
const service = await useService(catalogue, { requestTimeout: TIMEOUT, maxBody: 4096 });

/** Opens a connection and sends raw bytes. Resolves with everything received until the connection closes. */
function raw(
  send: (write: (bytes: string | Buffer) => boolean, socket: ReturnType<typeof connect>) => void,
): Promise<string> {
  const { hostname, port } = new URL(service.origin);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(received));
    socket.on("connect", () => send((bytes) => socket.write(bytes), socket));
  });
}

const head = (length: number | string, more = "") =>
  `POST /v1/placement HTTP/1.1\r\nHost: x\r\nOrigin: https://site.example\r\nContent-Length: ${length}\r\n${more}\r\n`;
const close = "Connection: close\r\n";
const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

async function stillServes(): Promise<void> {
  expect((await service.place(BODY)).status).toBe(200);
}

test.each<[string, (write: (bytes: string) => boolean) => void, number[]]>([
  ["whose body is shorter than its Content-Length", (write) => write(head(1000) + BODY), [408]],
  ["whose head is incomplete", (write) => write("POST /v1/placement HTTP/1.1\r\nHost: x\r\n"), [408]],
  ["whose body is longer than its Content-Length", (write) => write(head(BODY.length) + BODY + BODY), [400]],
  ["with a negative Content-Length", (write) => write(head(-1)), [400]],
  [
    "with Content-Length and Transfer-Encoding",
    (write) => write(head(5, "Transfer-Encoding: chunked\r\n")),
    [400],
  ],
  ["with a Content-Length of ten gigabytes", (write) => write(head(1e10)), [413]],
  ["with a malformed chunk", (write) => write(`${chunked()}ZZ\r\n`), [400]],
  ["with an oversized header", (write) => write(`GET / HTTP/1.1\r\nX: ${"x".repeat(20_000)}`), [431]],
  ["that is no HTTP", (write) => write("\x16\x03\x01\x02\0\x01\0"), [400]],
])("a request %s is refused, and the next one is served", async (_name, send, expected) => {
  expect(statuses(await raw(send))).toEqual(expected);
  await stillServes();
});

test.each(["/livez", "/readyz", "/"])("an HTTP/1.0 request without Host gets %s", async (path) => {
  expect(statuses(await raw((write) => write(`GET ${path} HTTP/1.0\r\n\r\n`)))).toEqual([200]);
});

test("a request that sends its body byte by byte is answered 408 after the request timeout", async () => {
  const answer = await raw((write, socket) => {
    write(head(4000));
    const drip = setInterval(() => write("x"), TIMEOUT / 10);
    socket.on("close", () => clearInterval(drip));
  });
  expect(statuses(answer)).toEqual([408]);
  await stillServes();
});

test("a chunked body over the size limit is answered 413 although the client keeps sending", async () => {
  const chunk = `400\r\n${"x".repeat(1024)}\r\n`;
  const answer = await raw((write) => write(chunked() + chunk.repeat(2000)));
  expect(statuses(answer)).toEqual([413]);
  await stillServes();
});

test("a placement request whose client disconnects within the body is not counted", async () => {
  const before = await service.counted();
  await raw((write, socket) => {
    write(head(1000) + BODY);
    socket.end(() => socket.destroy());
  });
  await stillServes();
  const { ad_requests } = await service.counted();
  expect(Number(ad_requests)).toBe(Number(before.ad_requests) + 1);
});

test("a placement request whose client disconnects before the response is counted", async () => {
  const before = await service.counted();
  await raw((write, socket) => {
    write(head(BODY.length) + BODY);
    socket.end(() => socket.destroy());
  });
  await expect
    .poll(async () => Number((await service.counted()).ad_requests) - Number(before.ad_requests))
    .toBe(1);
});

test("three requests on one keep-alive connection are all served", async () => {
  const one = head(BODY.length) + BODY;
  const answer = await raw((write) => write(one + one + head(BODY.length, close) + BODY));
  expect(statuses(answer)).toEqual([200, 200, 200]);
});

test.each([
  "GET /dashboard/",
  "GET /livez",
  "GET /v2/account",
  "GET /nowhere",
  "GET /v1/placement",
  "GET /i/x",
  "POST /v2/login",
])("others are served beside 20,000 pipelined requests %s", async (line) => {
  let flooding: Socket | undefined;
  const answer = raw((write, socket) => {
    flooding = socket;
    write(`${line} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(20_000));
  });
  const placed = await Promise.all(Array.from({ length: 50 }, () => service.place(BODY)));
  flooding?.destroy();
  expect(new Set(placed.map(({ status }) => status))).toEqual(new Set([200]));
  // Each turn of the event loop answers one of them.
  expect(statuses(await answer).length).toBeLessThan(5000);
});

function chunked(): string {
  return "POST /v1/placement HTTP/1.1\r\nHost: x\r\nOrigin: https://a.example\r\nTransfer-Encoding: chunked\r\n\r\n";
}

test.each([
  ["GET", "/", 200],
  ["GET", "/v1", 404],
  ["GET", "/v1/placement/", 404],
  ["GET", "/v1/placement", 405],
  ["GET", "http://x/v1/placement?a", 405],
  ["GET", "http://x", 200],
  ["DELETE", "/i/x", 405],
  ["POST", "/c/x", 405],
  ["GET", "/i/x", 403],
  ["GET", "/dashboard/..%2f..%2fpackage.json", 404],
  ["GET", "/dashboard/../../package.json", 404],
  ["GET", "/zonetag.js%00", 404],
  ["GET", "/service.mjs", 404],
  ["GET", "/creatives/x.png", 404],
  ["GET", "/%ff", 404],
  ["PROPFIND", "/", 405],
])("the unusual request %s %s is answered %d with the security headers", async (method, path, status) => {
  const request = `${method} ${path} HTTP/1.1\r\nHost: x\r\n${close}\r\n`;
  const answer = await raw((write) => write(request));
  expect(statuses(answer)).toEqual([status]);
  expect(answer).toMatch(/x-content-type-options: nosniff/i);
  expect(answer).not.toContain('"devDependencies"');
});

test.each<[method: string, target: string, host: string]>([
  ["GET", "*", "x"],
  ["OPTIONS", "*", "x"],
  ["GET", "ftp://x/v2/account", "x"],
  ["GET", "https://user:password@x/v2/account", "x"],
  ["GET", "http://user@x/v1/placement", "x"],
  ["GET", "http://x:99999/v2/account", "x"],
  ["GET", "/v2\\account", "x"],
  ["GET", "/v2/account", "a b"],
  ["GET", "/v2/account", "x/y"],
  ["GET", "/v2/account", "user@x"],
  ["GET", "/v2/account", "[::1"],
  // Hosts that Node accepts and a URL cannot have.
  ...["/", "/dashboard/", "/creatives/a.png", "/v2/account", "/v2/statistics/a/global"].map(
    (path): [string, string, string] => ["GET", path, "xn--a"],
  ),
  ["POST", "/v2/login", "xn--"],
])("%s %s with the host %s is answered 400 with the security headers", async (method, target, host) => {
  const answer = await raw((write) => write(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${close}\r\n`));
  expect(statuses(answer)).toEqual([400]);
  expect(answer).toMatch(/x-content-type-options: nosniff/i);
  expect(answer).toContain('{"message":"');
});

test("a truncated or malformed chunked body is not counted as an exception", async () => {
  const exceptions = async () => (await service.metrics()).match(/^zonetag_exceptions_total.*$/gm);
  const before = await exceptions();
  for (const end of ["5\r\nab", "ZZ\r\n"]) {
    await raw((write, socket) => {
      write(
        `POST /v2/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${end}`,
      );
      socket.end();
    });
  }
  await stillServes();
  expect(await exceptions()).toBe(before);
});

test("a 404 for a wrong placement path can be read by pages of any origin", async () => {
  const response = await fetch(`${service.origin}/v2/placements`, { method: "POST", headers: FROM_PAGE });
  expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([404, "*"]);
  const elsewhere = await fetch(`${service.origin}/v1/api.php`, { method: "POST", headers: FROM_PAGE });
  expect([elsewhere.status, elsewhere.headers.get("access-control-allow-origin")]).toEqual([404, "*"]);
});

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.json(),
  fc.json().map((json) => `{"user":${json},"zones":[{"id":1,"custom_targeting":${json}}]}`),
);

test("any body is answered 200, 400 or 413 with the documented fields", async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (body) => {
      const response = await service.place(body);
      const answer = (await response.json()) as object;
      expect([200, 400, 413]).toContain(response.status);
      const keys = { 200: ["zones", "errors"], 400: ["errors"], 413: ["message"] }[response.status];
      expect(Object.keys(answer)).toEqual(keys);
    }),
    { numRuns: 150 },
  );
});

test("markup in the Host header does not reach the response", async () => {
  const answer = await raw((write) =>
    write(
      `POST /v1/placement HTTP/1.1\r\nHost: x"><script>\r\nOrigin: null\r\n${close}Content-Length: ${BODY.length}\r\n\r\n${BODY}`,
    ),
  );
  expect(answer).toContain(`"${service.origin}/i/`);
  expect(answer).not.toContain("<script>");
});

test("a __proto__ key in a body is refused as unknown without polluting prototypes", async () => {
  const body =
    '{"user":{},"zones":[{"id":1,"custom_targeting":{"__proto__":"x"}}],"__proto__":{"polluted":1}}';
  const response = await service.place(body, { headers: FROM_PAGE });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ errors: [{ "[__proto__]": "This field was not expected." }] });
  expect(({} as { polluted?: number }).polluted).toBe(undefined);
});
