/** Streams an answer from a temporary file. */
import { open, rm } from "node:fs/promises";

/** Bytes per read for readers without a buffer of their own. */
const PIECE_BYTES = 256 * 1024;
/** Milliseconds without a read after which the stream ends with an error. */
const UNREAD_MS = 60_000;

/** Thrown when the client has disconnected or has stopped reading. */
export class CancelledError extends Error {
  override readonly name = "CancelledError";
}

/**
 * Streams the bytes of the file. The name of the file is removed at once, so that nothing is left when the process is
 * killed.
 *
 * `hold`: called with the size of the file. Its result is called when the file is closed, possibly more than once.
 */
export async function streamOnce(
  path: string,
  hold: (bytes: number) => () => void,
): Promise<ReadableStream<Uint8Array>> {
  const file = await open(path);
  let unread: NodeJS.Timeout | undefined;
  let release = () => {};
  const close = async () => {
    clearTimeout(unread);
    await file.close().finally(release);
  };
  const closeAndThrow = async (error: unknown) => {
    await close();
    throw error;
  };
  await rm(path).catch(closeAndThrow);
  release = hold((await file.stat().catch(closeAndThrow)).size);
  return new ReadableStream({
    type: "bytes",
    autoAllocateChunkSize: PIECE_BYTES,
    start: (controller) => {
      unread = setTimeout(() => {
        controller.error(new CancelledError("Nobody reads the answer."));
        void close();
      }, UNREAD_MS).unref();
    },
    pull: async (controller) => {
      unread?.refresh();
      const { byobRequest: request } = controller;
      if (!request?.view)
        throw new Error("A stream that allocates was asked for bytes without memory for them.");
      const { buffer, byteOffset, byteLength } = request.view;
      const memory = new Uint8Array(buffer, byteOffset, byteLength);
      const { bytesRead } = await file.read(memory).catch(closeAndThrow);
      if (bytesRead === 0) {
        await close();
        controller.close();
      }
      request.respond(bytesRead);
    },
    cancel: close,
  });
}
