/**
 * Process that sends requests by several senders at once, from the message `go` to `stop`. Then it ends those in flight
 * and replies with the number of answered ones.
 */
import { setTimeout as delay } from "node:timers/promises";

export interface Sending {
  address: string;
  method: string;
  headers: Record<string, string>;
  /** Bodies to send in turn. */
  bodies: readonly string[];
  atOnce: number;
  /** Mean rate of each sender; absent when each request follows the answer to the one before. */
  perSecond?: number | undefined;
}

let stopping = new AbortController();
let sent = 0;
let sending: Promise<number>[] = [];

process.on("message", async (message: { go: Sending } | "stop") => {
  if (message === "stop") {
    stopping.abort();
    const counts = await Promise.all(sending);
    process.send?.(counts.reduce((sum, count) => sum + count, 0));
    return;
  }
  stopping = new AbortController();
  const { signal } = stopping;
  sending = Array.from({ length: message.go.atOnce }, () => sendOn(message.go, signal));
});
process.send?.("ready");

async function sendOn(request: Sending, signal: AbortSignal): Promise<number> {
  const { perSecond } = request;
  let due = performance.now();
  for (let count = 0; ; count++) {
    try {
      if (perSecond) {
        // Random intervals: regular ones would keep step with the requests that are measured.
        due += (2000 * Math.random()) / perSecond;
        await delay(Math.max(0, due - performance.now()), undefined, { signal });
      }
      await send(request, signal);
    } catch (error) {
      if (signal.aborted) return count;
      throw error;
    }
  }
}

async function send({ address, method, headers, bodies }: Sending, signal: AbortSignal): Promise<void> {
  const body = bodies[sent++ % bodies.length] ?? "";
  const response = await fetch(address, { method, headers, body, signal });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${method} ${address} was answered by ${response.status}: ${answer}`);
}
