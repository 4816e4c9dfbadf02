/** Request ids: in the response, in the access log, and in every log line of a request. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

export const REQUEST_ID = "X-Request-Id";
const PROCESS_ID = randomBytes(6).toString("hex");
let requests = 0;

/** Returns the id sent by the proxy or the client if it is safe to log, else a new one. */
export function findRequestId({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : createRequestId();
}

export function setRequestId(response: ServerResponse, requestId: string): void {
  response.setHeader(REQUEST_ID, requestId);
}

/** Reads the id that `setRequestId` set. */
export function getRequestId(response: ServerResponse | undefined): string | undefined {
  return response?.getHeader(REQUEST_ID)?.toString();
}

/** Creates an id from a counter, which is a hundred times faster than a random id per request. */
function createRequestId(): string {
  requests += 1;
  return `${PROCESS_ID}-${requests.toString(36)}`;
}
