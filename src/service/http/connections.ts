/** Bounds what a connection takes from others: requests in progress, and file descriptors. */
import { readFileSync } from "node:fs";
import type { IncomingMessage, RequestListener } from "node:http";
import type { Socket } from "node:net";

/** Unanswered requests beyond which a connection is not read. */
export const MAX_READ = 16;
/** Unanswered requests beyond which a connection is closed: one read of 64 KB can contain 2,500 requests. */
export const MAX_UNANSWERED = 64;

/**
 * Wraps the listener of a server. Node starts every request that it has read, and its own back-pressure counts written
 * bytes, of which asynchronous handlers have none yet: 20,000 pipelined requests (740 KB) took 700 MB, and delayed all
 * other clients by seconds.
 *
 * @param onExcess Called before a connection is closed.
 */
export function limitUnanswered(
  handle: RequestListener,
  onExcess: (request: IncomingMessage) => void,
): RequestListener {
  const unanswered = new WeakMap<Socket, number>();
  const add = (socket: Socket, change: 1 | -1) => {
    const count = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, count);
    return count;
  };
  return (request, response) => {
    const { socket } = request;
    // Closing a connection does not stop Node's parser within the bytes that it has read.
    if (socket.destroyed) return;
    const count = add(socket, 1);
    if (count > MAX_UNANSWERED) {
      onExcess(request);
      return void socket.destroy();
    }
    // Node resumes a socket by itself, for example when a handler reads its body.
    if (count === MAX_READ + 1) socket.on("resume", pause).pause();
    response.once("finish", () => {
      if (add(socket, -1) === MAX_READ) socket.off("resume", pause).resume();
    });
    handle(request, response);
  };
}

function pause(this: Socket): void {
  this.pause();
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
