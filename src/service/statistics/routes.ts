/** The routes of the statistics interface. */
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as v from "valibot";
import {
  GLOBAL,
  GROUPINGS,
  type Grouping,
  type LoginRequest,
  namesFor,
  ROLE_SEGMENTS,
  type Role,
} from "../../protocol/statistics.ts";
import { limitKey } from "../address.ts";
import type { Account } from "../catalogue.ts";
import { addressOf, type ServiceContext } from "../context.ts";
import { allCountries } from "../countries.ts";
import { EXPOSED_HEADERS, rateHeaders, takeAll } from "../limits.ts";
import { openApi } from "../openapi/document.ts";
import { mayAsk, scopeOf, viewerOf } from "./access.ts";
import { stringify } from "./exactJson.ts";
import { accountFor, accountOf, issueToken, loginSchema } from "./login.ts";
import { fromQueryString } from "./queryString.ts";
import { makeReport } from "./report.ts";
import { readRequest } from "./request.ts";
import { TIMEZONES } from "./timezones.ts";
import { problemsOf } from "./validation.ts";

/** What a request carries through the routes: who sent it, when that is known. */
type Env = { Bindings: HttpBindings; Variables: { account?: Account } };
type Request = Context<Env>;

const REPORT_PATHS = Object.values(ROLE_SEGMENTS).map((segment) => `/v2/statistics/${segment}/`);
const PATHS = ["/v2/*", "/statistics/*", "/collections/*", "/openapi.json"];

/** Everything under `/v2`, `/statistics` and `/collections`, and `/openapi.json`. */
export function statisticsRoutes(context: ServiceContext): Hono<Env> {
  const app = new Hono<Env>();
  for (const path of PATHS) app.use(path, allowPages, limited(context), limitedBody(context));
  serve(app, "/v2/login", { POST: (c) => login(c, context) });
  for (const base of ["", "/v2"]) {
    serve(app, `${base}/collections/countries`, { GET: known((c) => c.json({ result: allCountries() })) });
    serve(app, `${base}/collections/timezones`, { GET: known((c) => c.json({ result: TIMEZONES })) });
    for (const role of ["advertiser", "publisher"] as const)
      app.all(`${base}/statistics/${role}/*`, (c) => renamed(c, role));
  }
  for (const role of ["advertiser", "publisher"] as const) {
    const report = known((c, account) => statistics(c, account, role, context));
    serve(app, `/v2/statistics/${ROLE_SEGMENTS[role]}/:segment`, { GET: report, POST: report });
  }
  serve(app, "/openapi.json", { GET: (c) => c.json(openApi()) });
  for (const path of PATHS) app.all(path, (c) => refusal(c, 404, "There is nothing at this address."));
  app.onError((error, c) => failed(c, error, context));
  return app;
}

/** Routes by method; any other method is refused. */
function serve(
  app: Hono<Env>,
  path: string,
  handlers: Record<string, (c: Request) => Response | Promise<Response>>,
) {
  for (const [method, handler] of Object.entries(handlers)) app.on(method, path, handler);
  const allowed = Object.keys(handlers).join(", ");
  app.all(path, (c) => {
    c.header("Allow", allowed);
    return refusal(c, 405, `This address takes ${allowed}.`);
  });
}

function refusal(c: Request, status: ContentfulStatusCode, message: string): Response {
  return c.json({ message }, status);
}

function failed(c: Request, error: Error, { log }: ServiceContext): Response {
  log.error({ err: error, path: c.req.path }, "statistics request failed");
  return refusal(c, 503, "Statistics are not available at the moment.");
}

/** Tokens travel in a header that pages set themselves, so any page may ask. */
const allowPages = cors({
  origin: "*",
  allowMethods: ["GET", "POST"],
  allowHeaders: ["Authorization", "Content-Type"],
  exposeHeaders: EXPOSED_HEADERS.split(", "),
  maxAge: 86_400,
});

/** Counts the request in every limit that it falls under: by address, and by user name once that is known. */
function limited(context: ServiceContext): MiddlewareHandler<Env> {
  const { ip, user, statisticsIp, statisticsUser } = context.limits;
  return async (c, next) => {
    const account = await accountOf(c.req.header("Authorization"), context);
    if (account) c.set("account", account);
    const address = limitKey(addressOf(context, c.env.incoming));
    const name = account && (account.username ?? `#${account.id}`);
    const isReport = REPORT_PATHS.some((path) => c.req.path.startsWith(path));
    const verdict = takeAll([
      [ip, address],
      ...(isReport ? [[statisticsIp, address] as const] : []),
      ...(name ? [[user, name] as const] : []),
      ...(name && isReport ? [[statisticsUser, name] as const] : []),
    ]);
    for (const [header, value] of Object.entries(rateHeaders(verdict))) c.header(header, value);
    c.header("Cache-Control", "no-store");
    if (verdict.allowed) return next();
    return refusal(c, 429, `Too many requests. Try again in ${verdict.resetSeconds} seconds.`);
  };
}

function limitedBody({ settings }: ServiceContext): MiddlewareHandler<Env> {
  const maxSize = settings.maxBody;
  return bodyLimit({ maxSize, onError: (c) => refusal(c, 413, `A body has at most ${maxSize} bytes.`) });
}

/** Only for requests with a good token. */
function known(handler: (c: Request, account: Account) => Response | Promise<Response>) {
  return (c: Request) => {
    const account = c.get("account");
    if (account) return handler(c, account);
    c.header("WWW-Authenticate", "Bearer");
    return refusal(c, 401, "A token of /v2/login is needed in the Authorization header, as Bearer.");
  };
}

function renamed(c: Request, role: Role): Response {
  const { pathname, search } = new URL(c.req.url);
  const rest = pathname.slice(pathname.indexOf(`/${role}`) + role.length + 1);
  return c.redirect(`/v2/statistics/${ROLE_SEGMENTS[role]}${rest}${search}`, 308);
}

async function login(c: Request, context: ServiceContext): Promise<Response> {
  const body = await readBody(c);
  if (body instanceof Response) return body;
  const read = v.safeParse(loginSchema, body.json);
  if (!read.success) return c.json({ errors: problemsOf(read.issues) }, 400);
  const account = await accountFor(read.output as LoginRequest, context);
  if (!account) return refusal(c, 401, "These credentials are not those of an account.");
  return c.json(await issueToken(account, context));
}

async function statistics(
  c: Request,
  account: Account,
  role: Role,
  context: ServiceContext,
): Promise<Response> {
  const segment = c.req.param("segment") ?? "";
  const named = namesFor(GROUPINGS, role).find((grouping) => grouping === segment);
  if (!named && segment !== GLOBAL)
    return refusal(c, 404, `Nothing is grouped by ${JSON.stringify(segment)}.`);
  if (!mayAsk(account, role)) return refusal(c, 403, `This account has no statistics as ${role}.`);
  // HEAD is answered as GET.
  const body =
    c.req.method === "POST" ? await readBody(c) : { json: fromQueryString(new URL(c.req.url).search) };
  if (body instanceof Response) return body;
  return answer(c, body.json, account, role, named, context);
}

async function answer(
  c: Request,
  input: unknown,
  account: Account,
  role: Role,
  named: Grouping | undefined,
  { catalogue, store, now }: ServiceContext,
): Promise<Response> {
  const read = readRequest(input, viewerOf(account, role), named, new Date(now()));
  if ("errors" in read) return c.json(read, 400);
  const report = await makeReport(store, catalogue(), scopeOf(account, role, catalogue()), read.request);
  return c.body(stringify(report), 200, { "Content-Type": "application/json" });
}

/** The JSON of a body, or the refusal of what is none. */
async function readBody(c: Request): Promise<{ json: unknown } | Response> {
  const type = c.req.header("Content-Type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type))
    return refusal(c, 415, "The body is to be JSON, sent as Content-Type: application/json.");
  try {
    const bytes = await c.req.arrayBuffer();
    return { json: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    return c.json({ errors: [{ "[body]": "Malformed JSON body." }] }, 400);
  }
}
