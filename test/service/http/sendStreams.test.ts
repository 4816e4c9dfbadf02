/** Responses streamed while they are produced, over real sockets. */
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, expect, test } from "vitest";
import { sendStreams } from "../../../src/service/http/sendStreams.ts";
import type { Env } from "../../../src/service/interface/call.ts";
import { CancelledError } from "../../../src/service/reports/answerStream.ts";

const PIECE_BYTES = 256 * 1024;
/** More data than the buffers of a connection hold if the client reads nothing. */
const MANY_PIECES = 100;

const servers: ReturnType<typeof serve>[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** Requests a stream from a new server; `failures` are the exceptions that it reported. */
async function ask(source: UnderlyingByteSource): Promise<{ answer: IncomingMessage; failures: unknown[] }> {
  const failures: unknown[] = [];
  const app = new Hono<Env>();
  app.use(sendStreams((error) => void failures.push(error)));
  app.get("/", (c) => {
    c.set("stream", new ReadableStream(source));
    c.header("X-Kind", "report");
    return c.body(null);
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ port, host: "127.0.0.1", agent: false }, resolve).on("error", reject).end();
  });
  return { answer, failures };
}

/** Creates chunks filled with 1, 2, 3 and so on; `before` records the previous content of each chunk's buffer. */
function countPieces(count: number): { source: UnderlyingByteSource; before: (number | undefined)[] } {
  const before: (number | undefined)[] = [];
  const pull: UnderlyingByteSource["pull"] = (controller) => {
    const view = controller.byobRequest?.view;
    if (!view) throw new Error("The reader brought no memory.");
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    before.push(bytes[0]);
    if (before.length > count) {
      controller.close();
      controller.byobRequest?.respond(0);
      return;
    }
    bytes.fill(before.length % 256);
    controller.byobRequest?.respond(bytes.length);
  };
  return { source: { type: "bytes", pull }, before };
}

/** Waits until the connection is full: no new chunk since the last check. */
async function waitUntilFull(made: readonly unknown[]): Promise<void> {
  let last = -1;
  const isFull = () => {
    const isSame = made.length === last;
    last = made.length;
    return isSame && last > 0;
  };
  await expect.poll(isFull, { interval: 200 }).toBe(true);
}

test("a client that starts reading late gets every chunk unchanged, with the headers of the route", async () => {
  const { source, before } = countPieces(MANY_PIECES);
  const { answer, failures } = await ask(source);
  // Production stops when the connection is full, until the client reads.
  await waitUntilFull(before);
  expect(before.length).toBeLessThan(MANY_PIECES);
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  expect(bytes.length).toBe(MANY_PIECES * PIECE_BYTES);
  for (let at = 0; at < MANY_PIECES; at++) {
    const piece = bytes.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES);
    expect(piece.every((byte) => byte === (at + 1) % 256)).toBe(true);
  }
  expect(answer.headers["x-kind"]).toBe("report");
  expect(failures).toEqual([]);
});

test("all chunks of a response use the same buffer", async () => {
  const { source, before } = countPieces(20);
  const { answer } = await ask(source);
  answer.resume();
  await new Promise((resolve) => answer.once("end", resolve));
  expect(before).toEqual(Array.from({ length: 21 }, (_, at) => at));
});

test("a client that disconnects cancels the stream without a reported exception", async () => {
  let isCancelled = false;
  const cancel = () => {
    isCancelled = true;
  };
  const { source } = countPieces(MANY_PIECES);
  const { answer, failures } = await ask({ ...source, cancel });
  answer.destroy();
  await expect.poll(() => isCancelled).toBe(true);
  expect(failures).toEqual([]);
});

test("a failing stream is reported once, and the client's connection is cut", async () => {
  const failure = new Error("The disk is gone.");
  const { source } = countPieces(MANY_PIECES);
  let fail = () => {};
  const start = (controller: ReadableByteStreamController) => {
    fail = () => controller.error(failure);
  };
  const { answer, failures } = await ask({ ...source, start });
  fail();
  answer.resume();
  await expect(new Promise((_, reject) => answer.once("error", reject))).rejects.toThrow("aborted");
  await expect.poll(() => failures).toEqual([failure]);
});

test("an aborted stream releases the connection of a client that reads nothing", async () => {
  let giveUp = () => {};
  const { source, before } = countPieces(MANY_PIECES);
  const start = (controller: ReadableByteStreamController) => {
    giveUp = () => controller.error(new CancelledError("Nobody reads the answer."));
  };
  const { answer, failures } = await ask({ ...source, start });
  await waitUntilFull(before);
  giveUp();
  answer.resume();
  await expect(new Promise((_, reject) => answer.once("error", reject))).rejects.toThrow("aborted");
  expect(failures).toEqual([]);
});
