/**
 * A process that sends requests, always so many at once, while it is told to: `go`, then `stop`, which ends those in
 * flight and is answered with how many were answered.
 */

export interface Sending {
  address: string;
  method: string;
  headers: Record<string, string>;
  /** Sent in turn. */
  bodies: readonly string[];
  atOnce: number;
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
  for (let count = 0; ; count++) {
    try {
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
