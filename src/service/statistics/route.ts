/** Types of the requests and responses of route handlers. */
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { TokenHolder } from "../accounts/login.ts";
import type { ShareRecord } from "../accounts/shareStore.ts";
import type { Account } from "../catalogue/catalogue.ts";
import type { Awaitable } from "../values/awaitable.ts";

/** Variables of a request; the gate in `http/` hands the account to handlers, so none needs to look for it here. */
export type Env = {
  Bindings: HttpBindings;
  Variables: {
    /** Account of a valid token, or the one that shares the link. */
    account: Account | undefined;
    /** Owner of a valid token; absent for the bearer of a shared link. */
    holder: TokenHolder | undefined;
    share: ShareRecord | undefined;
    /** Whether a body without a `Content-Type` is JSON. */
    mayOmitType: boolean;
    /** Body of an answer that is sent while it is read. */
    stream?: ReadableStream<Uint8Array>;
  };
};
export type Request = Context<Env>;

/** Answers anyone. */
export type PublicHandler = (c: Request) => Awaitable<Response>;
/** Answers an account that has signed in. */
export type AccountHandler = (c: Request, account: Account) => Awaitable<Response>;
/** Answers an account, or the bearer of a link that it shares. */
export type SharedHandler = (
  c: Request,
  account: Account,
  share: ShareRecord | undefined,
) => Awaitable<Response>;

export function refuse(c: Request, status: ContentfulStatusCode, message: string): Response {
  return c.json({ message }, status);
}
