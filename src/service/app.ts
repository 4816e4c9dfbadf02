/**
 * The routes off the hot path: health, metrics, statistics, and the built files.
 */
import { timingSafeEqual } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { INERT_HEADERS, SECURITY_HEADERS } from "./answer.ts";
import type { ServiceContext } from "./context.ts";
import { statisticsRoutes } from "./statistics/routes.ts";

type Env = { Bindings: HttpBindings };

/** What publishers' pages load; anyone may, from anywhere. */
const PUBLIC_FILES = ["zonetag.js", "zonetag.mjs", "console.js", "statistics.mjs", "integrity.json"];

const POLICY = "Content-Security-Policy";

const DASHBOARD_POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** `stopping` says that the service refuses new work. */
export function createApp(context: ServiceContext, stopping: () => boolean): Hono<Env> {
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.res.headers.set(name, value);
    // Nothing runs in what is no page of ours, such as a creative that is opened by itself.
    if (!c.res.headers.has(POLICY)) c.res.headers.set(POLICY, INERT_HEADERS[POLICY]);
  });
  app.get("/healthz", (c) => health(c, context, stopping()));
  app.get("/metrics", (c) => metrics(c, context));
  app.route("/", statisticsRoutes(context));
  files(app, context);
  app.notFound((c) => c.json({ message: "There is nothing at this address." }, 404));
  app.onError((error, c) => {
    context.log.error({ err: error, path: c.req.path }, "request failed");
    return c.json({ message: "Something failed here; it is logged." }, 500);
  });
  return app;
}

function health(c: Context<Env>, { store }: ServiceContext, stopping: boolean) {
  const status = store.status();
  const ready = status.ready && !stopping;
  const problem = stopping ? "The service is stopping." : status.problem;
  c.header("Cache-Control", "no-store");
  return c.json({ ready, ...(problem ? { problem } : {}), waiting: status.waiting }, ready ? 200 : 503);
}

async function metrics(c: Context<Env>, context: ServiceContext) {
  if (!mayReadMetrics(c, context.settings.metricsToken)) return c.notFound();
  const { registry } = context.metrics;
  return c.body(await registry.metrics(), 200, { "Content-Type": registry.contentType });
}

/** Numbers of the business: for this machine, not for whoever a proxy on it lets through, and for the token's bearer. */
function mayReadMetrics(c: Context<Env>, token: string | undefined): boolean {
  const given = Buffer.from(c.req.header("Authorization") ?? "");
  const expected = Buffer.from(`Bearer ${token ?? ""}`);
  if (token && given.length === expected.length && timingSafeEqual(given, expected)) return true;
  const peer = c.env.incoming.socket.remoteAddress ?? "";
  const proxied = ["x-forwarded-for", "forwarded", "x-real-ip"].some((name) => c.req.header(name));
  return !proxied && /^(::1|(::ffff:)?127\.)/.test(peer);
}

function files(app: Hono<Env>, { settings }: ServiceContext): void {
  const root = builtFolder();
  const open = (c: Context<Env>) => c.header("Access-Control-Allow-Origin", "*");
  for (const name of PUBLIC_FILES.flatMap((file) => [file, `${file}.map`])) {
    app.get(`/${name}`, serveStatic({ path: join(root, name), onFound: (_path, c) => void open(c) }));
  }
  app.get("/dashboard", (c) => c.redirect("/dashboard/", 308));
  const policy = (c: Context<Env>) => c.header(POLICY, DASHBOARD_POLICY);
  app.get("/dashboard/*", serveStatic({ root, onFound: (_path, c) => void policy(c) }));
  if (!settings.creatives) return;
  const rewriteRequestPath = (path: string) => path.replace(/^\/creatives/, "");
  app.get("/creatives/*", serveStatic({ root: settings.creatives, rewriteRequestPath }));
}

/** The service runs from the folder of the built files, or from its sources in a checkout. */
function builtFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return existsSync(join(here, "service.mjs")) ? here : join(here, "../../dist");
}
