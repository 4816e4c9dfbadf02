import type { UnreadBody } from "./transport.js";
/**
 * Streams a body as the caller reads it. The stream fails when the connection is cut. Rejects when the body has another
 * media type.
 */
export declare function streamBody({ response, timer }: UnreadBody, type: string): Promise<ReadableStream<Uint8Array>>;
