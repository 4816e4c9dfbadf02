/**
 * One request on a hot path and its answer: whatever fails is answered, and every answer is measured.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { truncated } from "./address.ts";
import { type Answer, message, PUBLIC_HEADERS } from "./answer.ts";
import type { Metrics } from "./metrics.ts";

export interface ExchangeParts {
  metrics: Metrics;
  log: Logger;
  stopping: () => boolean;
}

/** Gives an answer now or promises one; nothing when it will come by other work. */
export type Work = () => Answer | Promise<Answer> | undefined;

export class Exchange {
  readonly #parts: ExchangeParts;
  readonly #route: string;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #started = performance.now();

  constructor(parts: ExchangeParts, route: string, request: IncomingMessage, response: ServerResponse) {
    this.#parts = parts;
    this.#route = route;
    this.#request = request;
    this.#response = response;
  }

  /** Answers by what the work gives, and as a failure when it throws. */
  respond(work: Work): void {
    try {
      const answer = work();
      if (answer instanceof Promise) {
        answer.then(
          (given) => this.#send(given),
          (error) => this.#fail(error),
        );
      } else if (answer) this.#send(answer);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Leaves the answer to another; it is measured all the same. */
  leaveTo(other: (request: IncomingMessage, response: ServerResponse) => void): void {
    const response = this.#response;
    this.#closeWhenStopping();
    response.once("finish", () => this.#measure(response.statusCode));
    other(this.#request, response);
  }

  #fail(error: unknown): void {
    const address = truncated(this.#request.socket.remoteAddress ?? "");
    this.#parts.log.error({ err: error, route: this.#route, address }, "request failed");
    this.#send(message(500, "Something failed here; it is logged.", PUBLIC_HEADERS));
  }

  #send({ status, headers, body }: Answer): void {
    const response = this.#response;
    if (response.destroyed) return;
    this.#closeWhenStopping();
    response.writeHead(status, [...headers, "Content-Length", String(Buffer.byteLength(body))]);
    response.end(body);
    this.#measure(status);
  }

  #closeWhenStopping(): void {
    if (this.#parts.stopping()) this.#response.setHeader("Connection", "close");
  }

  #measure(status: number): void {
    this.#parts.metrics.answered(this.#route, status, (performance.now() - this.#started) / 1000);
  }
}
