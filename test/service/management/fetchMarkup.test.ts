import { createServer, type RequestListener } from "node:http";
import { expect, test } from "vitest";
import { createMarkupFetcher } from "../../../src/service/management/fetchMarkup.ts";
import { DEFAULT_SETTINGS, isForThisMachine } from "../../../src/service/settings.ts";
import { listen } from "../support/otherServers.ts";

const EDITOR = {
  hostnames: new Set(["localhost", "127.0.0.1", "192.168.0.1", "[fd00::1]", "no-such-host.invalid"]),
  isEditor: true,
};
const read = createMarkupFetcher({ mayReadLocal: true });

/** Serves pages on a free port of this machine. */
const serve = (answer: RequestListener) => listen(createServer(answer));

const HTML = { "Content-Type": "text/html" };

test("reading a page returns its HTML and its address after redirects", async () => {
  await using page = await serve(({ url, headers }, response) => {
    if (url === "/old") response.writeHead(302, { Location: "/new?a=b" }).end();
    else response.writeHead(200, HTML).end(`<p>${headers.host}${url}`);
  });
  const { host } = new URL(page.origin);
  expect(await read({ address: `${page.origin}/old#part` }, EDITOR)).toEqual({
    address: `${page.origin}/new?a=b`,
    html: `<p>${host}/new?a=b`,
  });
});

test("a page is decoded by its charset and cut off after 1 MB", async () => {
  await using page = await serve(({ url }, response) => {
    if (url === "/latin")
      response.writeHead(200, { "Content-Type": "text/html; charset=ISO-8859-1" }).end(Buffer.from([0xe9]));
    else response.writeHead(200, HTML).end("x".repeat(3 * 1024 ** 2));
  });
  expect((await read({ address: `${page.origin}/latin` }, EDITOR)).html).toBe("é");
  expect((await read({ address: page.origin }, EDITOR)).html).toHaveLength(1024 ** 2);
});

test.each([
  [undefined, "Expected a text"],
  ["x".repeat(3000), "Expected a text"],
  ["file:///etc/passwd", "begins with https:// or http://"],
  ["https://other.example/", "No site has the host name other.example."],
  ["http://192.168.0.1/", "192.168.0.1 is not a public address"],
  ["http://[fd00::1]/", "is not a public address"],
  ["http://no-such-host.invalid/", "is not known"],
])("the address %s is refused", async (address, message) => {
  await expect(read({ address }, EDITOR)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(message),
  });
});

test.each([
  ["without mayReadLocal", createMarkupFetcher({ mayReadLocal: false }), EDITOR],
  ["to viewers", read, { ...EDITOR, isEditor: false }],
])("pages on this machine are refused %s", async (_what, readPage, reader) => {
  const reading = readPage({ address: "http://127.0.0.1:1/" }, reader);
  await expect(reading).rejects.toThrow("127.0.0.1 is not a public address");
});

test.each([
  [{}, true],
  [{ host: "::1" }, true],
  [{ origin: "https://ads.example" }, false],
  [{ trustedProxies: ["127.0.0.1"] }, false],
  [{ host: "0.0.0.0" }, false],
])("a service with the settings %j is for its own machine: %s", (settings, expected) => {
  expect(isForThisMachine({ ...DEFAULT_SETTINGS, ...settings })).toBe(expected);
});

test.each<[string, RequestListener, string]>([
  [
    "to another host",
    (_, response) => response.writeHead(302, { Location: "http://169.254.169.254/" }).end(),
    "No site",
  ],
  [
    "to an unreadable address",
    (_, response) => response.writeHead(302, { Location: "http://xn--a/" }).end(),
    "The page redirects to an address that cannot be read.",
  ],
  ["in a loop", (_, response) => response.writeHead(302, { Location: "/" }).end(), "more than 3 times"],
])("a redirect %s is refused", async (_what, answer, message) => {
  await using page = await serve(answer);
  await expect(read({ address: page.origin }, EDITOR)).rejects.toThrow(message);
});

test.each<[string, RequestListener, string]>([
  [
    "is not HTML",
    (_, response) => response.writeHead(200, { "Content-Type": "image/png" }).end(),
    "(image/png); expected HTML",
  ],
  ["is not found", (_, response) => response.writeHead(404, HTML).end(), "answers 404"],
  ["closes the connection", ({ socket }) => socket.destroy(), "does not answer"],
])("a page that %s is refused", async (_what, answer, message) => {
  await using page = await serve(answer);
  await expect(read({ address: page.origin }, EDITOR)).rejects.toThrow(message);
});
