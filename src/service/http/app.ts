/** Routes other than placement and tracking: health, metrics, statistics, management, and built files. */
import type { ServerResponse } from "node:http";
import { RequestError } from "@hono/node-server";
import type { Hono } from "hono";
import { parseUrl } from "../../protocol/addresses.ts";
import type { Call, Env } from "../interface/call.ts";
import type { ApiTokens } from "../management/apiTokens.ts";
import { conversionTestHandlers } from "../management/conversionTestRoutes.ts";
import type { EmailConfirmations } from "../management/emailConfirmations.ts";
import type { FetchMarkup } from "../management/fetchMarkup.ts";
import type { ForgottenPasswords } from "../management/forgottenPasswords.ts";
import { type ImportParts, importHandlers } from "../management/importRoutes.ts";
import type { Management } from "../management/management.ts";
import { managementHandlers, setupHandlers } from "../management/managementHandlers.ts";
import { peopleHandlers } from "../management/peopleHandlers.ts";
import { reportMailHandlers } from "../management/reportMailHandlers.ts";
import type { ReportMails } from "../management/reportMails.ts";
import { secondFactorHandlers } from "../management/secondFactorHandlers.ts";
import type { SecondFactors } from "../management/secondFactors.ts";
import { subscriptionHandlers } from "../management/subscriptionHandlers.ts";
import type { Subscriptions } from "../management/subscriptions.ts";
import type { Users } from "../management/users.ts";
import { statisticsHandlers } from "../statisticsRoutes/statisticsHandlers.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Conversions } from "../tracking/conversions.ts";
import type { ConversionTests } from "../tracking/conversionTests.ts";
import { allowConversions, CONVERSION_PATHS, conversionHandlers } from "./conversionHandlers.ts";
import { type HealthParts, healthHandlers } from "./health.ts";
import { createRouter } from "./oldPaths.ts";
import { INERT_HEADERS, PUBLIC_HEADERS, SECURITY_HEADERS } from "./reply.ts";
import { sendStreams } from "./sendStreams.ts";
import { type FileSettings, fileHandlers } from "./servedFiles.ts";
import { interfaceRoutes } from "./serveInterfaces.ts";
import { type InterfaceHandlers, type OtherHandlers, serveRoutes } from "./serveRoutes.ts";

const POLICY = "Content-Security-Policy";
const CACHING = "Cache-Control";

export interface AppParts extends HealthParts {
  management: Management;
  users: Users;
  tokens: ApiTokens;
  confirmations: EmailConfirmations;
  forgotten: ForgottenPasswords;
  factors: SecondFactors;
  reportMails: ReportMails;
  subscriptions: Subscriptions;
  fetchMarkup: FetchMarkup;
  imports: ImportParts;
  conversions: Conversions;
  tests: ConversionTests;
  files: FileSettings;
  metrics: Metrics;
  /** Token that gives access to `/metrics` from other machines. */
  metricsToken?: string | undefined;
  /** Logs and counts an exception that occurred while handling a request. */
  reportException: (error: unknown, response: ServerResponse) => void;
}

export function createApp(parts: AppParts): Hono<Env> {
  const app = createRouter();
  // Node accepts hosts that a URL cannot have, such as `xn--a`.
  app.use(async (c, next) => (parseUrl(c.req.url) ? next() : refuseUnreadable()));
  app.use(sendStreams(parts.statistics.reportException));
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    // Only our own pages may run scripts; a creative that is opened directly may not.
    if (!c.res.headers.has(POLICY)) c.res.headers.set(POLICY, INERT_HEADERS[POLICY]);
    // Caches may keep a 404 or 405 without this header (RFC 9110, 15.1), such as that of an image that is uploaded later.
    if (c.res.status >= 400 && !c.res.headers.has(CACHING))
      c.res.headers.set(CACHING, INERT_HEADERS[CACHING]);
  });
  const { statistics, management, setup, files, metricsToken } = parts;
  const interfaces = {
    ...statisticsHandlers(statistics),
    ...managementHandlers(management, files.images, parts.fetchMarkup),
    ...peopleHandlers({ ...parts, context: statistics }),
    ...secondFactorHandlers({ users: parts.users, factors: parts.factors, context: statistics }),
    ...reportMailHandlers({ reportMails: parts.reportMails, context: statistics }),
    ...subscriptionHandlers({ subscriptions: parts.subscriptions, context: statistics }),
    ...importHandlers(parts.imports),
    ...conversionTestHandlers(parts.tests, statistics),
    ...setupHandlers(setup, statistics),
  } satisfies InterfaceHandlers;
  const others = {
    ...conversionHandlers(parts.conversions, parts.metrics),
    ...healthHandlers(parts),
    "GET /metrics": (c: Call) => answerMetrics(c, parts),
    ...fileHandlers(files, statistics.catalogue),
  } satisfies OtherHandlers;
  app.route("/", interfaceRoutes(statistics, interfaces));
  for (const path of CONVERSION_PATHS) app.use(path, allowConversions);
  serveRoutes(app, others, { ...statistics, metricsToken });
  // Readable by any page, so that the tag can report a wrong endpoint.
  app.notFound((c) => c.json({ message: "There is nothing at this address." }, 404, PUBLIC_HEADERS));
  app.onError((error, c) => {
    parts.reportException(error, c.env.outgoing);
    return c.json({ message: "Internal error. The service's log has the details." }, 500, PUBLIC_HEADERS);
  });
  return app;
}

/** Responds to a request with a malformed host or target. Rethrows any other error. */
export function answerUnreadable(error: unknown): Response {
  if (!(error instanceof RequestError)) throw error;
  return refuseUnreadable();
}

function refuseUnreadable(): Response {
  const headers = { ...INERT_HEADERS, ...PUBLIC_HEADERS };
  return Response.json({ message: "The host or the address is not valid." }, { status: 400, headers });
}

async function answerMetrics(c: Call, { metrics: { registry } }: AppParts) {
  return c.body(await registry.metrics(), 200, { "Content-Type": registry.contentType });
}
