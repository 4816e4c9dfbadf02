/**
 * The routes off the hot path: health, metrics, statistics, and the built files.
 */
import { timingSafeEqual } from "node:crypto";
import type { ServerResponse } from "node:http";
import { type Context, Hono } from "hono";
import type { Management } from "../management/management.ts";
import { managementRoutes } from "../management/routes.ts";
import type { StatisticsContext } from "../statistics/context.ts";
import type { Env } from "../statistics/route.ts";
import { statisticsRoutes } from "../statistics/routes.ts";
import type { EventStore } from "../store/store.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { type FileSettings, fileRoutes } from "./files.ts";
import { INERT_HEADERS, PUBLIC_HEADERS, SECURITY_HEADERS } from "./reply.ts";
import { sendStreams } from "./sendStreams.ts";

const POLICY = "Content-Security-Policy";

export interface AppParts {
  statistics: StatisticsContext;
  management: Management;
  files: FileSettings;
  store: EventStore;
  metrics: Metrics;
  /** Lets its bearer read `/metrics` from other machines. */
  metricsToken?: string | undefined;
  isClosing: () => boolean;
  /** Logs and counts an exception while an answer was made. */
  reportException: (error: unknown, response: ServerResponse) => void;
}

export function createApp(parts: AppParts): Hono<Env> {
  const app = new Hono<Env>();
  app.use(sendStreams(parts.statistics.reportException));
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.res.headers.set(name, value);
    // Nothing runs in what is no page of ours, such as a creative that is opened by itself.
    if (!c.res.headers.has(POLICY)) c.res.headers.set(POLICY, INERT_HEADERS[POLICY]);
  });
  app.get("/livez", (c) => answerLive(c));
  for (const path of ["/healthz", "/readyz"]) app.get(path, (c) => answerHealth(c, parts));
  app.get("/metrics", (c) => answerMetrics(c, parts));
  app.route("/", statisticsRoutes(parts.statistics, managementRoutes(parts.management, parts.files.images)));
  app.route("/", fileRoutes(parts.files));
  // A page with a wrong endpoint can read that it is wrong only when the answer allows pages to read it.
  app.notFound((c) => c.json({ message: "There is nothing at this address." }, 404, PUBLIC_HEADERS));
  app.onError((error, c) => {
    parts.reportException(error, c.env.outgoing);
    return c.json({ message: "Something failed here; it is logged." }, 500, PUBLIC_HEADERS);
  });
  return app;
}

/** The process answers: restarting it would help nothing. */
function answerLive(c: Context<Env>) {
  c.header("Cache-Control", "no-store");
  return c.json({ live: true });
}

/** Whether requests are to be sent here. */
function answerHealth(c: Context<Env>, { store, isClosing }: AppParts) {
  const status = store.status();
  const ready = status.ready && !isClosing();
  const problem = isClosing() ? "The service is stopping." : status.problem;
  c.header("Cache-Control", "no-store");
  return c.json({ ready, ...(problem ? { problem } : {}), waiting: status.waiting }, ready ? 200 : 503);
}

async function answerMetrics(c: Context<Env>, { metrics: { registry }, metricsToken }: AppParts) {
  if (!mayReadMetrics(c, metricsToken)) return c.notFound();
  return c.body(await registry.metrics(), 200, { "Content-Type": registry.contentType });
}

/** Business figures: for this machine, unless a proxy passed the request on, and for the token's bearer. */
function mayReadMetrics(c: Context<Env>, token: string | undefined): boolean {
  const given = Buffer.from(c.req.header("Authorization") ?? "");
  const expected = Buffer.from(`Bearer ${token ?? ""}`);
  if (token && given.length === expected.length && timingSafeEqual(given, expected)) return true;
  const peer = c.env.incoming.socket.remoteAddress ?? "";
  const proxied = ["x-forwarded-for", "forwarded", "x-real-ip"].some((name) => c.req.header(name));
  return !proxied && /^(::1|(::ffff:)?127\.)/.test(peer);
}
