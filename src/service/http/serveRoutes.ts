/** Serves the handlers of routes behind the gate of `permissions.ts`. */
import type { Hono, MiddlewareHandler } from "hono";
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
import { limitedBody } from "../interface/jsonBody.ts";
import { mayOmitType } from "../interface/ownPage.ts";
import type { Route } from "../openapi/routeEntry.ts";
import { groupBy } from "../values/groupBy.ts";
import { type GateContext, refuseCaller } from "./permissions.ts";
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
