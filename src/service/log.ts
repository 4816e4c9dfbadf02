/** Structured logs, one JSON object a line. Addresses of visitors never go in whole: see `truncated`. */
import { type Logger, pino } from "pino";
import type { Settings } from "./settings.ts";

export function createLog(level: Settings["logLevel"]): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  );
}
