/** Structured logs, one JSON object a line. Addresses of visitors never go in whole: see `truncateAddress`. */
import { type Logger, pino } from "pino";
import { LogOutput, openStandardError } from "./logOutput.ts";

export type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";

export interface Log {
  log: Logger;
  /** Lines that could not be written so far. */
  countDropped(): number;
  /** Writes what still waits. */
  flush(): void;
}

export function createLog(level: LogLevel): Log {
  const output = new LogOutput(openStandardError());
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
  return { log, countDropped: () => output.dropped, flush: () => output.flush() };
}
