/** Receives facts over HTTP into a file, which is removed even if the upload is interrupted. */
import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { StoreError } from "../facts/eventStore.ts";
import { asStoreError } from "../facts/storeErrors.ts";
import type { Format } from "./records.ts";

export interface UploadLimits {
  /** Maximum bytes of an upload. */
  maxImport: number;
  /** Milliseconds that a sender has for it. */
  importTimeout: number;
}

/** Thrown when an upload has more bytes than allowed; its remainder was not read. */
export class UploadTooLarge extends Error {
  override readonly name = "UploadTooLarge";
  /** Maximum bytes. */
  readonly most: number;
  constructor(most: number) {
    super(`The upload has more than ${most} bytes.`);
    this.most = most;
  }
}

/** Thrown when the sender disconnected or took too long, so that no response can be sent. */
export class UploadInterrupted extends Error {
  override readonly name = "UploadInterrupted";
}

/** Calls `work` with the complete file, and removes it afterwards. */
export async function withUpload<T>(
  incoming: IncomingMessage,
  folder: string,
  format: Format,
  limits: UploadLimits,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(folder, `upload-${randomUUID()}.${format}`);
  try {
    await receive(incoming, path, limits);
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}

async function receive(
  incoming: IncomingMessage,
  path: string,
  { maxImport, importTimeout }: UploadLimits,
): Promise<void> {
  const checkSize = (bytes: number) => {
    if (bytes > maxImport) throw new UploadTooLarge(maxImport);
  };
  checkSize(Number(incoming.headers["content-length"] ?? 0));
  const timer = setTimeout(() => incoming.destroy(), importTimeout);
  const file = await open(path, "wx", 0o600);
  try {
    let bytes = 0;
    // The connection is kept for the response to an upload that is too large.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      checkSize(bytes);
      await file.appendFile(chunk).catch((error) => {
        throw asStoreError(error);
      });
    }
    if (!incoming.complete) throw new UploadInterrupted("The upload was interrupted.");
  } catch (error) {
    if (error instanceof UploadTooLarge || error instanceof StoreError || incoming.complete) throw error;
    throw new UploadInterrupted("The upload was interrupted.", { cause: error });
  } finally {
    clearTimeout(timer);
    await file.close();
  }
}
