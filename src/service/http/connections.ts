/** Bounds what a connection takes from others: requests in progress, and file descriptors. */
import { readFileSync } from "node:fs";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getOrMake } from "../values/getOrMake.ts";
import { readCode } from "../values/thrown.ts";

/** Unanswered requests beyond which a connection is not read. */
export const MAX_READ = 16;
/** Unanswered requests beyond which a connection is closed: one read of 64 KB can contain 2,500 requests. */
export const MAX_UNANSWERED = 64;

/** Unanswered requests of the connections of a server. */
export class Unanswered {
  readonly #connections = new WeakMap<Duplex, { count: number; last: ServerResponse }>();

  /**
   * Wraps the listener of a server. Node starts every request that it has read, and its own back-pressure counts written
   * bytes, of which asynchronous handlers have none yet: 20,000 pipelined requests (740 KB) took 700 MB, and delayed all
   * other clients by seconds.
   *
   * @param onExcess Called before a connection is closed.
   */
  limit(handle: RequestListener, onExcess: (request: IncomingMessage) => void): RequestListener {
    return (request, response) => {
      const { socket } = request;
      // Closing a connection does not stop Node's parser within the bytes that it has read.
      if (socket.destroyed) return;
      const connection = getOrMake(this.#connections, socket, () => ({ count: 0, last: response }));
      connection.count += 1;
      connection.last = response;
      if (connection.count > MAX_UNANSWERED) {
        onExcess(request);
        return void socket.destroy();
      }
      // Node resumes a socket by itself, for example when a handler reads its body.
      if (connection.count === MAX_READ + 1) socket.on("resume", pause).pause();
      response.once("finish", () => {
        connection.count -= 1;
        if (connection.count === MAX_READ) socket.off("resume", pause).resume();
      });
      handle(request, response);
    };
  }

  /** Whether no response is partly sent. */
  mayWrite(socket: Duplex): boolean {
    const connection = this.#connections.get(socket);
    if (!connection || connection.count === 0) return true;
    // A response has no socket while it waits for an earlier one.
    return connection.last.socket !== null && !connection.last.headersSent;
  }
}

function pause(this: Socket): void {
  this.pause();
}

const BROKEN: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Refuses a request that Node cannot read, as Node does without a listener for `clientError`. */
export function refuseBroken(error: Error, socket: Duplex, mayWrite: boolean): void {
  const status = BROKEN[readCode(error) ?? ""] ?? "400 Bad Request";
  if (socket.writable && mayWrite) socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
  socket.destroy(error);
}

/** Whether a request was not complete within the server's time limit. */
export function isTimeout(error: Error): boolean {
  return readCode(error) === "ERR_HTTP_REQUEST_TIMEOUT";
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
