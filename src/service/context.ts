/** What the parts of the running service share. */
import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { clientAddress, type TrustedProxies } from "./address.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Limits } from "./limits.ts";
import type { Metrics } from "./metrics.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "./store/store.ts";

export interface ServiceContext {
  settings: Settings;
  store: Store;
  /** The current one; a reload replaces it, so ask each time. */
  catalogue: () => Catalogue;
  limits: Limits;
  log: Logger;
  metrics: Metrics;
  /** 32 secret bytes, the same after a restart. Derive a key for each use from it. */
  secret: Buffer;
  /** Milliseconds since 1970. */
  now: () => number;
  trusted: TrustedProxies;
}

/** The address of whoever sent the request; the connection's, or what a trusted proxy says. */
export function addressOf(context: ServiceContext, request: IncomingMessage): string {
  const forwarded = request.headers["x-forwarded-for"];
  const text = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
  return clientAddress(request.socket.remoteAddress ?? "", text, context.trusted);
}
