/** `POST /v2/login`, and the parts that it shares with signing in by cookie. */
import * as v from "valibot";
import type { LoginRequest, Refusal } from "../../protocol/statistics.ts";
import { nameSignIn } from "../accounts/lastUses.ts";
import { describeRefusal, type Identity, issueToken, loginSchema, signIn } from "../accounts/login.ts";
import type { Account } from "../catalogue/catalogue.ts";
import { toCustomerNetwork, truncateAddress } from "../net/address.ts";
import { getSignInName } from "../people/people.ts";
import type { User } from "../people/peopleSchema.ts";
import { getRequestId } from "../telemetry/requestId.ts";
import { describeProblem } from "../values/problemList.ts";
import { listProblems } from "../values/schemas.ts";
import { type Call, refuse, refuseFields } from "./call.ts";
import type { InterfaceEnvironment } from "./environment.ts";
import { readJsonBody } from "./jsonBody.ts";

/**
 * Refuses requests from addresses that have to wait, before the body is read, so that a flood costs as little as
 * possible.
 */
export async function refuseDelayed(
  c: Call,
  context: Pick<InterfaceEnvironment, "findAddress" | "failures" | "countSignIn">,
): Promise<Response | undefined> {
  const address = toCustomerNetwork(context.findAddress(c.env.incoming));
  const waitMs = await context.failures.delay({ address });
  return waitMs > 0 ? refuseSignIn(c, waitMs, context) : undefined;
}

export async function login(c: Call, context: InterfaceEnvironment): Promise<Response> {
  const signedIn = await signInCaller(c, context);
  if (signedIn instanceof Response) return signedIn;
  return c.json(await issueToken(signedIn.account, context, signedIn.identity));
}

/**
 * Signs in with the credentials in a request's body; returns the account and the identity, or the refusal. Throws
 * `StoreError` while no sign-in is possible.
 */
export async function signInCaller(
  c: Call,
  context: InterfaceEnvironment,
): Promise<{ account: Account; identity: Identity } | Response> {
  context.sessions.requireReachable();
  const body = await readJsonBody(c);
  if (body instanceof Response) return body;
  const read = v.safeParse(loginSchema, body.json);
  if (!read.success) return refuseFields(c, listProblems(read.issues));
  const credentials = read.output as LoginRequest;
  const address = toCustomerNetwork(context.findAddress(c.env.incoming));
  const { account, identity, isOutOfReach, secondFactor, refused, waitMs } = await signIn(
    credentials,
    address,
    context,
  );
  if (waitMs !== undefined) return refuseSignIn(c, waitMs, context);
  if (secondFactor === "missing") {
    // Not counted as a failure: the client sends the request again, with a code.
    const caller = describeCaller(c, context);
    context.log.info({ ...caller, ...(refused && { user: refused.id }) }, "second factor missing");
    // From an address without a recent sign-in, an attacker may have the password.
    const isKnown = refused && (await context.failures.isKnown({ address, name: getSignInName(refused) }));
    if (!isKnown) await addRefusal(caller.address, refused, context, true);
    return refuseFactor(c, secondFactor);
  }
  context.countSignIn(account || isOutOfReach ? "succeeded" : "failed");
  if (account && identity) {
    const by = "user" in identity ? { user: identity.user.id } : { token: identity.token.id };
    context.log.info({ ...describeCaller(c, context), account: account.id, ...by }, "signed in");
    if ("user" in identity) context.lastUses.note(nameSignIn(identity.user.id, account.id));
    return { account, identity };
  }
  await recordRefusal(c, secondFactor ? "wrong second factor" : "sign-in failed", refused, context);
  if (secondFactor) return refuseFactor(c, secondFactor);
  if (isOutOfReach) return refuse(c, 403, { code: "account-lacks-user" });
  return refuse(c, 401, { code: "api_token" in credentials ? "api-token-wrong" : "password-wrong" });
}

/** Asks for a code. `second_factor` tells clients from a wrong password. */
function refuseFactor(c: Call, problem: "missing" | "wrong"): Response {
  const code = problem === "missing" ? "second-factor-missing" : "second-factor-wrong";
  const refusal = describeProblem({ code });
  return c.json({ ...refusal, second_factor: "totp" satisfies Refusal["second_factor"] }, 401);
}

/** Logs a wrong password or token, without the name that was typed; for an existing user, also in the audit log. */
export async function recordRefusal(
  c: Call,
  message: string,
  user: User | undefined,
  context: Pick<InterfaceEnvironment, "log" | "audit" | "findAddress" | "catalogue">,
): Promise<void> {
  const caller = describeCaller(c, context);
  context.log.warn({ ...caller, ...(user && { user: user.id }) }, message);
  await addRefusal(caller.address, user, context);
}

/** Adds the refusal of an existing user to the audit log, for each of the user's accounts. */
async function addRefusal(
  address: string,
  user: User | undefined,
  context: Pick<InterfaceEnvironment, "audit" | "catalogue">,
  isCodeMissing = false,
): Promise<void> {
  for (const { account } of user?.accounts ?? []) {
    const { id, name } = context.catalogue().accounts.get(account) ?? { id: account, name: "" };
    const author = { account: { id, name }, way: "interface", address } as const;
    if (user) await context.audit.add(author, [describeRefusal(user, account, isCodeMissing)]);
  }
}

function describeCaller(c: Call, { findAddress }: Pick<InterfaceEnvironment, "findAddress">) {
  return {
    requestId: getRequestId(c.env.outgoing),
    address: truncateAddress(findAddress(c.env.incoming)),
  };
}

/** Refuses a sign-in and counts it, without logging: a flood would fill the log. */
export function refuseSignIn(
  c: Call,
  waitMs: number,
  { countSignIn }: Pick<InterfaceEnvironment, "countSignIn">,
): Response {
  countSignIn("refused");
  const seconds = Math.ceil(waitMs / 1000);
  c.header("Retry-After", String(seconds));
  c.header("X-Rate-Limit-Remaining", "0");
  c.header("X-Rate-Limit-Reset", String(seconds));
  return refuse(c, 429, { code: "sign-ins-limited", seconds });
}
