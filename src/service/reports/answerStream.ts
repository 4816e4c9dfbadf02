/** An answer that stands in a file, as a stream. */
import { open, rm } from "node:fs/promises";

/** Bytes at once, for readers that bring no memory. */
const PIECE_BYTES = 256 * 1024;
/** An answer that nobody reads is given up after this long; milliseconds. */
const UNREAD_MS = 60_000;

/** The caller went away, or reads nothing any more. */
export class CancelledError extends Error {
  override readonly name = "CancelledError";
}

/** The bytes of the file, which has no name any more: it is gone with the stream, also when the process is killed. */
export async function streamOnce(path: string): Promise<ReadableStream<Uint8Array>> {
  const file = await open(path);
  let unread: NodeJS.Timeout | undefined;
  const close = async () => {
    clearTimeout(unread);
    await file.close();
  };
  const closeAndThrow = async (error: unknown) => {
    await close();
    throw error;
  };
  await rm(path).catch(closeAndThrow);
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
        controller.close();
        await close();
      }
      request.respond(bytesRead);
    },
    cancel: close,
  });
}
