/** Logs and traces responses as configured. */
import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { truncateAddress } from "../net/address.ts";
import type { Traces } from "../telemetry/traces.ts";
import type { Answered } from "./respond.ts";

interface AccessLogParts {
  accessLog: "on" | "off";
  log: Logger;
  traces: Traces | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  findAddress: (request: IncomingMessage) => string;
}

/** Returns the function to call with each response; undefined when logging and tracing are off. */
export function createAccessLog(parts: AccessLogParts): ((answered: Answered) => void) | undefined {
  const { log, traces, now, findAddress } = parts;
  const isLogged = parts.accessLog === "on";
  if (!isLogged && !traces) return undefined;
  return ({ route, request, requestId, status, milliseconds }) => {
    const { method = "", headers } = request;
    traces?.record({ route, method, status, startedAt: now() - milliseconds, milliseconds, headers });
    if (!isLogged) return;
    const address = truncateAddress(findAddress(request));
    log.info(
      { requestId, route, method, status, milliseconds: Math.round(milliseconds), address },
      "request",
    );
  };
}
