/** Creates requests and reads replies without a server. */
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { Reply } from "../../../src/service/http/reply.ts";
import { waitForUrgent } from "../../../src/service/runtime/urgent.ts";

export interface RequestOptions {
  method?: string;
  headers?: IncomingMessage["headers"];
  /** Body of the request. */
  body?: string;
  /** Whether the body is incomplete and never ends. */
  isUnfinished?: boolean;
}

export function createRequest(options: RequestOptions): IncomingMessage {
  const { method = "GET", headers = {}, body = "", isUnfinished = false } = options;
  const request = Object.assign(new IncomingMessage(new Socket()), { method, headers });
  if (body !== "") request.push(body);
  if (!isUnfinished) request.push(null);
  return request;
}

/** Whether long work waits for requests in flight. Requires fake timers: the wait ends after a few milliseconds. */
export async function isLongWorkWaiting(): Promise<boolean> {
  for (let turn = 0; turn < 10; turn++) await setImmediate();
  let isWaiting = true;
  void waitForUrgent().then(() => {
    isWaiting = false;
  });
  await setImmediate();
  return isWaiting;
}

/** Reads the headers of a reply by name. Throws if a header is repeated. */
export function readHeaders({ headers }: Reply): Record<string, string> {
  const read: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) {
    const [name = "", value = ""] = headers.slice(at, at + 2);
    if (Object.hasOwn(read, name)) throw new Error(`The header ${name} is there twice.`);
    read[name] = value;
  }
  return read;
}
