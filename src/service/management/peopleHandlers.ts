/**
 * People over HTTP: users and API tokens of an account, the signed-in user, and the link by which a user sets a
 * password.
 */

import type { MadeAccess } from "../../protocol/account.ts";
import type { StartedSession } from "../../protocol/people.ts";
import type { LoginAnswer } from "../../protocol/statistics.ts";
import { confirmPassword, issueToken } from "../accounts/login.ts";
import { Shares } from "../accounts/shares.ts";
import type { Account } from "../catalogue/catalogue.ts";
import type { Call, PublicHandler } from "../interface/call.ts";
import type { InterfaceEnvironment } from "../interface/environment.ts";
import { ListQuery } from "../interface/listQuery.ts";
import {
  describeAuditAuthor,
  findAuditAddress,
  type SessionContext,
  startSession,
} from "../interface/sessionRoutes.ts";
import { recordRefusal, refuseSignIn } from "../interface/signInRoute.ts";
import { toCustomerNetwork } from "../net/address.ts";
import { getSignInName } from "../people/people.ts";
import type { User } from "../people/peopleSchema.ts";
import { describeAccount, describeHolder } from "../statisticsRoutes/describeAccount.ts";
import type { ApiTokens } from "./apiTokens.ts";
import type { EmailConfirmations } from "./emailConfirmations.ts";
import type { ForgottenPasswords } from "./forgottenPasswords.ts";
import type { Management } from "./management.ts";
import { answerRefusal, answerRefusals, expectJson, identifySender, parseId } from "./managementHandlers.ts";
import type { Asking } from "./peopleChanges.ts";
import { ChangeRefused, refuseField } from "./refusal.ts";
import type { Users } from "./users.ts";

export type PeopleContext = SessionContext &
  Pick<
    InterfaceEnvironment,
    | "shares"
    | "shareKey"
    | "catalogue"
    | "people"
    | "publisherShare"
    | "sendsMail"
    | "reportsOff"
    | "loginKey"
    | "now"
    | "failures"
    | "spendCode"
    | "countSignIn"
    | "log"
    | "audit"
  >;

interface PeopleParts {
  users: Users;
  tokens: ApiTokens;
  confirmations: EmailConfirmations;
  forgotten: ForgottenPasswords;
  management: Management;
  context: PeopleContext;
}

/** Returns the handlers by their names in the table of routes. */
export function peopleHandlers({
  users,
  tokens,
  confirmations,
  forgotten,
  management,
  context,
}: PeopleParts) {
  const ask = (c: Call, viewer: Account) => describeAsking(c, viewer, context);
  const shares = new Shares(context);
  const endShares = (c: Call, viewer: Account, reach: ReadonlySet<number>) =>
    shares.revokeMadeBy(parseId(c, "id"), reach, describeAuditAuthor(c, viewer, context));
  /** Answers a request by the token of a user's link with the user's name for signing in. */
  const byLink =
    (find: (c: Call, body: unknown, onWrong: () => Promise<void>) => Promise<User>): PublicHandler =>
    (c) =>
      answerRefusal(c, async () => {
        const address = toCustomerNetwork(context.findAddress(c.env.incoming));
        const onWrong = async () => {
          await recordRefusal(c, "wrong link of a user", undefined, context);
          await context.failures.fail({ address });
        };
        return c.json({ username: getSignInName(await find(c, await expectJson(c), onWrong)) });
      });
  return {
    "POST /v2/password": byLink((c, body, onWrong) =>
      users.useLink(body, onWrong, findAuditAddress(c, context)),
    ),
    "POST /v2/password/forgotten": (c: Call) =>
      answerRefusal(c, async () => {
        const client = context.findAddress(c.env.incoming);
        await forgotten.ask(await expectJson(c), client, findAuditAddress(c, context));
        return c.body(null, 204);
      }),
    "POST /v2/confirmation": byLink((c, body, onWrong) =>
      confirmations.confirm(body, onWrong, findAuditAddress(c, context)),
    ),
    "POST /v2/password/user": byLink((_, body, onWrong) => users.readLink(body, onWrong)),
    ...answerRefusals({
      "GET /v2/user": (c, viewer) =>
        c.json({
          ...describeAccount(viewer, context.catalogue(), context),
          ...describeHolder(c.get("holder"), context),
        }),
      "PATCH /v2/account": async (c, viewer) => {
        const changed = await management.changeOwn(viewer, await expectJson(c), await identifySender(c));
        return c.json({ ...changed, ...describeHolder(c.get("holder"), context) });
      },
      "PATCH /v2/user": (c, viewer) => changeSignedIn(c, viewer, users, context),
      "POST /v2/user/confirmation": async (c, viewer) =>
        c.json({ result: await confirmations.send(ask(c, viewer)) }),
      "GET /v2/users": async (c, viewer) =>
        c.json({ result: await users.list(ask(c, viewer), parseAccountId(c)) }),
      "POST /v2/users": async (c, viewer) => {
        const { user, link } = await users.add(ask(c, viewer), await expectJson(c));
        return c.json({ result: { ...user, ...link } }, 201);
      },
      "PATCH /v2/users/:id": async (c, viewer) => {
        const [id, ended, body] = [parseId(c, "id"), parseEnded(c), await expectJson(c)];
        const { user, reach } = await users.change(ask(c, viewer), id, body, ended.tokens);
        if (ended.shares) await endShares(c, viewer, reach);
        return c.json({ result: user });
      },
      "DELETE /v2/users/:id": async (c, viewer) => {
        const [asking, id, ended, account] = [
          ask(c, viewer),
          parseId(c, "id"),
          parseEnded(c),
          parseAccountId(c),
        ];
        const reach = users.findReach(asking, id, account);
        await users.remove(asking, id, account, ended.tokens);
        if (ended.shares) await endShares(c, viewer, reach);
        return c.body(null, 204);
      },
      "GET /v2/users/:id/made": async (c, viewer) => {
        const id = parseId(c, "id");
        const reach = users.findReach(ask(c, viewer), id, parseAccountId(c));
        const made = [tokens.listMadeBy(id, reach), shares.listMadeBy(id, reach)] as const;
        const [ofTokens, ofShares] = await Promise.all(made);
        return c.json({ result: { tokens: ofTokens, shares: ofShares } satisfies MadeAccess });
      },
      "GET /v2/tokens": async (c, viewer) =>
        c.json({ result: await tokens.list(ask(c, viewer), parseAccountId(c)) }),
      "POST /v2/tokens": async (c, viewer) =>
        c.json({ result: await tokens.create(ask(c, viewer), await expectJson(c)) }, 201),
      "DELETE /v2/tokens/:id": async (c, viewer) => {
        await tokens.revoke(ask(c, viewer), parseId(c, "id"), parseAccountId(c));
        return c.body(null, 204);
      },
      "POST /v2/users/:id/link": async (c, viewer) =>
        c.json({ result: await users.makeLink(ask(c, viewer), parseId(c, "id")) }, 201),
    }),
  };
}

/** Keeps the caller signed in after a change of password; other tokens and sessions end. */
async function changeSignedIn(
  c: Call,
  viewer: Account,
  users: Users,
  context: PeopleContext,
): Promise<Response> {
  const address = toCustomerNetwork(context.findAddress(c.env.incoming));
  const confirm = async (user: User | undefined, password: string) => {
    const confirmation = await confirmPassword(user, password, address, context);
    if (!confirmation.isRight && confirmation.waitMs === undefined)
      await recordRefusal(c, "wrong current password", user, context);
    return confirmation;
  };
  const { user, waitMs } = await users.changeOwn(
    describeAsking(c, viewer, context),
    await expectJson(c),
    confirm,
  );
  if (waitMs !== undefined) return refuseSignIn(c, waitMs, context);
  if (!user) return c.body(null, 204);
  return c.json(await renewSignIn(c, viewer, user, context));
}

/** Signs the caller in again after a change that ended all sign-ins of the user. */
export function renewSignIn(
  c: Call,
  viewer: Account,
  user: User,
  context: PeopleContext,
): Promise<StartedSession | LoginAnswer> {
  const isSession = c.get("holder")?.session !== undefined;
  return isSession ? startSession(c, viewer, { user }, context) : issueToken(viewer, context, { user });
}

export function describeAsking(c: Call, account: Account, context: PeopleContext): Asking {
  return { account, user: c.get("holder")?.user, way: "interface", address: findAuditAddress(c, context) };
}

/** Reads whether a request also ends what the user made. */
function parseEnded(c: Call): Record<"tokens" | "shares", boolean> {
  const query = new ListQuery(c.req.query());
  const ended = { tokens: query.parseFlag("tokens"), shares: query.parseFlag("shares") };
  if (query.problems.length === 0) return ended;
  throw new ChangeRefused(400, { code: "request-invalid" }, query.problems);
}

/** Reads the account of a request; by default the caller's own. */
function parseAccountId(c: Call): number | undefined {
  const text = c.req.query("account");
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw refuseField("account", { code: "account-id" });
}
