/** Types of the requests and responses of route handlers. */
import { createHash } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Problem } from "../../protocol/problems.ts";
import type { TokenHolder } from "../accounts/login.ts";
import type { ShareRecord } from "../accounts/shareStore.ts";
import type { Account } from "../catalogue/catalogue.ts";
import type { RequestKey } from "../catalogue/requestKeys.ts";
import type { Awaitable } from "../runtime/awaitable.ts";
import { describeFields, describeProblem, type FieldProblem } from "../values/problemList.ts";

/** Variables of a request. The gate in `http/` passes the account to handlers, so handlers need not read it here. */
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
    /** Body of an answer that is streamed. */
    stream?: ReadableStream<Uint8Array>;
  };
};
export type Call = Context<Env>;

/** Handler for any caller. */
export type PublicHandler = (c: Call) => Awaitable<Response>;
/** Handler for signed-in accounts. */
export type AccountHandler = (c: Call, account: Account) => Awaitable<Response>;
/** Handler for signed-in accounts, and for readers of their shared links. */
export type SharedHandler = (
  c: Call,
  account: Account,
  share: ShareRecord | undefined,
) => Awaitable<Response>;

export function refuse(c: Context, status: ContentfulStatusCode, problem: Problem): Response {
  return c.json(describeProblem(problem), status);
}

/** Refuses a request because of its fields. */
export function refuseFields(c: Context, problems: readonly FieldProblem[]): Response {
  return c.json(describeFields(problems), 400);
}

/** Reads the request's idempotency key; null if it is malformed. */
export async function parseRequestKey(c: Call): Promise<RequestKey | undefined | null> {
  const key = c.req.header("Idempotency-Key");
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) return null;
  const body = new Uint8Array(await c.req.arrayBuffer());
  const digest = createHash("sha256").update(`${c.req.method} ${c.req.path}\n`).update(body);
  return { key, digest: digest.digest("base64url") };
}
