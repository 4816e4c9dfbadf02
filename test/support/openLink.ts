/** Opens a link without fetch metadata. Node's `fetch` always sends `Sec-Fetch-Mode: cors`, which is no click. */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";

export interface OpenedLink {
  status: number;
  headers: Headers;
}

/** Follows no redirect. `timeout`: milliseconds. */
export async function openLink(
  url: string,
  headers: Record<string, string> = {},
  timeout?: number,
): Promise<OpenedLink> {
  const signal = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers, ...(signal && { signal }) }, resolve)
      .on("error", reject)
      .end();
  });
  await once(response.resume(), "end");
  const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
  return { status: response.statusCode ?? 0, headers: new Headers(Object.fromEntries(received)) };
}
