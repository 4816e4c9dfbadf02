/**
 * Sends streamed responses from reused memory. With new memory for each chunk, garbage collection delayed placements
 * several times a second.
 */
import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { MiddlewareHandler } from "hono";
import type { Env } from "../interface/call.ts";
import { CancelledError } from "../reports/answerStream.ts";

const PIECE_BYTES = 256 * 1024;

/**
 * Creates the middleware that sends the stream set by a route, with the response's headers. It must be the first
 * handler.
 */
export function sendStreams(
  reportException: (error: unknown, response: ServerResponse) => void,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next();
    const stream = c.get("stream");
    if (!stream) return;
    const { outgoing } = c.env;
    outgoing.writeHead(c.res.status, Object.fromEntries(c.res.headers));
    // Clear the response first; otherwise Hono merges both responses and sends the result again.
    c.res = undefined;
    c.res = RESPONSE_ALREADY_SENT;
    await send(stream, outgoing).catch((error) => {
      if (!(error instanceof CancelledError)) reportException(error, outgoing);
    });
  };
}

/**
 * Sends the stream. When the stream fails, rejects and destroys the connection, because after a regular end a partial
 * report would look complete.
 */
async function send(stream: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  const reader = stream.getReader({ mode: "byob" });
  let goOn = () => {};
  // Handles a failed stream even while the client reads nothing.
  reader.closed.catch(() => response.destroy());
  response.once("close", () => {
    reader.cancel().catch(() => {});
    goOn();
  });
  let memory = new Uint8Array(PIECE_BYTES);
  for (;;) {
    const { value, done } = await reader.read(memory);
    if (done) break;
    // The memory must not be reused before the connection has taken the bytes.
    await new Promise<void>((resolve) => {
      goOn = resolve;
      response.write(value, () => resolve());
    });
    memory = new Uint8Array(value.buffer);
  }
  response.end();
}
