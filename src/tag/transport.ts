/** The only file that touches the network. */
import type { Values } from "./attributes.ts";
import { attempt, page } from "./globals.ts";
import { note } from "./record.ts";
import { retryDelay } from "./retry.ts";
import { describe, encode } from "./text.ts";
import { wait, within } from "./time.ts";
import type { Answer, Failure } from "./types.ts";

/** Posts a request once. A body that can be read wins over its status. Never rejects. */
export const post = async (
  { endpoint = "", timeout = "3000", credentials = "omit" }: Values,
  body: string,
): Promise<Answer | Failure> => {
  const controller = attempt(() => new page.AbortController());
  let text = "";
  let status = 0;
  let headers: Headers | undefined;
  let lost: unknown;
  const exchange = async () => {
    const response = await page.fetch(endpoint, {
      method: "POST",
      // A simple request, which needs no preflight: https://fetch.spec.whatwg.org/#cors-safelisted-request-header
      headers: { "Content-Type": "text/plain" },
      body,
      credentials,
      signal: controller?.signal as AbortSignal,
    });
    text = await response.text();
    ({ status, headers } = response);
  };
  note("sent", body);
  try {
    // The limit covers the body too: one that stalls after its headers is given up.
    await within(wait(+timeout), exchange());
  } catch (error) {
    // A request that is never answered would keep one of the few connections that a browser has for a host. A page's own
    // `fetch` may not heed it: nothing waits for that.
    attempt(() => controller?.abort());
    lost = error;
  }
  note("received", { body, text, status, headers });
  const { zones, errors } = attempt(() => page.JSON.parse(text)) ?? {};
  if (zones) return { zones, errors };
  return {
    code: errors
      ? "rejected"
      : status === 429
        ? "rate-limited"
        : status > 399
          ? "http"
          : status
            ? "invalid-response"
            : lost === "timeout"
              ? lost
              : "network",
    message: errors ? encode(errors) : status ? `HTTP ${status}` : describe(lost),
    _retryAfterMs: retryDelay(status, headers?.get("Retry-After")),
  };
};

/**
 * Fetches an impression address so that it outlives the page (https://fetch.spec.whatwg.org/#request-keepalive-flag).
 * One that is lost is sent once more; rejects when that is lost, too.
 */
export const sendImpression = (address: string, { credentials = "omit" }: Values): Promise<unknown> => {
  const send = async () => page.fetch(address, { mode: "no-cors", keepalive: true, credentials });
  return send().catch(() => wait(1000).then(send));
};
