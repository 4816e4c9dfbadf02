/**
 * Process that sends requests by several senders at once, from the message `go` to `stop`. Then it ends those in flight
 * and replies with the number of answered ones.
 */
import { setMaxListeners } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

export interface Sending {
  address: string;
  method: string;
  headers: Record<string, string>;
  /** Bodies to send in turn. */
  bodies: readonly string[];
  atOnce: number;
  /**
   * Copies of the first request that a sender writes at once on a connection of its own; absent when each sender waits
   * for an answer. Answers are counted by connection.
   */
  pipelined?: number;
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
  // Each request in flight listens.
  setMaxListeners(0, signal);
  const { go } = message;
  const send = go.pipelined ? createPipeline(go, go.pipelined) : () => sendOne(go, signal);
  sending = Array.from({ length: go.atOnce }, () => sendOn(go, send, signal));
});
process.send?.("ready");

type Send = (signal: AbortSignal) => Promise<void>;

async function sendOn({ perSecond }: Sending, send: Send, signal: AbortSignal): Promise<number> {
  let due = performance.now();
  for (let count = 0; ; count++) {
    try {
      if (perSecond) {
        // Random intervals: regular ones would keep step with the requests that are measured.
        due += (2000 * Math.random()) / perSecond;
        await delay(Math.max(0, due - performance.now()), undefined, { signal });
      }
      await send(signal);
    } catch (error) {
      if (signal.aborted) return count;
      throw error;
    }
  }
}

async function sendOne({ address, method, headers, bodies }: Sending, signal: AbortSignal): Promise<void> {
  const body = bodies[sent++ % bodies.length] ?? "";
  const response = await fetch(address, { method, headers, body, signal });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${method} ${address} was answered by ${response.status}: ${answer}`);
}

/** Returns a function that opens a connection, writes the requests, and waits for all answers, or until it is closed. */
function createPipeline({ address, method, headers, bodies: [body = ""] }: Sending, count: number): Send {
  const { hostname, port, host, pathname } = new URL(address);
  const lines = Object.entries({ host, ...headers, "content-length": Buffer.byteLength(body) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const requests = Buffer.from(`${method} ${pathname} HTTP/1.1\r\n${head}\r\n${body}`.repeat(count));
  return async (signal) => {
    const socket = connect({ port: Number(port), host: hostname, signal });
    const closed = new Promise((resolve) => socket.once("close", resolve));
    let left = count;
    socket
      .on("error", () => {})
      .on("data", (chunk) => {
        left -= chunk.toString("latin1").split("HTTP/1.1 ").length - 1;
        if (left <= 0) socket.destroy();
      });
    socket.write(requests);
    await closed;
    signal.throwIfAborted();
  };
}
