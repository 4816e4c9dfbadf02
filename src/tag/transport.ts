/** The only file that touches the network. */
import type { Failure } from "./zone.ts";

export const after = (delay: number): Promise<unknown> => new Promise((resume) => setTimeout(resume, delay));

/** A pause that keeps a crowd of pages from coming back in one moment. */
const pause = () => 300 + Math.random() * 700;

/**
 * Posts a request and hands the text that comes back to `read`: the body counts before the status. No answer and 5xx
 * are tried once more, a 429 once when the service says and within a minute, other statuses never.
 * Returns what `read` made of it, or why there is nothing.
 */
export async function exchange<T>(
  endpoint: string,
  init: RequestInit,
  timeout: number,
  read: (text: string, status: number) => T | undefined,
  last?: boolean,
): Promise<T | Failure> {
  // The limit covers the body too: one that stalls after its headers is given up.
  const signal = self.AbortSignal?.timeout?.(timeout) ?? null;
  let text = "";
  let wait = pause();
  let status = 0;
  let failure: Failure;
  try {
    const response = await fetch(endpoint, { ...init, signal });
    text = await response.text();
    status = response.status;
    failure = { code: status < 400 ? "invalid-response" : "http", message: `HTTP ${status}` };
    if (status === 429) {
      failure.code = "rate-limited";
      wait = +(response.headers.get("Retry-After") || response.headers.get("X-Rate-Limit-Reset") || 61) * 1e3;
    } else if (status < 500) last = true;
  } catch (error) {
    failure = { code: signal?.aborted ? "timeout" : "network", message: `${error}` };
  }
  const result = read(text, status);
  if (result || last || !(wait < 61e3)) return result || failure;
  await after(wait);
  return exchange(endpoint, init, timeout, read, true);
}

/** Fetches an impression address so that it outlives the page; a network failure is tried once more. */
export function ping(address: string, credentials: RequestCredentials): void {
  const send = () => fetch(address, { mode: "no-cors", keepalive: true, credentials });
  send().catch(() =>
    after(pause())
      .then(send)
      .catch(() => {}),
  );
}
