/** Structured logs, one JSON object per line. Visitor addresses are truncated: see `truncateAddress`. */
import { type Logger, pino } from "pino";
import { LogOutput, openSink, type Sink } from "./logOutput.ts";

export type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";

export interface Log {
  log: Logger;
  /** Lines dropped since the start. */
  countDropped(): number;
  flush(): void;
}

/** Creates the logger. `sink`: standard error by default. */
export function createLog(level: LogLevel, sink: Sink = openSink(2)): Log {
  const output = new LogOutput(sink);
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
  return { log, countDropped: () => output.dropped, flush: () => output.flush() };
}
