import type { UnreadBody } from "./transport.js";
/**
 * Bytes of a body, requested as the caller reads them. The stream fails when the connection is cut. Rejects when the body
 * is of another media type.
 */
export declare function streamBody({ response, timer }: UnreadBody, type: string): Promise<ReadableStream<Uint8Array>>;
