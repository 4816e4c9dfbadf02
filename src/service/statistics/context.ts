/** Parts of the service that the statistics interface uses. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { FailedSignIns } from "../accounts/failedSignIns.ts";
import type { RecordStore } from "../accounts/recordStore.ts";
import type { ViewsRecord } from "../accounts/savedViews.ts";
import type { Sessions } from "../accounts/sessions.ts";
import type { ShareStore } from "../accounts/shareStore.ts";
import type { TokenUses } from "../accounts/tokenUses.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Locate } from "../net/geo.ts";
import type { Limits } from "../net/rateLimiter.ts";
import type { AuditLog } from "../people/auditLog.ts";
import type { People } from "../people/people.ts";
import type { User } from "../people/peopleSchema.ts";
import type { Reports } from "../reports/reports.ts";
import type { SignInResult } from "../telemetry/metrics.ts";

export interface StatisticsContext {
  reports: Reports;
  /** Current catalogue. Do not cache: a reload replaces it. */
  catalogue: () => Catalogue;
  people: () => People;
  tokenUses: TokenUses;
  sessions: Sessions;
  limits: Limits;
  failures: FailedSignIns;
  /** Replaces the hash of a right password by one of the current cost. */
  renewPassword?: (user: User, password: string) => Promise<User>;
  log: Logger;
  audit: Pick<AuditLog, "add">;
  /** Maximum bytes of a body. */
  maxBody: number;
  /** Maximum bytes of an uploaded image. */
  maxImage: number;
  /** Signs the tokens of `/v2/login`. */
  loginKey: Buffer;
  /** Signs links that share reports. */
  shareKey: Buffer;
  /** Store of shared links. */
  shares: ShareStore;
  /** Store of saved views. */
  views: RecordStore<ViewsRecord>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Finds the client's address. */
  findAddress: (request: IncomingMessage) => string;
  /** Lists the origins of the service's own pages for a request. */
  listOrigins: (request: IncomingMessage) => string[];
  /** Finds the country of an address. */
  locate: Locate;
  openApi: () => object;
  /** Counts a sign-in attempt by its result. */
  countSignIn: (result: SignInResult) => void;
  /** Logs and counts an exception that occurred while handling a request. */
  reportException: (error: unknown, response: ServerResponse) => void;
}
