/** Requests as a socket gives them, and replies as tests read them. */
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { Reply } from "../../../src/service/http/reply.ts";
import { waitForUrgent } from "../../../src/service/values/urgent.ts";

export interface RequestOptions {
  method?: string;
  headers?: IncomingMessage["headers"];
  /** The whole body that was sent. */
  body?: string;
  /** Whether more of the body should follow, but does not. */
  isUnfinished?: boolean;
}

export function createRequest(options: RequestOptions): IncomingMessage {
  const { method = "GET", headers = {}, body = "", isUnfinished = false } = options;
  const request = Object.assign(new IncomingMessage(new Socket()), { method, headers });
  if (body !== "") request.push(body);
  if (!isUnfinished) request.push(null);
  return request;
}

/** Whether long work waits for requests in flight. Timers must be fake: it would wait for a few milliseconds only. */
export async function isLongWorkWaiting(): Promise<boolean> {
  for (let turn = 0; turn < 10; turn++) await setImmediate();
  let isWaiting = true;
  void waitForUrgent().then(() => {
    isWaiting = false;
  });
  await setImmediate();
  return isWaiting;
}

/** The headers of a reply by their names. Throws when one is there twice. */
export function readHeaders({ headers }: Reply): Record<string, string> {
  const read: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) {
    const [name = "", value = ""] = headers.slice(at, at + 2);
    if (Object.hasOwn(read, name)) throw new Error(`The header ${name} is there twice.`);
    read[name] = value;
  }
  return read;
}
