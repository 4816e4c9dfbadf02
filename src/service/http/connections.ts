/** Bounds what a connection takes from others: requests, time of the parser, and file descriptors. */
import { readFileSync } from "node:fs";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { findErrorCode } from "../runtime/thrown.ts";
import { getOrMake } from "../values/getOrMake.ts";

/** Unanswered requests beyond which a connection is not read. */
export const MAX_READ = 16;
/** Bytes that are parsed at once: at most 40 requests. */
export const SLICE_BYTES = 1024;

/**
 * Bounds what pipelined requests take. Node starts every request that it has read, and its own back-pressure counts
 * written bytes, of which asynchronous handlers have none yet: 20,000 requests of one connection (740 KB) took 700 MB,
 * and delayed all other clients by seconds.
 */
export class Pipelines {
  /** Unanswered requests of each connection, in the order in which they arrived. */
  readonly #unanswered = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }[]>();

  /** Wraps the listener of a server: a connection has one request in progress, the others wait for its answer. */
  limit(handle: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      const unanswered = getOrMake(this.#unanswered, socket, () => []);
      unanswered.push({ request, response });
      response.once("finish", () => {
        unanswered.shift();
        if (unanswered.length === MAX_READ) socket.resume();
        const [next] = unanswered;
        // In the next turn of the event loop: other connections come in between.
        if (next) setImmediate(() => socket.destroyed || handle(next.request, next.response));
      });
      if (unanswered.length === 1) handle(request, response);
    };
  }

  /**
   * Listener of a server's new connections: passes what they receive to Node's parser in slices, and none while more than
   * `MAX_READ` requests are unanswered. By itself, the parser does not stop before the end of the 64 KB that are read
   * at once: 2,500 requests, which took 10 ms of all other clients.
   */
  readonly parseInSlices = (socket: Socket): void => {
    const [parse] = socket.listeners("data");
    if (!parse) return;
    socket.removeAllListeners("data");
    socket.on("data", (chunk: Buffer) => {
      for (let start = 0; start < chunk.length && !socket.destroyed; start += SLICE_BYTES) {
        if (this.#count(socket) > MAX_READ) socket.pause();
        if (socket.isPaused()) return socket.unshift(chunk.subarray(start));
        parse.call(socket, chunk.subarray(start, start + SLICE_BYTES));
      }
    });
  };

  /** Whether no response is partly sent. */
  mayWrite(socket: Duplex): boolean {
    const [first, second] = this.#unanswered.get(socket) ?? [];
    return !first || (!second && !first.response.headersSent);
  }

  #count(socket: Duplex): number {
    return this.#unanswered.get(socket)?.length ?? 0;
  }
}

const BROKEN: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Refuses a request that Node cannot parse, as Node would without a listener for `clientError`. */
export function refuseBroken(error: Error, socket: Duplex, mayWrite: boolean): void {
  const status = BROKEN[findErrorCode(error) ?? ""] ?? "400 Bad Request";
  if (socket.writable && mayWrite) socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
  socket.destroy(error);
}

/** Whether a request was not complete within the server's time limit. */
export function isTimeout(error: Error): boolean {
  return findErrorCode(error) === "ERR_HTTP_REQUEST_TIMEOUT";
}

/** Descriptors kept free for the journal, the database and other files; at most half of the limit. */
const RESERVED = 256;
/** Limit of descriptors where it cannot be read: macOS and Windows allow more. */
const USUAL_LIMIT = 4096;

/**
 * Computes the number of connections that leaves descriptors for the journal and the database. Without it, connections
 * that send nothing made every placement fail.
 */
export function computeMaxConnections(openFiles = readOpenFilesLimit()): number {
  return openFiles - Math.min(RESERVED, Math.ceil(openFiles / 2));
}

/** Reads the limit of this process from `/proc/self/limits` (Linux). */
function readOpenFilesLimit(): number {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  } catch {
    return USUAL_LIMIT;
  }
}
