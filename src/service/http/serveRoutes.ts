/** Serves the handlers of routes behind the gate, which enforces the table of routes. */
import type { Hono, MiddlewareHandler } from "hono";
import { includesRole } from "../../protocol/people.ts";
import { listKeys } from "../../protocol/tables.ts";
import type { Account } from "../catalogue/catalogue.ts";
import {
  type AccountHandler,
  type Call,
  type Env,
  type PublicHandler,
  refuse,
  type SharedHandler,
} from "../interface/call.ts";
import type { InterfaceEnvironment } from "../interface/environment.ts";
import { limitedBody } from "../interface/jsonBody.ts";
import { mayOmitType, refuseOtherPage } from "../interface/ownPage.ts";
import { refuseDelayed } from "../interface/signInRoute.ts";
import type { Route } from "../openapi/routeEntry.ts";
import { isSameText } from "../signing/sameText.ts";
import { groupBy } from "../values/groupBy.ts";
import { describeProblem } from "../values/problemList.ts";
import { getRoutePath, type INTERFACE_ROUTES, listMethods, type OTHER_ROUTES, ROUTES } from "./routes.ts";

type HandlerOf<R> = R extends { access: "public" | "local" | "login" }
  ? PublicHandler
  : R extends { sharedReport: true }
    ? SharedHandler
    : AccountHandler;
type HandlersOf<Table> = { [Name in keyof Table]: HandlerOf<Table[Name]> };

export type InterfaceHandlers = HandlersOf<typeof INTERFACE_ROUTES>;
export type OtherHandlers = HandlersOf<typeof OTHER_ROUTES>;
type Handlers = InterfaceHandlers & OtherHandlers;
/** Requires that the table of routes declares each handler; otherwise the code does not compile. */
export type Declared<H> = H & { [Name in Exclude<keyof H, keyof Handlers>]: never };

/** `metricsToken`: gives access to `local` routes from other machines. */
export type GateContext = Pick<
  InterfaceEnvironment,
  "catalogue" | "countSignIn" | "failures" | "findAddress" | "listOrigins" | "maxBody" | "maxImage"
> & { readonly metricsToken?: string | undefined };

/** Serves each handler under its declared route. Other methods of the path get a 405 with the allowed methods. */
export function serveRoutes<H extends Partial<Handlers>>(
  app: Hono<Env>,
  handlers: Declared<H>,
  context: GateContext,
): void {
  const declared: Partial<Handlers> = handlers;
  const limitBody = limitedBody(context);
  const serve = (name: keyof Handlers, handler: SharedHandler | undefined) => {
    if (!handler) return;
    const [method = "", path = ""] = name.split(" ");
    const route: Route = ROUTES[name];
    const admit: MiddlewareHandler<Env> = async (c, next) => {
      const refusal = await refuseCaller(c, route, context);
      if (refusal) return refusal;
      c.set("mayOmitType", !!route.untypedBody && mayOmitType(c, context));
      return next();
    };
    // Handlers of public routes ignore the account.
    const answer = (c: Call) => handler(c, c.get("account") as Account, c.get("share"));
    app.on(method, path, admit, limitBody(route), answer);
  };
  for (const [path, names] of groupBy(listKeys(declared), getRoutePath)) {
    for (const name of names) serve(name, declared[name]);
    const methods = listMethods(path);
    app.all(path, (c) => {
      c.header("Allow", methods.join(", "));
      return refuse(c, 405, { code: "method-unsupported", methods });
    });
  }
}

/** Returns the refusal when the caller may not use a route. */
async function refuseCaller(
  c: Call,
  { access, sharedReport, needs, managesPeople, changesCatalogue, startsSession }: Route,
  context: GateContext,
): Promise<Response | undefined> {
  const refusal = startsSession && refuseOtherPage(c, context);
  if (refusal) return refusal;
  if (access === "public") return undefined;
  if (access === "local") return isLocal(c, context.metricsToken) ? undefined : c.notFound();
  const { declared } = context.catalogue();
  const holder = c.get("holder");
  const refuseDeclared = (account?: Account) =>
    changesCatalogue && declared ? refuseChange(c, account, declared.file) : undefined;
  if (access === "login") return (await refuseDelayed(c, context)) ?? refuseDeclared();
  const account = c.get("account");
  if (!account) {
    c.header("WWW-Authenticate", "Bearer");
    return refuse(c, 401, { code: "sign-in-needed" });
  }
  if (c.get("share") && !sharedReport) return refuse(c, 403, { code: "share-reads-only" });
  if (access !== "signedIn" && !access.includes(account.role))
    return refuse(c, 403, { code: "account-role-needed", roles: access, role: account.role });
  if (managesPeople && holder?.token !== undefined) return refuse(c, 403, { code: "token-manages-people" });
  if (needs && (!holder || !includesRole(holder.role, needs)))
    return refuse(c, 403, { code: "role-needed", needs, role: holder?.role });
  if (needs && holder?.isSuspended) return refuse(c, 403, { code: "account-suspended" });
  return refuseDeclared(account);
}

/** Refuses a change while a file owns the catalogue. Only networks see the file's name. */
function refuseChange(c: Call, account: Account | undefined, file: string): Response {
  const { message, codes } = describeProblem({
    code: "catalogue-declared",
    ...(account?.role === "network" && { file }),
  });
  return c.json({ message, code: "declared", codes }, 409);
}

/** Whether a request has the metrics token, or comes from this machine without a proxy. */
function isLocal(c: Call, token: string | undefined): boolean {
  if (token && isSameText(c.req.header("Authorization") ?? "", `Bearer ${token}`)) return true;
  const peer = c.env.incoming.socket.remoteAddress ?? "";
  const isProxied = ["x-forwarded-for", "forwarded", "x-real-ip"].some((name) => c.req.header(name));
  return !isProxied && /^(::1|(::ffff:)?127\.)/.test(peer);
}
