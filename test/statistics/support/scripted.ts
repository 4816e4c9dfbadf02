/** Scripted statistics service on a real socket, for answers that the real service does not send. */
import type { IncomingHttpHeaders } from "node:http";
import { onTestFinished } from "vitest";
import { listen } from "../../../e2e/support/http.ts";
import { createClient, type Statistics, type StatisticsOptions } from "../../../src/statistics/client.ts";
import type { Clock } from "../../../src/statistics/clock.ts";

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  body: any;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Body that is sent instead of JSON. */
  text?: string;
  /** Closes the connection without an answer. */
  drop?: boolean;
  /** After the text: cuts the connection, or sends nothing more. */
  ending?: "cut" | "silence";
  /** Called when the answer has ended or its connection is closed. */
  onClose?: () => void;
}

export interface Scripted {
  origin: string;
  received: Received[];
  /** Requests that are not logins. */
  readonly asked: Received[];
  /** Sets the answer to requests other than logins; `undefined` never answers. */
  answer(reply: (request: Received, index: number) => Reply | Promise<Reply> | undefined): void;
  /** Sets the answer to logins, by default `token-1`, `token-2` and so on, each valid for an hour. */
  logins(reply: (request: Received, index: number) => Reply | Promise<Reply>): void;
}

export const EMPTY = { request_metadata: { count: 0, limit: 50, offset: 0 }, result: [] };

/** Returns a reply with a report of these records. */
export function report(result: object[], metadata: object = {}): Reply {
  return { body: { request_metadata: { count: result.length, limit: 50, offset: 0, ...metadata }, result } };
}

export function rate(limit: number, remaining: number, reset: number): Record<string, string> {
  const values = { Limit: limit, Remaining: remaining, Reset: reset };
  return Object.fromEntries(Object.entries(values).map(([name, n]) => [`X-Rate-Limit-${name}`, String(n)]));
}

export async function startScripted(): Promise<Scripted> {
  const received: Received[] = [];
  const counts = { login: 0, other: 0 };
  const token = (index: number) => ({ token: `token-${index + 1}`, type: "Bearer", expires_in: 3600 });
  let logins: (request: Received, index: number) => Reply | Promise<Reply> = (_, index) => ({
    body: token(index),
  });
  let answer: (request: Received, index: number) => Reply | Promise<Reply> | undefined = () => ({
    body: EMPTY,
  });

  const running = await listen(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString("utf8");
    const { method = "", url: path = "", headers } = incoming;
    const request = { method, path, headers, body: text ? JSON.parse(text) : undefined };
    received.push(request);
    const isLogin = path.endsWith("/login");
    const reply = await (isLogin ? logins(request, counts.login++) : answer(request, counts.other++));
    if (!reply) return;
    if (reply.drop) return void response.destroy();
    response.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers });
    response.on("close", () => reply.onClose?.());
    const content = reply.text ?? JSON.stringify(reply.body);
    if (!reply.ending) return void response.end(content);
    response.write(content, () => reply.ending === "cut" && response.destroy());
  });
  onTestFinished(running.stop);
  return {
    origin: running.origin,
    received,
    get asked() {
      return received.filter(({ path }) => !path.endsWith("/login"));
    },
    answer: (next) => {
      answer = next;
    },
    logins: (next) => {
      logins = next;
    },
  };
}

export interface TestClock extends Clock {
  /** Pauses so far, in milliseconds. */
  pauses: number[];
  advance(milliseconds: number): void;
}

/** Returns a clock that advances only by pauses, which end at once, and by `advance`. */
export function testClock(): TestClock {
  let time = Date.UTC(2026, 10, 21, 9);
  const pauses: number[] = [];
  return {
    pauses,
    now: () => time,
    steady: () => time,
    random: () => 1,
    advance: (milliseconds) => {
      time += milliseconds;
    },
    async pause(milliseconds, signal) {
      signal?.throwIfAborted();
      pauses.push(milliseconds);
      time += milliseconds;
    },
  };
}

export async function start(options: Partial<StatisticsOptions> = {}, clock: Clock = testClock()) {
  const server = await startScripted();
  const client: Statistics = createClient(
    { baseUrl: server.origin, credentials: { apiToken: "secret" }, ...options },
    clock,
  );
  return { server, client };
}
