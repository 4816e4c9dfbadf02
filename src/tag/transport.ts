/** The only file that touches the network. */
import { note } from "./record.ts";
import { after, within } from "./time.ts";
import type { Answer, Result, Values } from "./zone.ts";

/** Tries again once, as soon as the failure says: after `wait` milliseconds within a minute, else when a crowd parts. */
const twice = <T>(send: () => Promise<T>): Promise<T> =>
  send().catch((failure) => {
    const wait = failure.wait ?? 300 + Math.random() * 700;
    if (!(wait >= 0 && wait <= 6e4)) throw failure;
    return after(wait).then(send);
  });

/**
 * Posts a request: the body that comes back counts before the status. No answer and 5xx are tried once more, a 429
 * once when the service says and within a minute, other statuses never.
 * Returns the answer, or the result that every zone of the request has instead.
 */
export const exchange = (
  { endpoint, timeout = 3e3, credentials }: Values,
  body: string,
): Promise<Answer | Result> => {
  const post = async (): Promise<Answer> => {
    // Where the browser can, what hangs is ended after it was given up: its connection is for others.
    const signal = self.AbortSignal?.timeout?.(timeout + 99);
    let status = 0;
    let text = "";
    let headers: Headers | undefined;
    try {
      const response = await fetch(endpoint!, {
        method: "POST",
        // A simple request, so that browsers send no preflight.
        headers: { "Content-Type": "text/plain" },
        body,
        credentials,
        signal: signal!,
      });
      text = await response.text();
      ({ status, headers } = response);
    } finally {
      note("received", { status, text, headers, body });
    }
    try {
      const answer = JSON.parse(text);
      if (answer.zones || answer.errors) return answer;
    } catch {}
    const seconds = parseFloat((headers.get("Retry-After") || headers.get("X-Rate-Limit-Reset"))!);
    const wait = status === 429 ? seconds * 1e3 : status < 500 ? 0 / 0 : undefined;
    throw { status, wait };
  };
  note("sent", body);
  // The limit covers the body too: one that stalls after its headers is given up.
  return twice(() => within(timeout, post())).catch((failure) => {
    const { status } = failure;
    return status
      ? [null, status === 429 ? "rate-limited" : status > 399 ? "http" : "invalid-response", `HTTP ${status}`]
      : [null, failure === "timeout" ? failure : "network", `${failure}`];
  });
};

/** Impressions that wait to be sent. */
const waiting: (() => void)[] = [];

/** Sends what waits: the first of it, the rest in later tasks; all at once when the page goes. */
export const flush = (going?: unknown): void => {
  for (const send of waiting.splice(0, going ? 1e3 : 20)) send();
  if (waiting[0]) setTimeout(flush);
};

/**
 * Fetches an impression address so that it outlives the page; a network failure is tried once more.
 * Addresses wait a moment for each other: a fetch among others costs the page a third of one in a task of its own.
 */
export const ping = (address: string, credentials: RequestCredentials): void => {
  const send = async () => fetch(address, { mode: "no-cors", keepalive: true, credentials });
  if (waiting.push(() => twice(send).catch(() => {})) === 1) setTimeout(flush, 50);
};
