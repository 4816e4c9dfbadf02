/**
 * Sends answers that are made while they are sent, each in memory that is used again and again: with memory of its own for
 * each piece, the garbage collector held up placements several times a second.
 */
import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { MiddlewareHandler } from "hono";
import { CancelledError } from "../statistics/answerStream.ts";
import type { Env } from "../statistics/route.ts";

const PIECE_BYTES = 256 * 1024;

/** Sends the stream that a route set, with the headers that the answer has by then: the first of all handlers. */
export function sendStreams(
  reportException: (error: unknown, response: ServerResponse) => void,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next();
    const stream = c.get("stream");
    if (!stream) return;
    const { outgoing } = c.env;
    outgoing.writeHead(c.res.status, Object.fromEntries(c.res.headers));
    // Without this Hono makes a new response of both, which is sent once more.
    c.res = undefined;
    c.res = RESPONSE_ALREADY_SENT;
    await send(stream, outgoing).catch((error) => {
      if (!(error instanceof CancelledError)) reportException(error, outgoing);
    });
  };
}

/** Rejects as the stream does, and cuts the connection then: with an end in order, half a report would look like a whole one. */
async function send(stream: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  const reader = stream.getReader({ mode: "byob" });
  let goOn = () => {};
  // Also while the connection takes nothing.
  reader.closed.catch(() => response.destroy());
  response.once("close", () => {
    reader.cancel().catch(() => {});
    goOn();
  });
  let memory = new Uint8Array(PIECE_BYTES);
  for (;;) {
    const { value, done } = await reader.read(memory);
    if (done) break;
    // Until the connection has taken the bytes, their memory must not change.
    await new Promise<void>((resolve) => {
      goOn = resolve;
      response.write(value, () => resolve());
    });
    memory = new Uint8Array(value.buffer);
  }
  response.end();
}
