/**
 * Output of log lines. Writing never blocks and never throws: lines that cannot be written are dropped and counted, and
 * the next written line reports how many.
 */
import { fstatSync, write, writeSync } from "node:fs";
import { Socket } from "node:net";

/** Writes bytes and reports the outcome asynchronously. */
export interface Sink {
  write(bytes: Buffer, done: (error?: Error | null) => void): void;
  /** Makes a last, synchronous attempt at process exit. */
  writeLast?(bytes: Buffer): void;
}

/** Maximum bytes of queued lines. */
const MAX_WAITING = 128 * 1024;

export class LogOutput {
  readonly #sink: Sink;
  readonly #maxWaiting: number;
  #waiting: string[] = [];
  #bytes = 0;
  #isWriting = false;
  #dropped = 0;
  #unreported = 0;

  constructor(sink: Sink, maxWaiting = MAX_WAITING) {
    this.#sink = sink;
    this.#maxWaiting = maxWaiting;
  }

  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    if (this.#bytes + line.length > this.#maxWaiting) {
      this.#drop(1);
      return;
    }
    this.#waiting.push(line);
    this.#bytes += line.length;
    if (!this.#isWriting) this.#writeWaiting();
  }

  flush(): void {
    const lines = this.#waiting.splice(0);
    if (lines.length > 0) this.#sink.writeLast?.(Buffer.from(lines.join("")));
  }

  #writeWaiting(): void {
    const lines = this.#waiting;
    const reported = this.#unreported;
    const bytes = Buffer.from(describeDropped(reported) + lines.join(""));
    this.#waiting = [];
    this.#isWriting = true;
    this.#sink.write(bytes, (error) => {
      this.#isWriting = false;
      this.#bytes -= lines.reduce((sum, { length }) => sum + length, 0);
      if (error) this.#drop(lines.length);
      else this.#unreported -= reported;
      if (this.#waiting.length > 0) this.#writeWaiting();
    });
  }

  #drop(count: number): void {
    this.#dropped += count;
    this.#unreported += count;
  }
}

function describeDropped(count: number): string {
  if (count === 0) return "";
  const line = { level: 40, time: new Date().toISOString(), count, msg: "log lines were dropped" };
  return `${JSON.stringify(line)}\n`;
}

/**
 * Opens the output to a file descriptor, such as standard error. Pipes and sockets are written without waiting for
 * their reader; files go through the thread pool, since a disk may be slow.
 */
export function openSink(fd: number): Sink {
  const kind = fstatSync(fd);
  if (kind.isFIFO() || kind.isSocket()) {
    const socket = new Socket({ fd, readable: false, writable: true });
    socket.on("error", () => {});
    socket.unref();
    return { write: (bytes, done) => void socket.write(bytes, done) };
  }
  return {
    write: (bytes, done) => writeAll(fd, bytes, done),
    writeLast(bytes) {
      try {
        writeSync(fd, bytes);
      } catch {
        // There is nowhere else to report it.
      }
    },
  };
}

function writeAll(fd: number, bytes: Buffer, done: (error?: Error | null) => void): void {
  write(fd, bytes, (error, written) => {
    if (error || written === bytes.length) done(error);
    else writeAll(fd, bytes.subarray(written), done);
  });
}
