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
  compose: () => string,
): Promise<Answer | Failure> => {
  const controller = attempt(() => new page.AbortController());
  let body: string | undefined;
  let text = "";
  let status = 0;
  let headers: Headers | undefined;
  let lost: unknown;
  const exchange = async () => {
    const response = await page.fetch(endpoint, {
      method: "POST",
      // A simple request, which needs no preflight: https://fetch.spec.whatwg.org/#cors-safelisted-request-header
      headers: { "Content-Type": "text/plain" },
      body: body as string,
      credentials,
      signal: controller?.signal as AbortSignal,
    });
    text = await response.text();
    ({ status, headers } = response);
  };
  try {
    body = compose();
    note("sent", body);
    // The limit covers the body too: one that stalls after its headers is given up.
    await within(wait(+timeout), exchange());
  } catch (error) {
    // A page's own `fetch` may not heed it: nothing waits for that.
    attempt(() => controller?.abort());
    lost = error;
  }
  note("received", { body, status, text, headers });
  try {
    const { zones, errors } = page.JSON.parse(text);
    if (zones) return { zones, errors };
    if (errors) return { code: "rejected", message: encode(errors) };
  } catch {}
  return {
    code:
      status === 429
        ? "rate-limited"
        : status > 399
          ? "http"
          : status
            ? "invalid-response"
            : lost === "timeout"
              ? lost
              : body
                ? "network"
                : "config",
    message: status ? `HTTP ${status}` : describe(lost),
    _retryAfterMs: retryDelay(status, headers?.get("Retry-After")),
  };
};

/**
 * Fetches an impression address so that it outlives the page (https://fetch.spec.whatwg.org/#request-keepalive-flag).
 * One that is lost is sent once more.
 */
export const sendImpression = (address: string, { credentials = "omit" }: Values): void => {
  const send = async () => page.fetch(address, { mode: "no-cors", keepalive: true, credentials });
  send()
    .catch(() => wait(retryDelay(0)).then(send))
    .catch(() => {});
};
