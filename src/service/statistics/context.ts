/** What the statistics interface needs of the service. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Limits } from "../net/rateLimiter.ts";
import type { SignInResult } from "../telemetry/metrics.ts";
import type { FailedSignIns } from "./failedSignIns.ts";
import type { Reports } from "./reports.ts";
import type { ShareStore } from "./shareStore.ts";

export interface StatisticsContext {
  reports: Reports;
  /** The one in use; a reload replaces it, so ask each time. */
  catalogue: () => Catalogue;
  limits: Limits;
  failures: FailedSignIns;
  log: Logger;
  /** Most bytes of a body. */
  maxBody: number;
  /** Most bytes of an uploaded image. */
  maxImage: number;
  /** Signs the tokens of `/v2/login`. */
  loginKey: Buffer;
  /** Signs links that share reports. */
  shareKey: Buffer;
  /** Where shared links are kept. */
  shares: ShareStore;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The client's address. */
  findAddress: (request: IncomingMessage) => string;
  openApi: () => object;
  /** Counts an attempt to sign in by what became of it. */
  countSignIn: (result: SignInResult) => void;
  /** Logs and counts an exception while an answer was made. */
  reportException: (error: unknown, response: ServerResponse) => void;
}
