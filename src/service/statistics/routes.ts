/** The routes of the statistics interface. */
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as v from "valibot";
import { resolveGrouping } from "../../protocol/aliases.ts";
import {
  GLOBAL,
  type Grouping,
  type LoginRequest,
  ROLE_SEGMENTS,
  type Role,
} from "../../protocol/statistics.ts";
import { MALFORMED_BODY } from "../../protocol/validation.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import { toCustomerNetwork, truncateAddress } from "../net/address.ts";
import { EXPOSED_HEADERS, formatRateHeaders, takeAll } from "../net/rateLimiter.ts";
import { StoreError } from "../store/store.ts";
import { getRequestId } from "../telemetry/requestId.ts";
import { BusyError } from "../values/gate.ts";
import { describeViewer, mayAsk, selectScope } from "./access.ts";
import { describeAccount } from "./account.ts";
import { CancelledError } from "./answerStream.ts";
import { OWN_COLLECTIONS, SHARED_COLLECTIONS } from "./collections.ts";
import type { StatisticsContext } from "./context.ts";
import { addressKey, issueToken, loginSchema, readAccount, signIn } from "./login.ts";
import type { ReportFormat } from "./plan.ts";
import { readQueryString } from "./queryString.ts";
import { readRequest } from "./request.ts";
import type { ShareRecord } from "./shareStore.ts";
import { describeShare, isShared, Shares, shareSchema } from "./shares.ts";
import { listProblems } from "./validation.ts";

/**
 * What a request carries through the routes: who sent it, or whose link it came by, when that is known, and the body of
 * its answer when that is sent as it is made.
 */
export type Env = {
  Bindings: HttpBindings;
  Variables: { account?: Account; share?: ShareRecord; stream?: ReadableStream<Uint8Array> };
};
type Request = Context<Env>;

const REPORT_PATHS = Object.values(ROLE_SEGMENTS).map((segment) => `/v2/statistics/${segment}/`);
const IMAGES_PATH = "/v2/images";
const PATHS = ["/v1/placement/explain", "/v2/*", "/statistics/*", "/collections/*", "/openapi.json"];

/**
 * Everything under `/v2`, `/statistics` and `/collections`, and `/openapi.json`. `others` are routes below `/v2` that
 * share sign-in, limits and errors.
 */
export function statisticsRoutes(context: StatisticsContext, others = new Hono<Env>()): Hono<Env> {
  const app = new Hono<Env>();
  const shares = new Shares(context);
  for (const path of PATHS) app.use(path, allowPages, limited(context, shares));
  app.post("/v2/login", refuseDelayed(context));
  for (const path of PATHS) app.use(path, limitedBody(context));
  serve(app, "/v2/login", { POST: (c) => login(c, context) });
  serve(app, "/v2/account", {
    GET: known((c, account) => describeCaller(c, account, context.catalogue())),
  });
  serve(app, "/v2/shares", {
    GET: owned(async (c, account) => c.json({ result: await shares.list(account) })),
    POST: owned((c, account) => createShare(c, account, shares, context)),
  });
  serve(app, "/v2/shares/:id", { DELETE: owned((c, account) => revokeShare(c, account, shares)) });
  for (const base of ["", "/v2"]) {
    for (const [name, list] of Object.entries(SHARED_COLLECTIONS))
      serve(app, `${base}/collections/${name}`, {
        GET: known((c, account) => c.json({ result: list(context.catalogue(), account) })),
      });
    for (const [name, list] of Object.entries(OWN_COLLECTIONS))
      serve(app, `${base}/collections/${name}`, {
        GET: owned((c, account) => c.json({ result: list(context.catalogue(), account) })),
      });
    for (const role of ["advertiser", "publisher"] as const)
      app.all(`${base}/statistics/${role}/*`, (c) => renamed(c, role));
  }
  for (const role of ["advertiser", "publisher"] as const) {
    const report = known((c, account) => statistics(c, account, role, context));
    serve(app, `/v2/statistics/${ROLE_SEGMENTS[role]}/:segment`, { GET: report, POST: report });
  }
  serve(app, "/openapi.json", { GET: (c) => c.json(context.openApi()) });
  app.route("/", others);
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

function failed(c: Request, error: Error, { reportException }: StatisticsContext): Response {
  if (error instanceof BusyError) {
    c.header("Retry-After", "5");
    return refusal(c, 503, "Too many reports are being made. Try again in 5 seconds, or ask for less.");
  }
  // The answer reaches nobody.
  if (error instanceof CancelledError) return refusal(c, 503, error.message);
  const isAway = error instanceof StoreError && error.code === "away";
  if (isAway) c.header("Retry-After", "5");
  else reportException(error, c.env.outgoing);
  return refusal(c, 503, "Statistics are not available at the moment.");
}

/** Tokens travel in a header that pages set themselves, so any page may ask. */
const allowPages = cors({
  origin: "*",
  allowMethods: ["GET", "POST", "PATCH", "DELETE"],
  allowHeaders: ["Authorization", "Content-Type", "If-Match"],
  exposeHeaders: [...EXPOSED_HEADERS.split(", "), "ETag", "Location"],
  maxAge: 86_400,
});

/** Counts the request in every limit that it falls under: by address, and by user name once that is known. */
function limited(context: StatisticsContext, shares: Shares): MiddlewareHandler<Env> {
  const { ip, user, statisticsIp, statisticsUser } = context.limits;
  return async (c, next) => {
    const bearer = c.req.header("Authorization");
    const share = await shares.read(bearer);
    const account = share
      ? context.catalogue().accounts.get(share.account)
      : await readAccount(bearer, context);
    if (account) c.set("account", account);
    if (share) c.set("share", share);
    const address = context.findAddress(c.env.incoming);
    // Whoever reads by a link uses up the limit of the link, not that of the account.
    const name = share ? `share ${share.id}` : account && (account.username ?? `#${account.id}`);
    const isReport = REPORT_PATHS.some((path) => c.req.path.startsWith(path));
    const verdict = await takeAll([
      [ip, address],
      ...(isReport ? [[statisticsIp, address] as const] : []),
      ...(name ? [[user, name] as const] : []),
      ...(name && isReport ? [[statisticsUser, name] as const] : []),
    ]);
    for (const [header, value] of Object.entries(formatRateHeaders(verdict))) c.header(header, value);
    c.header("Cache-Control", "no-store");
    if (verdict.allowed) return next();
    return refusal(c, 429, `Too many requests. Try again in ${verdict.resetSeconds} seconds.`);
  };
}

function limitedBody({ maxBody, maxImage }: StatisticsContext): MiddlewareHandler<Env> {
  const limit = (maxSize: number) => bodyLimit({ maxSize, onError: (c) => refuseLarge(c, maxSize) });
  const [body, image] = [limit(maxBody), limit(maxImage)];
  return (c, next) => (c.req.path === IMAGES_PATH ? image : body)(c, next);
}

/** The rest of the body is not read, so that the connection is of no use for another request. */
function refuseLarge(c: Context, maxSize: number): Response {
  c.header("Connection", "close");
  return c.json({ message: `A body has at most ${maxSize} bytes.` }, 413);
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

/** Only for the account itself, not for whoever reads by a link of its own. */
function owned(handler: (c: Request, account: Account) => Response | Promise<Response>) {
  return known((c, account) =>
    c.get("share") ? refusal(c, 403, "A shared link only reads reports.") : handler(c, account),
  );
}

function describeCaller(c: Request, account: Account, catalogue: Catalogue): Response {
  const share = c.get("share");
  return c.json({ ...describeAccount(account, catalogue), ...(share && { share: describeShare(share) }) });
}

async function createShare(
  c: Request,
  account: Account,
  shares: Shares,
  { now }: StatisticsContext,
): Promise<Response> {
  const body = await readBody(c);
  if (body instanceof Response) return body;
  const share = v.safeParse(shareSchema, body.json);
  if (!share.success) return c.json({ errors: listProblems(share.issues) }, 400);
  const { role, filter, exclude } = share.output;
  const viewer = describeViewer(account, role);
  // The filter is checked as that of a report.
  const read = readRequest(
    { group_by: [], filter, exclude },
    { viewer, named: undefined, now: now(), dateTimezone: account.timezone },
  );
  if ("errors" in read) return c.json(read, 400);
  const { from, to, filter: others } = read.request;
  const bounds = {
    filter: others,
    exclude: read.request.exclude ?? {},
    from: filter.date_from ? from : undefined,
    to: filter.date_to ? to : undefined,
  };
  const created = await shares.create(account, share.output, bounds);
  return created
    ? c.json(created, 201)
    : refusal(c, 403, "This account cannot share that side, or has 100 links already.");
}

async function revokeShare(c: Request, account: Account, shares: Shares): Promise<Response> {
  const isRevoked = await shares.revoke(account, c.req.param("id") ?? "");
  return isRevoked ? c.body(null, 204) : refusal(c, 404, "This account has no such link.");
}

function renamed(c: Request, role: Role): Response {
  const { pathname, search } = new URL(c.req.url);
  const rest = pathname.slice(pathname.indexOf(`/${role}`) + role.length + 1);
  return c.redirect(`/v2/statistics/${ROLE_SEGMENTS[role]}${rest}${search}`, 308);
}

/** Refuses addresses that have to wait before their body is read: a flood costs as little as it can. */
function refuseDelayed(context: StatisticsContext): MiddlewareHandler<Env> {
  return async (c, next) => {
    const address = toCustomerNetwork(context.findAddress(c.env.incoming));
    const waitMs = await context.failures.delay([addressKey(address)]);
    return waitMs > 0 ? refuseSignIn(c, waitMs, context) : next();
  };
}

async function login(c: Request, context: StatisticsContext): Promise<Response> {
  const body = await readBody(c);
  if (body instanceof Response) return body;
  const read = v.safeParse(loginSchema, body.json);
  if (!read.success) return c.json({ errors: listProblems(read.issues) }, 400);
  const address = context.findAddress(c.env.incoming);
  const { account, waitMs } = await signIn(read.output as LoginRequest, toCustomerNetwork(address), context);
  if (waitMs !== undefined) return refuseSignIn(c, waitMs, context);
  context.countSignIn(account ? "succeeded" : "failed");
  if (account) return c.json(await issueToken(account, context));
  const requestId = getRequestId(c.env.outgoing);
  context.log.warn({ requestId, address: truncateAddress(address) }, "sign-in failed");
  const isToken = "api_token" in Object(read.output);
  return refusal(c, 401, isToken ? "Wrong API token." : "Wrong user name or password.");
}

/** Counted, and not logged: a flood would fill the log. */
function refuseSignIn(c: Request, waitMs: number, { countSignIn }: StatisticsContext): Response {
  countSignIn("refused");
  const seconds = String(Math.ceil(waitMs / 1000));
  c.header("Retry-After", seconds);
  c.header("X-Rate-Limit-Remaining", "0");
  c.header("X-Rate-Limit-Reset", seconds);
  return refusal(c, 429, `Too many failed sign-ins. Try again in ${seconds} seconds.`);
}

async function statistics(
  c: Request,
  account: Account,
  role: Role,
  context: StatisticsContext,
): Promise<Response> {
  const segment = c.req.param("segment") ?? "";
  const named = resolveGrouping(segment, role, account.role);
  if (!named && segment !== GLOBAL)
    return refusal(c, 404, `Nothing is grouped by ${JSON.stringify(segment)}.`);
  if (!mayAsk(account, role)) return refusal(c, 403, `This account has no statistics as ${role}.`);
  // HEAD is answered as GET.
  const body =
    c.req.method === "POST" ? await readBody(c) : { json: readQueryString(new URL(c.req.url).search, named) };
  if (body instanceof Response) return body;
  return answer(c, body.json, account, role, named, context);
}

async function answer(
  c: Request,
  input: unknown,
  account: Account,
  role: Role,
  named: Grouping | undefined,
  { catalogue, reports, now }: StatisticsContext,
): Promise<Response> {
  const format = prefersCsv(c.req.header("Accept")) ? "csv" : "json";
  const read = readRequest(input, {
    allRecords: format === "csv",
    viewer: describeViewer(account, role),
    named,
    now: now(),
    dateTimezone: account.timezone,
  });
  if ("errors" in read) return c.json(read, 400);
  const share = c.get("share");
  if (share && !isShared(share, read.request)) return refusal(c, 403, "This link does not show that.");
  const scope = selectScope(account, role, catalogue());
  const body = await reports.open(read.request, scope, catalogue(), format, c.req.raw.signal);
  c.header("Vary", "Accept", { append: true });
  c.header("Content-Type", CONTENT_TYPES[format]);
  if (c.req.method === "HEAD") await body.cancel();
  else c.set("stream", body);
  return c.body(null);
}

const CONTENT_TYPES: Record<ReportFormat, string> = {
  json: "application/json",
  csv: "text/csv; charset=utf-8",
};

/** Whether CSV stands before JSON in what a client accepts. */
function prefersCsv(accept = ""): boolean {
  const types = accept.split(",").map((range) => {
    const [type = "", ...parameters] = range.toLowerCase().split(";");
    const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean);
    return { type: type.trim(), quality: Number(quality ?? 1) };
  });
  const find = (...names: string[]) =>
    names.map((name) => types.find(({ type }) => type === name)).find(Boolean)?.quality ?? 0;
  const csv = find("text/csv");
  // Who names CSV beside anything as welcome wants CSV.
  return csv > find("application/json") && csv >= find("application/json", "application/*", "*/*");
}

/** The JSON of a body, or the refusal of what is none. */
async function readBody(c: Request): Promise<{ json: unknown } | Response> {
  const type = c.req.header("Content-Type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type))
    return refusal(c, 415, "The body is to be JSON, sent as Content-Type: application/json.");
  if (!/^(identity)?$/i.test(c.req.header("Content-Encoding") ?? ""))
    return refusal(c, 415, "The body is to be sent as it is, without Content-Encoding.");
  try {
    const bytes = await c.req.arrayBuffer();
    return { json: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    return c.json({ errors: [{ "[body]": MALFORMED_BODY }] }, 400);
  }
}
