/** Opening and closing ports. */
import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { closeServer, listen } from "../../../src/service/http/listen.ts";

const servers: Server[] = [];
function create(handler: RequestListener = () => {}): Server {
  const server = createServer(handler);
  servers.push(server);
  return server;
}
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

test("listen returns the origin of the server", async () => {
  expect(await listen(create(), { host: "127.0.0.1", port: 0 })).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
});

test("the origin of an IPv6 address has brackets", async (context) => {
  const address = await listen(create(), { host: "::1", port: 0 }).catch(() => undefined);
  if (address === undefined) return context.skip("this machine has no IPv6");
  expect(address).toMatch(/^http:\/\/\[::1\]:[1-9]\d*$/);
});

test("a kernel without IPv6 listens on IPv4 instead of on all addresses", async () => {
  const server = create();
  vi.spyOn(server, "listen").mockImplementationOnce(() => {
    process.nextTick(() => server.emit("error", Object.assign(new Error("no"), { code: "EAFNOSUPPORT" })));
    return server;
  });
  expect(await listen(server, { host: "::", port: 0 })).toMatch(/^http:\/\/0\.0\.0\.0:[1-9]\d*$/);
});

test("a port in use is reported with its number and host", async () => {
  const origin = await listen(create(), { host: "127.0.0.1", port: 0 });
  const port = Number(new URL(origin).port);
  const message = `Port ${port} of 127.0.0.1 is in use.`;
  await expect(listen(create(), { host: "127.0.0.1", port })).rejects.toThrow(message);
});

test.each([
  [
    Object.assign(new Error("no"), { code: "EACCES" }),
    "Port 80 of 127.0.0.1 is not permitted for this user.",
  ],
  [new Error("no such host"), "Cannot listen on 127.0.0.1:80: no such host"],
])("a server that cannot listen because of %s fails with a one-line message", async (error, message) => {
  const server = create();
  vi.spyOn(server, "listen").mockImplementation(() => {
    process.nextTick(() => server.emit("error", error));
    return server;
  });
  await expect(listen(server, { host: "127.0.0.1", port: 80 })).rejects.toThrow(new Error(message));
});

test.each([null, "/run/pipe"])("a server whose address is %j is reported as not open", async (address) => {
  const server = create();
  vi.spyOn(server, "listen").mockImplementation(() => {
    process.nextTick(() => server.emit("listening"));
    return server;
  });
  vi.spyOn(server, "address").mockReturnValue(address);
  await expect(listen(server, { host: "127.0.0.1", port: 80 })).rejects.toThrow(
    new Error("Port 80 of 127.0.0.1 is not open."),
  );
});

test("a closing server answers a request in flight and then ends its connection", async () => {
  const server = create();
  // Disables the keep-alive timeout: only closing the server ends idle connections.
  server.keepAliveTimeout = 0;
  const origin = await listen(server, { host: "127.0.0.1", port: 0 });
  const asked = new Promise<ServerResponse>((resolve) => {
    server.once("request", (_request, response) => resolve(response));
  });
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  const received = socket.toArray();
  const response = await asked;
  const closing = closeServer(server, 60_000);
  response.end("whole");
  expect(Buffer.concat(await received).toString()).toMatch(/\r\n\r\nwhole$/);
  await closing;
});

test("a closing server answers a request that was sent on an idle connection just before", async () => {
  const server = create((_request, response) => response.end("whole"));
  server.keepAliveTimeout = 0;
  const origin = await listen(server, { host: "127.0.0.1", port: 0 });
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  const ended = once(socket, "close");
  const request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  socket.write(request);
  await expect.poll(() => received).toMatch(/whole$/);
  socket.write(request);
  await closeServer(server, 60_000);
  await ended;
  expect(received.match(/whole/g)).toHaveLength(2);
});

test("a closing server answers a connection that waits to be accepted", async () => {
  const server = create((_request, response) => response.end("whole"));
  const origin = await listen(server, { host: "127.0.0.1", port: 0 });
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  const received = socket.toArray();
  // The system may have connected the socket already; this process has not accepted it yet.
  const closing = closeServer(server, 60_000);
  expect(Buffer.concat(await received).toString()).toMatch(/whole$/);
  await closing;
});

test("a connection that is still busy after the timeout is cut off", async () => {
  const server = create();
  const origin = await listen(server, { host: "127.0.0.1", port: 0 });
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.on("error", () => {}).write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await new Promise((resolve) => server.once("request", resolve));
  const ended = new Promise((resolve) => socket.once("close", resolve));
  await closeServer(server, 1);
  await ended;
});

test("closing a server leaves no timer", async () => {
  const server = create();
  await listen(server, { host: "127.0.0.1", port: 0 });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  try {
    await closeServer(server, 60_000);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
