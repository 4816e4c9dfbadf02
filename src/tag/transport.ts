/** The only file that touches the network. */
import type { Values } from "./attributes.ts";
import { note } from "./record.ts";
import { describe } from "./text.ts";
import { wait, within } from "./time.ts";
import type { Answer, Outcome } from "./types.ts";

/** `Retry-After` is a number of seconds or a date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
const readRetryAfter = (text: string): number => {
  const milliseconds = Number.parseFloat(text) * 1000;
  return Number.isNaN(milliseconds) ? Math.max(0, Date.parse(text) - Date.now()) : milliseconds;
};

/**
 * Milliseconds until a second try; Infinity where none could help. No answer (status 0) and 5xx wait until a crowd has
 * parted, a 429 as long as the service says, up to a minute.
 */
export const retryDelay = (status: number, retryAfter = ""): number => {
  const delay = status === 429 ? readRetryAfter(retryAfter) : 300 + Math.random() * 700;
  const mayHelp = !status || status === 429 || status > 499;
  return mayHelp && delay >= 0 && delay <= 60_000 ? delay : Number.POSITIVE_INFINITY;
};

/** Posts a request once. A body that can be read wins over its status. Never rejects. */
export const post = async (
  { endpoint = "", timeout = 3000, credentials = "omit" }: Values,
  body: string,
): Promise<Outcome<Answer>> => {
  const controller = new AbortController();
  let text = "";
  let status = 0;
  let headers: Headers | undefined;
  let lost: unknown;
  const exchange = async () => {
    const response = await fetch(endpoint, {
      method: "POST",
      // A simple request, which needs no preflight: https://fetch.spec.whatwg.org/#cors-safelisted-request-header
      headers: { "Content-Type": "text/plain" },
      body,
      credentials,
      signal: controller.signal,
    });
    text = await response.text();
    ({ status, headers } = response);
  };
  note("sent", body);
  try {
    // The limit covers the body too: one that stalls after its headers is given up.
    await within(wait(timeout), exchange());
  } catch (error) {
    // A page's own `fetch` may not heed it: nothing waits for that.
    controller.abort();
    lost = error;
  }
  note("received", { body, status, text, headers });
  try {
    const answer = JSON.parse(text);
    if (answer.zones || answer.errors) return [answer];
  } catch {}
  const retryAfter = headers?.get("Retry-After") || headers?.get("X-Rate-Limit-Reset") || "";
  const code =
    status === 429
      ? "rate-limited"
      : status > 399
        ? "http"
        : status
          ? "invalid-response"
          : lost === "timeout"
            ? lost
            : "network";
  return [
    null,
    {
      code,
      message: status ? `HTTP ${status}` : describe(lost),
      status,
      retryAfterMs: retryDelay(status, retryAfter),
    },
  ];
};

/**
 * Fetches an impression address so that it outlives the page (https://fetch.spec.whatwg.org/#request-keepalive-flag).
 * One that is lost is sent once more.
 */
export const sendImpression = (address: string, { credentials = "omit" }: Values): void => {
  const send = async () => fetch(address, { mode: "no-cors", keepalive: true, credentials });
  send()
    .catch(() => wait(retryDelay(0)).then(send))
    .catch(() => {});
};
