/**
 * Responds to a request in any case: an exception becomes a 500, logged once with its route, and counted. Every
 * response is measured.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { truncateAddress } from "../net/address.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { getRequestId, REQUEST_ID, readRequestId, setRequestId } from "../telemetry/requestId.ts";
import { createMessage, type HeaderList, PUBLIC_HEADERS, type Reply } from "./reply.ts";

export interface ResponderParts {
  metrics: Metrics;
  log: Logger;
  /** True while the service stops and connections should close. */
  isClosing: () => boolean;
  /** Called with each response; absent when responses are not logged. */
  onAnswer?: ((answered: Answered) => void) | undefined;
}

export interface Answered {
  route: string;
  request: IncomingMessage;
  requestId: string;
  status: number;
  milliseconds: number;
}

/** Responds with the reply of `handle`. */
export function respond(
  parts: ResponderParts,
  route: string,
  request: IncomingMessage,
  response: ServerResponse,
  handle: () => Reply | Promise<Reply>,
): void {
  const requestId = readRequestId(request);
  measure(parts, route, request, response, requestId);
  const answer = async () => {
    const reply = await handle();
    if (!response.destroyed) send(response, reply, listOwnHeaders(parts, requestId));
  };
  // Writing the reply may throw too: a header can contain a character that Node refuses.
  answer().catch((error: unknown) => {
    setOwnHeaders(parts, response, requestId);
    fail(parts, route, response, error);
  });
}

/** Leaves the response to `handle`. */
export function delegate(
  parts: ResponderParts,
  route: string,
  request: IncomingMessage,
  response: ServerResponse,
  handle: () => unknown,
): void {
  const requestId = readRequestId(request);
  measure(parts, route, request, response, requestId);
  setOwnHeaders(parts, response, requestId);
  const answer = async () => void (await handle());
  answer().catch((error: unknown) => fail(parts, route, response, error));
}

function measure(
  { metrics, onAnswer }: ResponderParts,
  route: string,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): void {
  const started = performance.now();
  response.once("finish", () => {
    const { statusCode: status } = response;
    const milliseconds = performance.now() - started;
    metrics.countAnswer(route, status, milliseconds / 1000);
    onAnswer?.({ route, request, requestId, status, milliseconds });
  });
}

/** One list of all headers takes Node 0.9 µs; setting a header before it makes that 2.3 µs. */
function send(response: ServerResponse, { status, headers, body }: Reply, own: HeaderList = []): void {
  response.writeHead(status, [...headers, ...own, "Content-Length", String(Buffer.byteLength(body))]);
  response.end(body);
}

function listOwnHeaders({ isClosing }: ResponderParts, requestId: string): HeaderList {
  const own = [REQUEST_ID, requestId];
  return isClosing() ? [...own, "Connection", "close"] : own;
}

function setOwnHeaders(parts: ResponderParts, response: ServerResponse, requestId: string): void {
  if (response.headersSent) return;
  setRequestId(response, requestId);
  if (parts.isClosing()) response.setHeader("Connection", "close");
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
