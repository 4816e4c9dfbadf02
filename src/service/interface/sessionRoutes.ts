/** `/v2/session` and `/v2/sessions`: signing in with a cookie, signing out, and the list of the user's sessions. */
import { deleteCookie, setCookie } from "hono/cookie";
import * as v from "valibot";
import { parseUrl } from "../../protocol/addresses.ts";
import type { AccountChoice, StartedSession } from "../../protocol/people.ts";
import { nameSignIn } from "../accounts/lastUses.ts";
import type { Identity, TokenHolder } from "../accounts/login.ts";
import { type Device, MAX_AGE_MS, type Started } from "../accounts/sessions.ts";
import type { Account } from "../catalogue/catalogue.ts";
import { truncateAddress } from "../net/address.ts";
import type { AuditAuthor } from "../people/auditLog.ts";
import { chooseAccount } from "../people/people.ts";
import { readUserAgent } from "../placement/userAgent.ts";
import { omitUndefined } from "../values/object.ts";
import { requestObject } from "../values/requestSchemas.ts";
import { asMessage, listProblems } from "../values/schemas.ts";
import { browsers, operatingSystems } from "../values/visitorDimensions.ts";
import { type AccountHandler, type Call, type PublicHandler, refuse, refuseFields } from "./call.ts";
import type { InterfaceEnvironment } from "./environment.ts";
import { SESSION_COOKIE } from "./identifyCaller.ts";
import { readJsonBody } from "./jsonBody.ts";
import { signInCaller } from "./signInRoute.ts";

/**
 * Path of the cookie. It excludes the ad routes, so browsers never send the cookie with requests for ads and pixels.
 */
const COOKIE_PATH = "/v2";
/** Body of a request for another account of the user. */
export const accountChoiceSchema = requestObject({
  account: v.number(asMessage({ code: "account-id" })),
}) satisfies v.GenericSchema<AccountChoice>;

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

export type SessionContext = Pick<
  InterfaceEnvironment,
  "sessions" | "listOrigins" | "findAddress" | "locate"
>;

/** Returns the handlers by their names in the table of routes. */
export function sessionHandlers(context: InterfaceEnvironment) {
  const { sessions } = context;
  const signIn: PublicHandler = async (c) => {
    if (!isKept(c, context)) return refuse(c, 403, { code: "not-https" });
    const signedIn = await signInCaller(c, context);
    if (signedIn instanceof Response) return signedIn;
    const { account, identity } = signedIn;
    return c.json(await startSession(c, account, identity, context), 201);
  };
  const switchAccount: AccountHandler = async (c) => {
    const { user: id, session } = expectHolder(c);
    if (session === undefined) return refuse(c, 404, { code: "session-absent" });
    const body = await readJsonBody(c);
    if (body instanceof Response) return body;
    const choice = v.safeParse(accountChoiceSchema, body.json);
    if (!choice.success) return refuseFields(c, listProblems(choice.issues));
    const user = context.people().users.get(id ?? 0);
    const account = user && chooseAccount(user, choice.output.account, context.catalogue());
    if (!account) return refuse(c, 403, { code: "account-lacks-user" });
    // The session may have ended while the body arrived. It is checked after the user was read, whose password signs.
    const device = describeDevice(c, context);
    const started = await sessions.replace(session, account, { user }, device, findAuditAddress(c, context));
    if (!started) return refuse(c, 401, { code: "sign-in-needed" });
    context.lastUses.note(nameSignIn(user.id, account.id));
    return c.json(sendSession(c, started, context), 201);
  };
  const signOut: AccountHandler = async (c) => {
    const holder = expectHolder(c);
    if (holder.session === undefined) return refuse(c, 404, { code: "session-absent" });
    await sessions.end(holder, holder.session, findAuditAddress(c, context));
    deleteCookie(c, SESSION_COOKIE, describeCookie(c, context));
    return c.body(null, 204);
  };
  const list: AccountHandler = async (c) => c.json({ result: await sessions.list(expectHolder(c)) });
  const endOthers: AccountHandler = async (c) => {
    await sessions.endOthers(expectHolder(c), findAuditAddress(c, context));
    return c.body(null, 204);
  };
  const end: AccountHandler = async (c) => {
    const isEnded = await sessions.end(
      expectHolder(c),
      c.req.param("id") ?? "",
      findAuditAddress(c, context),
    );
    return isEnded ? c.body(null, 204) : refuse(c, 404, { code: "session-unknown" });
  };
  return {
    "POST /v2/session": signIn,
    "POST /v2/session/account": switchAccount,
    "DELETE /v2/session": signOut,
    "GET /v2/sessions": list,
    "DELETE /v2/sessions": endOthers,
    "DELETE /v2/sessions/:id": end,
  };
}

/** Starts a session, ends the caller's current one, and sends the cookie. */
export async function startSession(
  c: Call,
  account: Account,
  identity: Identity,
  context: SessionContext,
): Promise<StartedSession> {
  const { sessions } = context;
  const address = findAuditAddress(c, context);
  const started = await sessions.start(account, identity, describeDevice(c, context), address);
  const before = c.get("holder");
  if (before?.session !== undefined) await sessions.end(before, before.session, address);
  return sendSession(c, started, context);
}

function sendSession(c: Call, { secret, record }: Started, context: SessionContext): StartedSession {
  const end = record.created + MAX_AGE_MS;
  setCookie(c, SESSION_COOKIE, secret, {
    ...describeCookie(c, context),
    maxAge: Math.floor((end - record.used) / 1000),
  });
  return { id: record.id, expires_at: new Date(end).toISOString() };
}

/** Reads the client's address, cut as in logs. */
export function findAuditAddress(
  c: Call,
  { findAddress }: Pick<InterfaceEnvironment, "findAddress">,
): string {
  return truncateAddress(findAddress(c.env.incoming));
}

/** Describes the caller for the audit log. */
export function describeAuditAuthor(
  c: Call,
  { id, name }: Account,
  context: Pick<InterfaceEnvironment, "findAddress">,
): AuditAuthor {
  const { user, token } = c.get("holder") ?? {};
  const way = token === undefined ? "interface" : "token";
  return { account: { id, name }, user, token, way, address: findAuditAddress(c, context) };
}

/** Reads the holder, which the access check guarantees. */
function expectHolder(c: Call): TokenHolder {
  const holder = c.get("holder");
  if (!holder) throw new Error("The route is for accounts that signed in.");
  return holder;
}

function describeCookie(c: Call, context: SessionContext) {
  const secure = findPage(c, context)?.protocol === "https:";
  return { path: COOKIE_PATH, httpOnly: true, sameSite: "Lax", secure } as const;
}

/** Whether a browser will store the cookie: it is https only, except on the browser's own machine. */
function isKept(c: Call, context: SessionContext): boolean {
  const page = findPage(c, context);
  return page?.protocol === "https:" || LOOPBACK.test(page?.hostname ?? "");
}

/**
 * Finds the origin of the page by the browser's header, because the service behind a proxy that terminates TLS does not
 * see https.
 */
function findPage(c: Call, { listOrigins }: SessionContext): URL | undefined {
  return parseUrl(c.req.header("Origin") ?? listOrigins(c.env.incoming)[0] ?? "");
}

/** Describes a device by browser, system and country, without address and user agent. */
function describeDevice(c: Call, { findAddress, locate }: SessionContext): Device {
  const { browser, operatingSystem } = readUserAgent(c.req.header("User-Agent") ?? "");
  return omitUndefined({
    browser: browser === undefined ? undefined : browsers.name(browser),
    operating_system: operatingSystem === undefined ? undefined : operatingSystems.name(operatingSystem),
    country: locate(findAddress(c.env.incoming)).country,
  });
}
