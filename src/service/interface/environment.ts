/** Parts of the service that the statistics and the management interface use. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { LastUses } from "../accounts/lastUses.ts";
import type { SignInContext } from "../accounts/login.ts";
import type { RecordStore } from "../accounts/recordStore.ts";
import type { ViewsRecord } from "../accounts/savedViews.ts";
import type { Sessions } from "../accounts/sessions.ts";
import type { SharesContext } from "../accounts/shares.ts";
import type { Locate } from "../net/geo.ts";
import type { Limits } from "../net/rateLimiter.ts";
import type { ReportsOff } from "../reportMails/reportsOff.ts";
import type { Reports } from "../reports/reports.ts";
import type { SignInResult } from "../telemetry/metrics.ts";

export interface InterfaceEnvironment
  extends SignInContext,
    Pick<SharesContext, "shareKey" | "shares" | "audit"> {
  reports: Reports;
  lastUses: Pick<LastUses, "note">;
  sessions: Sessions;
  limits: Limits;
  log: Logger;
  /** Share of the cost that publishers are paid on sites without one. */
  publisherShare: string;
  /** Whether the service sends mails. */
  sendsMail: boolean;
  /** Why it mails no reports; undefined if it does. */
  reportsOff: ReportsOff | undefined;
  /** Maximum bytes of a body. */
  maxBody: number;
  /** Maximum bytes of an uploaded image. */
  maxImage: number;
  /** Store of saved views. */
  views: RecordStore<ViewsRecord>;
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
