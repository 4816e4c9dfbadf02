/** The routes of the statistics interface. */
import { Hono } from "hono";
import { cors } from "hono/cors";
import { ROLE_SEGMENTS } from "../../protocol/statistics.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import { EXPOSED_HEADERS } from "../net/rateLimiter.ts";
import { StoreError } from "../store/store.ts";
import { BusyError } from "../values/gate.ts";
import { describeAccount } from "./account.ts";
import { CancelledError } from "./answerStream.ts";
import { limitedBody } from "./body.ts";
import { OWN_COLLECTIONS, SHARED_COLLECTIONS } from "./collections.ts";
import type { StatisticsContext } from "./context.ts";
import { countRequest } from "./countRequest.ts";
import { redirectToSegment, report } from "./reportRoute.ts";
import { type Env, type Request, refuse, requireAccount, requireOwner, serveMethods } from "./route.ts";
import { createShare, revokeShare } from "./shareRoutes.ts";
import { describeShare, Shares } from "./shares.ts";
import { login, refuseDelayed } from "./signInRoute.ts";

const PATHS = ["/v1/placement/explain", "/v2/*", "/statistics/*", "/collections/*", "/openapi.json"];

/**
 * Everything under `/v2`, `/statistics` and `/collections`, and `/openapi.json`. `others` are routes below `/v2` that
 * share sign-in, limits and errors.
 */
export function statisticsRoutes(context: StatisticsContext, others = new Hono<Env>()): Hono<Env> {
  const app = new Hono<Env>();
  const shares = new Shares(context);
  for (const path of PATHS) app.use(path, allowPages, countRequest(context, shares));
  app.post("/v2/login", refuseDelayed(context));
  for (const path of PATHS) app.use(path, limitedBody(context));
  serveMethods(app, "/v2/login", { POST: (c) => login(c, context) });
  serveMethods(app, "/v2/account", {
    GET: requireAccount((c, account) => describeCaller(c, account, context.catalogue())),
  });
  serveMethods(app, "/v2/shares", {
    GET: requireOwner(async (c, account) => c.json({ result: await shares.list(account) })),
    POST: requireOwner((c, account) => createShare(c, account, shares, context)),
  });
  serveMethods(app, "/v2/shares/:id", {
    DELETE: requireOwner((c, account) => revokeShare(c, account, shares)),
  });
  for (const base of ["", "/v2"]) {
    for (const [name, list] of Object.entries(SHARED_COLLECTIONS))
      serveMethods(app, `${base}/collections/${name}`, {
        GET: requireAccount((c, account) => c.json({ result: list(context.catalogue(), account) })),
      });
    for (const [name, list] of Object.entries(OWN_COLLECTIONS))
      serveMethods(app, `${base}/collections/${name}`, {
        GET: requireOwner((c, account) => c.json({ result: list(context.catalogue(), account) })),
      });
    for (const role of ["advertiser", "publisher"] as const)
      app.all(`${base}/statistics/${role}/*`, (c) => redirectToSegment(c, role));
  }
  for (const role of ["advertiser", "publisher"] as const) {
    const answer = requireAccount((c, account) => report(c, account, role, context));
    serveMethods(app, `/v2/statistics/${ROLE_SEGMENTS[role]}/:segment`, { GET: answer, POST: answer });
  }
  serveMethods(app, "/openapi.json", { GET: (c) => c.json(context.openApi()) });
  app.route("/", others);
  for (const path of PATHS) app.all(path, (c) => refuse(c, 404, "There is nothing at this address."));
  app.onError((error, c) => failed(c, error, context));
  return app;
}

function describeCaller(c: Request, account: Account, catalogue: Catalogue): Response {
  const share = c.get("share");
  return c.json({ ...describeAccount(account, catalogue), ...(share && { share: describeShare(share) }) });
}

function failed(c: Request, error: Error, { reportException }: StatisticsContext): Response {
  if (error instanceof BusyError) {
    c.header("Retry-After", "5");
    return refuse(c, 503, "Too many reports are being made. Try again in 5 seconds, or ask for less.");
  }
  // The answer reaches nobody.
  if (error instanceof CancelledError) return refuse(c, 503, error.message);
  const isAway = error instanceof StoreError && error.code === "away";
  if (isAway) c.header("Retry-After", "5");
  else reportException(error, c.env.outgoing);
  return refuse(c, 503, "Statistics are not available at the moment.");
}

/** Tokens travel in a header that pages set themselves, so any page may ask. */
const allowPages = cors({
  origin: "*",
  allowMethods: ["GET", "POST", "PATCH", "DELETE"],
  allowHeaders: ["Authorization", "Content-Type", "If-Match"],
  exposeHeaders: [...EXPOSED_HEADERS.split(", "), "ETag", "Location"],
  maxAge: 86_400,
});
