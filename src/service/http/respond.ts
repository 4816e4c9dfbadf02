/**
 * Answers one request, whatever happens: an exception becomes a 500, is logged once with its route, and counted; every
 * answer is measured.
 */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { truncateAddress } from "../net/address.ts";
import type { Metrics } from "../telemetry/metrics.ts";
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

const REQUEST_ID = "X-Request-Id";

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
  const requestId = readRequestId(request) ?? createRequestId();
  response.once("finish", () => {
    const { statusCode: status } = response;
    const milliseconds = performance.now() - started;
    parts.metrics.countAnswer(route, status, milliseconds / 1000);
    parts.onAnswer?.({ route, request, requestId, status, milliseconds });
  });
  if (parts.isClosing()) response.setHeader("Connection", "close");
  response.setHeader(REQUEST_ID, requestId);
  // Both the handler and what it gives may throw: a header can hold a character that Node refuses.
  answer(response, handle).catch((error: unknown) => fail(parts, route, request, response, error));
}

async function answer(response: ServerResponse, handle: Handle): Promise<void> {
  const reply = await handle();
  if (reply && !response.destroyed) send(response, reply);
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, [...headers, "Content-Length", String(Buffer.byteLength(body))]);
  response.end(body);
}

function fail(
  parts: ResponderParts,
  route: string,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  const requestId = String(response.getHeader(REQUEST_ID));
  reportException(parts, route, error, { requestId, address: request.socket.remoteAddress });
  if (response.headersSent) return void response.destroy();
  send(response, createMessage(500, "Something failed here; it is logged.", PUBLIC_HEADERS));
}

/** A proxy or a caller may name the request, in characters that a log can hold. */
function readRequestId({ headers }: IncomingMessage): string | undefined {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : undefined;
}

const PROCESS_ID = randomBytes(6).toString("hex");
let requests = 0;

/** Counting is a hundred times faster than drawing an id for each request. */
function createRequestId(): string {
  requests += 1;
  return `${PROCESS_ID}-${requests.toString(36)}`;
}

/** Logs an exception with its route, and counts it. */
export function reportException(
  { log, metrics }: Pick<ResponderParts, "log" | "metrics">,
  route: string,
  error: unknown,
  { requestId, address = "" }: { requestId?: string; address?: string | undefined } = {},
): void {
  log.error({ err: error, route, requestId, address: truncateAddress(address) }, "request failed");
  metrics.countException(route);
}
