/**
 * Answers one request, whatever happens: an exception becomes a 500, is logged once with its route, and counted; every
 * answer is measured.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { truncateAddress } from "../net/address.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { getRequestId, setRequestId } from "../telemetry/requestId.ts";
import { createMessage, PUBLIC_HEADERS, type Reply } from "./reply.ts";

export interface ResponderParts {
  metrics: Metrics;
  log: Logger;
  /** Whether connections are to end. */
  isClosing: () => boolean;
  /** Told of each answer; absent when nobody wants to know. */
  onAnswer?: ((answered: Answered) => void) | undefined;
}

export interface Answered {
  route: string;
  request: IncomingMessage;
  requestId: string;
  status: number;
  milliseconds: number;
}

/** `handle`: gives the reply, or undefined when it has answered the request itself. */
export type Handle = () => Reply | undefined | Promise<Reply | undefined>;

export function respond(
  parts: ResponderParts,
  route: string,
  request: IncomingMessage,
  response: ServerResponse,
  handle: Handle,
): void {
  const started = performance.now();
  const requestId = setRequestId(request, response);
  response.once("finish", () => {
    const { statusCode: status } = response;
    const milliseconds = performance.now() - started;
    parts.metrics.countAnswer(route, status, milliseconds / 1000);
    parts.onAnswer?.({ route, request, requestId, status, milliseconds });
  });
  if (parts.isClosing()) response.setHeader("Connection", "close");
  // Both the handler and what it gives may throw: a header can hold a character that Node refuses.
  answer(response, handle).catch((error: unknown) => fail(parts, route, response, error));
}

async function answer(response: ServerResponse, handle: Handle): Promise<void> {
  const reply = await handle();
  if (reply && !response.destroyed) send(response, reply);
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, [...headers, "Content-Length", String(Buffer.byteLength(body))]);
  response.end(body);
}

function fail(parts: ResponderParts, route: string, response: ServerResponse, error: unknown): void {
  reportException(parts, route, error, response);
  if (response.headersSent) return void response.destroy();
  send(response, createMessage(500, "Something failed here; it is logged.", PUBLIC_HEADERS));
}

/** Logs an exception with its route and the id of its request, and counts it. */
export function reportException(
  { log, metrics }: Pick<ResponderParts, "log" | "metrics">,
  route: string,
  error: unknown,
  response: ServerResponse,
): void {
  const address = truncateAddress(response.req.socket.remoteAddress ?? "");
  log.error({ err: error, route, requestId: getRequestId(response), address }, "request failed");
  metrics.countException(route);
}
