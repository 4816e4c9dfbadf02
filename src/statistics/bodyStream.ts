/** Streams response bodies to the caller. */
import { createUnreadable } from "./body.ts";
import type { UnreadBody } from "./transport.ts";

/**
 * Streams a body as the caller reads it. The stream fails when the connection is cut. Rejects when the body has another
 * media type.
 */
export async function streamBody(
  { response, timer }: UnreadBody,
  type: string,
): Promise<ReadableStream<Uint8Array>> {
  if (!response.headers.get("content-type")?.startsWith(type)) {
    timer.stop();
    await response.body?.cancel();
    throw createUnreadable(type);
  }
  const reader = response.body?.getReader();
  // The time that the caller takes between two reads does not count towards the timeout.
  timer.pause();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        timer.restart();
        try {
          const { value } = (await reader?.read()) ?? {};
          timer.pause();
          if (value) return controller.enqueue(value);
          timer.stop();
          controller.close();
        } catch (cause) {
          timer.stop();
          controller.error(timer.explain(cause, response));
        }
      },
      async cancel(reason) {
        timer.stop();
        await reader?.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
