/** Sends requests and impressions. */

import { attempt, page } from "./globals.ts";
import { note } from "./record.ts";
import { retryDelay } from "./retry.ts";
import { describe, encode } from "./text.ts";
import { wait, within } from "./time.ts";
import type { Answer, Failure, Values } from "./types.ts";

/** Posts a request once. A readable body takes precedence over the status. Never rejects. */
export const post = async (
  { endpoint = "", timeout = "3000", credentials = "omit" }: Values,
  body: string,
): Promise<Answer | Failure> => {
  const controller = attempt(() => new page.AbortController());
  let text = "";
  let status = 0;
  let url = "";
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
    ({ status, headers, url } = response);
  };
  note("sent", body);
  try {
    // The timeout covers the body, too, which can stall after the headers.
    await within(wait(+timeout), exchange());
  } catch (error) {
    // An unanswered request would occupy one of the browser's few connections per host. Nothing waits for the abort,
    // since a page's own `fetch` may ignore it.
    attempt(() => controller?.abort());
    lost = error;
  }
  note("received", { body, text, status, headers, url });
  const { zones, errors } = attempt(() => page.JSON.parse(text)) ?? {};
  if (zones) return { zones, errors };
  const _retryAfterMs = retryDelay(status, headers?.get("Retry-After"));
  if (errors) return { code: "rejected", message: encode(errors), _retryAfterMs };
  if (!status) return { code: lost === "timeout" ? lost : "network", message: describe(lost), _retryAfterMs };
  const code = status === 429 ? "rate-limited" : status > 399 ? "http" : "invalid-response";
  return { code, message: `HTTP ${status}`, _retryAfterMs };
};

/**
 * Fetches an impression address so that it outlives the page (https://fetch.spec.whatwg.org/#request-keepalive-flag).
 * Retries once after a network failure; rejects if that fails, too.
 */
export const sendImpression = (address: string, { credentials = "omit" }: Values): Promise<unknown> => {
  const send = async () => page.fetch(address, { mode: "no-cors", keepalive: true, credentials });
  return send().catch(() => wait(1000).then(send));
};
