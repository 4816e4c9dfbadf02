/** The only file that touches the network. */
import type { Failure, Values } from "./zone.ts";

export const after = (delay: number): Promise<unknown> => new Promise((resume) => setTimeout(resume, delay));

/** Gives up waiting, also where the browser cannot abort. */
const within = <T>(timeout: number, work: Promise<T>): Promise<T> =>
  Promise.race([work, after(timeout).then(() => Promise.reject("timeout"))]);

/** A pause that keeps a crowd of pages from coming back in one moment. */
const pause = () => 300 + Math.random() * 700;

/**
 * Posts a request and hands the text that comes back to `read`: the body counts before the status. No answer and 5xx
 * are tried once more, a 429 once when the service says and within a minute, other statuses never.
 * Returns what `read` made of it, or why there is nothing.
 */
export async function exchange<T>(
  { endpoint, timeout = 3000, credentials }: Values,
  body: string,
  read: (text: string, status: number) => T | undefined,
): Promise<T | Failure> {
  for (let last = 0; ; last = 1) {
    // The limit covers the body too: one that stalls after its headers is given up.
    const signal = self.AbortSignal?.timeout?.(timeout) ?? null;
    let text = "";
    let status = 0;
    let wait = pause();
    let message: unknown;
    try {
      // A simple request, so that browsers send no preflight.
      const headers = { "Content-Type": "text/plain" };
      const response = await within(
        timeout,
        fetch(endpoint!, { method: "POST", headers, body, credentials, signal }),
      );
      text = await within(timeout, response.text());
      status = response.status;
      message = `HTTP ${status}`;
      if (status === 429)
        wait = +(response.headers.get("Retry-After") || response.headers.get("X-Rate-Limit-Reset"))! * 1e3;
      else if (status < 500) wait = 0;
    } catch (error) {
      message = `${error}`;
    }
    const result = read(text, status);
    if (result) return result;
    if (last || !wait || wait > 6e4) {
      const code =
        status === 429
          ? "rate-limited"
          : status > 399
            ? "http"
            : status
              ? "invalid-response"
              : /^timeout/i.test(message as string)
                ? "timeout"
                : "network";
      return { code, message: message as string };
    }
    await after(wait);
  }
}

/** Impressions that wait to be sent. */
const waiting: (() => void)[] = [];

/** Sends what waits: the first of it, the rest in later tasks; all at once when the page goes. */
export function flush(most = 20): void {
  for (const send of waiting.splice(0, most)) send();
  if (waiting[0]) setTimeout(flush);
}

/**
 * Fetches an impression address so that it outlives the page; a network failure is tried once more.
 * Addresses wait a moment for each other: a fetch among others costs the page a third of one in a task of its own.
 */
export function ping(address: string, credentials: RequestCredentials): void {
  const send = async () => fetch(address, { mode: "no-cors", keepalive: true, credentials });
  const sent = waiting.push(() =>
    send().catch(() =>
      after(pause())
        .then(send)
        .catch(() => {}),
    ),
  );
  if (sent === 1) setTimeout(flush, 50);
}
