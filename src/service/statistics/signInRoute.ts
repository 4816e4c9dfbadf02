/** `POST /v2/login`. */
import type { MiddlewareHandler } from "hono";
import * as v from "valibot";
import type { LoginRequest } from "../../protocol/statistics.ts";
import { toCustomerNetwork, truncateAddress } from "../net/address.ts";
import { getRequestId } from "../telemetry/requestId.ts";
import { readBody } from "./body.ts";
import type { StatisticsContext } from "./context.ts";
import { addressKey, issueToken, loginSchema, signIn } from "./login.ts";
import { type Env, type Request, refuse } from "./route.ts";
import { listProblems } from "./validation.ts";

/** Refuses addresses that have to wait before their body is read: a flood costs as little as it can. */
export function refuseDelayed(context: StatisticsContext): MiddlewareHandler<Env> {
  return async (c, next) => {
    const address = toCustomerNetwork(context.findAddress(c.env.incoming));
    const waitMs = await context.failures.delay([addressKey(address)]);
    return waitMs > 0 ? refuseSignIn(c, waitMs, context) : next();
  };
}

export async function login(c: Request, context: StatisticsContext): Promise<Response> {
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
  return refuse(c, 401, isToken ? "Wrong API token." : "Wrong user name or password.");
}

/** Counted, and not logged: a flood would fill the log. */
function refuseSignIn(c: Request, waitMs: number, { countSignIn }: StatisticsContext): Response {
  countSignIn("refused");
  const seconds = String(Math.ceil(waitMs / 1000));
  c.header("Retry-After", seconds);
  c.header("X-Rate-Limit-Remaining", "0");
  c.header("X-Rate-Limit-Reset", seconds);
  return refuse(c, 429, `Too many failed sign-ins. Try again in ${seconds} seconds.`);
}
