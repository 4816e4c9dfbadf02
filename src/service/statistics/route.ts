/** What every route of the statistics interface is made of. */
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Account } from "../catalogue/catalogue.ts";
import type { ShareRecord } from "./shareStore.ts";

/**
 * What a request carries through the routes: who sent it, or whose link it came by, when that is known, and the body of
 * its answer when that is sent as it is made.
 */
export type Env = {
  Bindings: HttpBindings;
  Variables: {
    account: Account | undefined;
    share: ShareRecord | undefined;
    stream?: ReadableStream<Uint8Array>;
  };
};
export type Request = Context<Env>;
/** Answers a request of somebody who is signed in. */
export type AccountHandler = (c: Request, account: Account) => Response | Promise<Response>;

/** Routes by method; any other method is refused. */
export function serveMethods(
  app: Hono<Env>,
  path: string,
  handlers: Record<string, (c: Request) => Response | Promise<Response>>,
): void {
  for (const [method, handler] of Object.entries(handlers)) app.on(method, path, handler);
  const allowed = Object.keys(handlers).join(", ");
  app.all(path, (c) => {
    c.header("Allow", allowed);
    return refuse(c, 405, `This address takes ${allowed}.`);
  });
}

export function refuse(c: Request, status: ContentfulStatusCode, message: string): Response {
  return c.json({ message }, status);
}

/** Only for requests with a good token. */
export function requireAccount(handler: AccountHandler) {
  return (c: Request) => {
    const account = c.get("account");
    if (account) return handler(c, account);
    c.header("WWW-Authenticate", "Bearer");
    return refuse(c, 401, "A token of /v2/login is needed in the Authorization header, as Bearer.");
  };
}

/** Only for the account itself, not for whoever reads by a link of its own. */
export function requireOwner(handler: AccountHandler) {
  return requireAccount((c, account) =>
    c.get("share") ? refuse(c, 403, "A shared link only reads reports.") : handler(c, account),
  );
}
