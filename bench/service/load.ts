/** Load generator on plain sockets, which costs far less than the servers it measures. */
import { connect, type Socket } from "node:net";

export interface Load {
  url: string;
  /** Bodies to send in turn. */
  bodies: readonly string[];
  /** Paths to request in turn instead. */
  paths?: readonly string[];
  headers?: Record<string, string>;
  connections: number;
  seconds: number;
  /**
   * Requests per second, sent on schedule whatever the server does. Absent: each connection sends its next request when
   * the last one was answered.
   */
  rate?: number;
  /** Milliseconds after a request before its response is read from the socket. */
  readDelay?: number;
}

export interface LoadResult {
  /** Number of responses by status. */
  statuses: Record<string, number>;
  /** Responses with status 200 per second. */
  perSecond: number;
  /** Milliseconds from when a request was due to its response; ascending, only status 200. */
  latencies: Float64Array;
  /** Milliseconds from when a request was sent to its response; ascending, only status 200. */
  answers: Float64Array;
  /** Milliseconds from when a request was sent to its refusal; ascending. */
  refusals: Float64Array;
  /** Milliseconds from the start to the last refusal; 0 without any. */
  lastRefusal: number;
  /** Requests sent per second: fewer than the rate when no connection was free. */
  sentPerSecond: number;
}

export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export async function load(options: Load): Promise<LoadResult> {
  const run = new Run(options);
  const sockets = await Promise.all(Array.from({ length: options.connections }, () => run.open()));
  const result = await run.go();
  for (const socket of sockets) socket.destroy();
  return result;
}

class Run {
  readonly #options: Load;
  readonly #requests: Buffer[];
  #sent = 0;
  readonly #latencies: number[] = [];
  readonly #answers: number[] = [];
  readonly #statuses: Record<string, number> = {};
  readonly #idle: Socket[] = [];
  /** Due times of the requests in flight, by socket. */
  readonly #due = new Map<Socket, number>();
  /** Due times of requests without a free connection; those before `#first` are sent. */
  readonly #waiting: number[] = [];
  #first = 0;
  #running = false;
  #started = 0;
  readonly #sentAt = new Map<Socket, number>();
  readonly #refusals: number[] = [];
  #lastRefusal = 0;

  constructor(options: Load) {
    this.#options = options;
    const { host, pathname } = new URL(options.url);
    const headers = { host, "content-type": "text/plain", ...options.headers };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const start = `POST ${pathname} HTTP/1.1\r\n${lines.join("")}`;
    this.#requests =
      options.paths?.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`)) ??
      options.bodies.map((body) =>
        Buffer.from(`${start}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
      );
  }

  async open(): Promise<Socket> {
    const { hostname, port } = new URL(this.#options.url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await new Promise<void>((ready, failed) => socket.once("connect", ready).once("error", failed));
    let rest: Buffer = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const size = answerSize(rest);
      if (size === undefined || rest.length < size) return;
      const status = rest.toString("latin1", 9, 12);
      rest = rest.subarray(size);
      this.#answered(socket, status);
    });
    socket.on("error", () => this.#answered(socket, "error"));
    this.#idle.push(socket);
    return socket;
  }

  async go(): Promise<LoadResult> {
    this.#running = true;
    const started = performance.now();
    this.#started = started;
    const end = started + this.#options.seconds * 1000;
    if (this.#options.rate) await this.#schedule(this.#options.rate, started, end);
    else {
      for (const socket of this.#idle.splice(0)) this.#send(socket, performance.now());
      await new Promise((done) => setTimeout(done, this.#options.seconds * 1000));
    }
    this.#running = false;
    const elapsed = (performance.now() - started) / 1000;
    return {
      statuses: this.#statuses,
      perSecond: (this.#statuses["200"] ?? 0) / elapsed,
      latencies: Float64Array.from(this.#latencies).sort(),
      answers: Float64Array.from(this.#answers).sort(),
      refusals: Float64Array.from(this.#refusals).sort(),
      lastRefusal: this.#lastRefusal,
      sentPerSecond: this.#sent / elapsed,
    };
  }

  async #schedule(rate: number, started: number, end: number): Promise<void> {
    let sent = 0;
    while (performance.now() < end) {
      const due = Math.floor(((performance.now() - started) / 1000) * rate) + 1;
      for (; sent < due; sent++) this.#waiting.push(started + (sent / rate) * 1000);
      while (this.#first < this.#waiting.length && this.#idle.length > 0) {
        this.#send(this.#idle.pop() as Socket, this.#waiting[this.#first++] as number);
      }
      // A loop without a pause would take the server's processor.
      await new Promise((next) => setTimeout(next, 1));
    }
  }

  #send(socket: Socket, due: number): void {
    this.#due.set(socket, due);
    this.#sentAt.set(socket, performance.now());
    socket.write(this.#requests[this.#sent++ % this.#requests.length] as Buffer);
    const { readDelay = 0 } = this.#options;
    if (readDelay === 0) return;
    // Meanwhile data waits in the system's buffer.
    socket.pause();
    setTimeout(() => socket.resume(), readDelay);
  }

  #answered(socket: Socket, status: string): void {
    if (!this.#running) return;
    const now = performance.now();
    const took = now - (this.#sentAt.get(socket) ?? now);
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    if (status === "200") {
      this.#latencies.push(now - (this.#due.get(socket) ?? now));
      this.#answers.push(took);
    } else {
      this.#refusals.push(took);
      this.#lastRefusal = now - this.#started;
    }
    if (status === "error") return;
    if (!this.#options.rate) this.#send(socket, now);
    else if (this.#first < this.#waiting.length) this.#send(socket, this.#waiting[this.#first++] as number);
    else this.#idle.push(socket);
  }
}

/** Returns the bytes of the first response; undefined while its head is incomplete. */
function answerSize(bytes: Buffer): number | undefined {
  const head = bytes.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const length = /content-length: (\d+)/i.exec(bytes.toString("latin1", 0, head))?.[1];
  return head + 4 + Number(length ?? 0);
}
