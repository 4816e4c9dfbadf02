/** Reads the body of a request up to a maximum length. */
import type { IncomingMessage } from "node:http";

/**
 * Resolves with the body, or with undefined once it exceeds `most` bytes. Never settles when the sender disconnects
 * first.
 */
export function readBody(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    if (Number(request.headers["content-length"]) > most) return resolve(undefined);
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= most) return void chunks.push(chunk);
      request.pause();
      resolve(undefined);
    });
    request.on("end", () => {
      if (size <= most) resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    });
  });
}
