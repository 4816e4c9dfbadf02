/** Requests as a socket gives them, and replies as tests read them. */
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { Reply } from "../../../src/service/http/reply.ts";

export interface RequestOptions {
  method?: string;
  headers?: IncomingMessage["headers"];
  /** The whole body that was sent. */
  body?: string;
}

export function createRequest({ method = "GET", headers = {}, body = "" }: RequestOptions): IncomingMessage {
  const request = Object.assign(new IncomingMessage(new Socket()), { method, headers });
  if (body !== "") request.push(body);
  request.push(null);
  return request;
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
