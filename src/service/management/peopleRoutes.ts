/** Routes of signing in, users, API tokens and sessions. */
import * as v from "valibot";
import type { AccountDetails, MadeAccess } from "../../protocol/account.ts";
import {
  type AccountUser,
  type ApiToken,
  type CreatedApiToken,
  MAIL_STATES,
  type SentMail,
  type SignedInUser,
  type StartedSession,
  TOKEN_ROLES,
  USER_LANGUAGES,
  USER_ROLES,
  type UserLink,
  type UserSession,
} from "../../protocol/people.ts";
import type { LoginAnswer } from "../../protocol/statistics.ts";
import { loginSchema } from "../accounts/login.ts";
import { goalSource } from "../catalogue/schema.ts";
import { accountChoiceSchema } from "../interface/sessionRoutes.ts";
import { count, describe, named, optional, text, time } from "../openapi/answerSchemas.ts";
import { array, COUNT, convertRequest, object, TEXT } from "../openapi/openApiSchemas.ts";
import * as route from "../openapi/routeEntry.ts";
import { share } from "../statisticsRoutes/statisticsRoutes.ts";
import { newTokenSchema } from "./apiTokens.ts";
import { confirmationSchema } from "./emailConfirmations.ts";
import { OWN_ACCOUNT_CHANGE } from "./entrySchemas.ts";
import { forgottenSchema } from "./forgottenPasswords.ts";
import { setupSchema } from "./setupLink.ts";
import { linkSchema, linkUseSchema, newUserSchema, ownChangeSchema, userChangeSchema } from "./users.ts";

// ── Signing in, and the signed-in account ───────────────────────────────────────────────────────────────────────────

const LOGIN_BODY = route.json(route.request("Login", loginSchema), {
  token: { api_token: "…" },
  password: { username: "publisher", password: "…" },
  secondFactor: { username: "publisher", password: "…", otp: "123456" },
});

const loginAnswer = v.strictObject({
  token: text,
  type: v.literal("Bearer"),
  expires_in: describe(count, "Seconds."),
}) satisfies v.GenericSchema<LoginAnswer>;
export const TOKEN = route.answer("Token", loginAnswer);

const startedSession = v.strictObject({
  id: text,
  expires_at: describe(time, "Latest end of the session."),
}) satisfies v.GenericSchema<StartedSession>;
export const STARTED_SESSION = route.answer("StartedSession", startedSession);

const userRole = v.picklist(USER_ROLES);
const language = v.exactOptional(v.picklist(USER_LANGUAGES));

const emailConfirmed = optional(
  v.literal(true),
  "The user has opened a link that was mailed to the address.",
);

const signedInUser = v.strictObject({
  id: count,
  email: v.exactOptional(text),
  username: optional(text, "Name for signing in; present for users without an e-mail address."),
  name: text,
  language,
  emailConfirmed,
  canConfirmEmail: optional(
    v.literal(true),
    "The service mails a link for confirming the address on request.",
  ),
  canReceiveAlerts: optional(
    v.literal(true),
    "The service mails what needs the user to the confirmed address, if that is switched on.",
  ),
  canReceiveReports: optional(
    v.literal(true),
    "The service mails reports to the confirmed address on request.",
  ),
  second_factor: optional(v.literal(true), "Signing in also needs a code."),
  recovery_codes_left: optional(count, "Unused recovery codes; absent without a second factor."),
  alerts: optional(
    v.array(count),
    "Ids of accounts of which the user gets a mail when something needs attention; absent for none.",
  ),
  accounts: v.array(v.strictObject({ id: count, name: text, role: userRole })),
}) satisfies v.GenericSchema<SignedInUser>;

const accountDetails = v.strictObject({
  id: optional(count, "Absent for shared links, like name and username."),
  name: v.exactOptional(text),
  username: optional(text, "E-mail address or user name for signing in; absent for API tokens."),
  kind: v.picklist(["advertiser", "publisher", "network"]),
  currency: describe(
    text,
    "ISO 4217 code of every amount in the account's reports; XXX for a network whose members have several.",
  ),
  timezone: describe(text, "IANA name of the time zone of the reports' days."),
  data_from: optional(
    text,
    "Extension: the first day with facts that the account can see without filters; with detailed=1.",
  ),
  goals: describe(
    count,
    "Conversion goals of the account; of a network, as many as the advertiser has that has most.",
  ),
  goal_names: optional(
    v.array(v.string()),
    "Extension: names of the goals, in their order; empty without one. Absent for shared links.",
  ),
  goal_sources: optional(
    v.array(goalSource),
    "Extension: where the conversions of goals come from; by default imports. Absent for networks and shared links.",
  ),
  catalogue: optional(
    v.picklist(["live", "declared"]),
    "declared: a file owns the catalogue, and calls that would change it answer 409.",
  ),
  catalogue_file: optional(text, "File of a declared catalogue; only for networks."),
  publisher_share: optional(
    text,
    "Extension: share of the cost that publishers are paid on sites without one; only for networks.",
  ),
  suspended: optional(v.literal(true), "The network has suspended the account; it can only be read."),
  access: optional(userRole, "Role of the user or API token; absent for shared links."),
  user: v.exactOptional(signedInUser),
  share: v.exactOptional(share),
}) satisfies v.GenericSchema<AccountDetails>;
const ACCOUNT = route.answer("Account", accountDetails);

export const SIGN_IN_ROUTES = {
  "POST /v2/login": {
    access: "login",
    untypedBody: true,
    id: "login",
    summary: "Signs in and returns a token.",
    body: LOGIN_BODY,
    answers: { 200: route.success(TOKEN) },
    refusals: [401],
  },
  "POST /v2/session": {
    access: "login",
    startsSession: true,
    id: "startSession",
    summary: "Signs in with a cookie, for pages of this service; programs use /v2/login.",
    body: LOGIN_BODY,
    answers: { 201: route.success(STARTED_SESSION, "The cookie `zonetag_session` is set.") },
    refusals: [401, 403],
  },
  "POST /v2/session/account": {
    ...route.OF_USER,
    startsSession: true,
    id: "switchAccount",
    summary:
      "Switches the session to another account of the user. Only for sessions; tokens sign in to one account.",
    body: route.json(route.request("AccountChoice", accountChoiceSchema)),
    answers: { 201: route.success(STARTED_SESSION, "The cookie `zonetag_session` is replaced.") },
    refusals: [404],
  },
  "DELETE /v2/session": {
    ...route.SIGNED_IN,
    id: "endSession",
    summary: "Signs out: ends the session of the request.",
    answers: route.done("The session has ended, and the cookie is removed."),
    refusals: [404],
  },
  "POST /v2/setup": {
    access: "login",
    changesCatalogue: true,
    id: "setUp",
    summary: "Creates the first network account, with the token of the set-up link.",
    body: route.json(convertRequest(setupSchema)),
    answers: route.done("The account was created, and the link is no longer valid. Sign in."),
    refusals: [403],
  },
  "GET /v2/account": {
    ...route.SHARED,
    id: "getSignedInAccount",
    summary: "Signed-in account.",
    parameters: [
      route.query("detailed", { enum: [0, 1] }, "1: also returns `data_from`, the first day with facts."),
    ],
    answers: { 200: route.success(ACCOUNT) },
  },
  "PATCH /v2/account": {
    access: "signedIn",
    needs: "owner",
    changesCatalogue: true,
    id: "changeSignedInAccount",
    summary: "Changes the name of the account, or the time zone of its reports' days.",
    body: route.json(OWN_ACCOUNT_CHANGE),
    answers: { 200: route.success(ACCOUNT) },
  },
  "GET /v2/user": {
    ...route.SIGNED_IN,
    id: "getUser",
    summary: "Signed-in account and user, as in /v2/account.",
    answers: { 200: route.success(ACCOUNT) },
  },
  "PATCH /v2/user": {
    ...route.OF_USER,
    id: "changeUser",
    summary: "Changes the user's name and language, or the password if the current one is sent, too.",
    description:
      "`alerts` switches on or off that the user gets a mail when something in the signed-in account needs attention. It " +
      "needs a confirmed e-mail address.",
    body: route.json(route.request("OwnChange", ownChangeSchema)),
    answers: {
      200: route.success(
        { oneOf: [TOKEN, STARTED_SESSION] },
        "The password was changed. Other tokens and sessions have ended; a caller with a session gets a new cookie.",
      ),
      204: { description: "The name, the language or `alerts` was changed." },
    },
    refusals: [409],
  },
} as const satisfies route.DocumentedRoutes;

// ── Users, API tokens and sessions ──────────────────────────────────────────────────────────────────────────────────

const sentMail = v.strictObject({
  state: describe(
    v.picklist(MAIL_STATES),
    "sent: the mail server accepted the mail. waiting: it has not answered yet. failed: the mail was not sent.",
  ),
  message: optional(text, "Absent for a sent mail."),
  codes: v.exactOptional(v.array(v.looseObject({ code: text }))),
}) satisfies v.GenericSchema<SentMail>;
export const SENT_MAIL = route.answer("SentMail", sentMail);

const userLink = v.strictObject({
  link: optional(text, "Address of a page for setting the password, shown once; absent if it was mailed."),
  mail: v.exactOptional(sentMail),
  expires_at: time,
}) satisfies v.GenericSchema<UserLink>;

const accountUser = v.strictObject({
  id: count,
  email: optional(text, "E-mail address for signing in."),
  username: optional(text, "Name for signing in; present for users without an e-mail address."),
  name: text,
  language,
  emailConfirmed,
  role: describe(userRole, "Role in the account."),
  declared: optional(v.literal(true), "The user is defined in the catalogue's file and changed only there."),
  hasPassword: v.boolean(),
  second_factor: optional(v.literal(true), "Signing in also needs a code."),
  link_expires_at: optional(time, "Absent when the user has no valid link."),
  last_sign_in: optional(
    time,
    "Last sign-in to this account, to a minute; absent if none is known. Only in the list of users.",
  ),
}) satisfies v.GenericSchema<AccountUser>;
const ACCOUNT_USER = route.answer("AccountUser", accountUser);

const apiToken = v.strictObject({
  id: count,
  name: text,
  role: v.picklist(TOKEN_ROLES),
  created_at: optional(time, "Absent for a token that came from the catalogue."),
  declared: optional(v.literal(true), "The token is defined in the catalogue's file and revoked only there."),
  created_by: v.exactOptional(named),
  expires_at: v.exactOptional(time),
  last_use: optional(time, "Accurate to one minute."),
}) satisfies v.GenericSchema<ApiToken>;

const invitedUser = v.strictObject({
  ...accountUser.entries,
  link: userLink.entries.link,
  mail: userLink.entries.mail,
  expires_at: v.exactOptional(time),
});

const madeAccess = v.strictObject({
  tokens: v.array(apiToken),
  shares: v.array(share),
}) satisfies v.GenericSchema<MadeAccess>;

const createdApiToken = v.strictObject({
  ...apiToken.entries,
  token: describe(text, "Shown once."),
}) satisfies v.GenericSchema<CreatedApiToken>;

const userSession = v.strictObject({
  id: text,
  created_at: time,
  last_use: describe(time, "Accurate to five minutes."),
  browser: optional(text, "Absent if unknown."),
  operating_system: optional(text, "Absent if unknown."),
  country: optional(text, "Where the user signed in, ISO 3166-1 alpha-3."),
  current: describe(v.boolean(), "Whether it is the session of the request."),
}) satisfies v.GenericSchema<UserSession>;

const PEOPLE = { access: "signedIn", needs: "owner", managesPeople: true } as const;

const OF_ACCOUNT = route.query("account", COUNT, "An account that the caller manages; by default its own.");

/** What can end together with a user's membership or role. */
const ENDED_WITH_USER = [
  route.query(
    "tokens",
    { enum: [0, 1] },
    "1: also revokes the API tokens that the user created as a member of this account.",
  ),
  route.query(
    "shares",
    { enum: [0, 1] },
    "1: also revokes the shared links that the user created as a member of this account.",
  ),
];

export const PEOPLE_ROUTES = {
  "GET /v2/users": {
    ...PEOPLE,
    id: "listUsers",
    summary: "Users of an account.",
    parameters: [OF_ACCOUNT],
    answers: route.ok(array(ACCOUNT_USER)),
  },
  "POST /v2/users": {
    ...PEOPLE,
    id: "inviteUser",
    summary: "Creates a user with a link for setting the password, which is mailed or returned.",
    description:
      "With a mail server, the user gets the link, and the answer only says what became of the mail. " +
      "With `user`, the id of a user, instead of `email`, `name` and `language`, the user is added to another account. " +
      "The caller must manage all accounts of the user.",
    body: route.json(route.request("UserInvitation", newUserSchema)),
    answers: route.created(route.answer("InvitedUser", invitedUser)),
    refusals: [409],
  },
  "PATCH /v2/users/:id": {
    ...PEOPLE,
    id: "changeUserRole",
    summary: "Changes the role of a user in an account.",
    parameters: ENDED_WITH_USER,
    body: route.json(route.request("UserChange", userChangeSchema)),
    answers: route.ok(ACCOUNT_USER),
    refusals: [409],
  },
  "DELETE /v2/users/:id": {
    ...PEOPLE,
    id: "removeUser",
    summary: "Removes a user from an account. A user without another account is deleted.",
    parameters: [OF_ACCOUNT, ...ENDED_WITH_USER],
    answers: route.done("Removed."),
    refusals: [409],
  },
  "GET /v2/users/:id/made": {
    ...PEOPLE,
    id: "listMadeAccess",
    summary:
      "Valid API tokens and shared links that a user made by the membership in an account. They stay when the user leaves.",
    parameters: [OF_ACCOUNT],
    answers: route.ok(route.answer("MadeAccess", madeAccess)),
  },
  "POST /v2/users/:id/link": {
    ...PEOPLE,
    id: "createUserLink",
    summary:
      "Creates a link for setting a new password, which is mailed or returned, and ends the user's earlier link.",
    answers: route.created(route.answer("UserLink", userLink)),
  },
  "POST /v2/password": {
    access: "login",
    id: "setPassword",
    summary: "Sets the password of a user, with the token of the user's link.",
    body: route.json(route.request("NewPassword", linkUseSchema)),
    answers: {
      200: route.success(object({ username: TEXT }), "The password is set, and the link is void. Sign in."),
    },
    refusals: [403],
  },
  "POST /v2/password/forgotten": {
    access: "public",
    id: "requestPassword",
    summary: "Mails a link for setting a new password to the user with an e-mail address, if there is one.",
    body: route.json(route.request("ForgottenPassword", forgottenSchema)),
    answers: route.done("Accepted. The answer is the same for addresses without a user."),
    refusals: [409],
  },
  "POST /v2/password/user": {
    access: "login",
    id: "readPasswordLink",
    summary: "The user name for which a link sets the password. The link stays valid.",
    body: route.json(route.request("PasswordLink", linkSchema)),
    answers: { 200: route.success(object({ username: TEXT })) },
    refusals: [403],
  },
  "POST /v2/user/confirmation": {
    ...route.OF_USER,
    id: "sendConfirmation",
    summary: "Mails the user a link for confirming the e-mail address.",
    answers: route.ok(SENT_MAIL),
    refusals: [409],
  },
  "POST /v2/confirmation": {
    access: "login",
    id: "confirmAddress",
    summary: "Confirms the e-mail address of a user, with the token of the mailed link.",
    body: route.json(route.request("Confirmation", confirmationSchema)),
    answers: { 200: route.success(object({ username: TEXT }), "The address is confirmed.") },
    refusals: [403],
  },
  "GET /v2/tokens": {
    ...PEOPLE,
    id: "listApiTokens",
    summary: "Valid API tokens of an account.",
    parameters: [OF_ACCOUNT],
    answers: route.ok(array(route.answer("ApiToken", apiToken))),
  },
  "POST /v2/tokens": {
    ...PEOPLE,
    id: "createApiToken",
    summary: "Creates an API token of an account.",
    body: route.json(route.request("ApiTokenRequest", newTokenSchema)),
    answers: route.created(route.answer("CreatedApiToken", createdApiToken)),
    refusals: [409],
  },
  "DELETE /v2/tokens/:id": {
    ...PEOPLE,
    id: "revokeApiToken",
    summary: "Ends an API token.",
    parameters: [OF_ACCOUNT],
    answers: route.done("Revoked."),
  },
  "GET /v2/sessions": {
    ...route.OF_USER,
    id: "listSessions",
    summary: "Sessions of the user, most recently used first.",
    answers: route.ok(array(route.answer("UserSession", userSession))),
  },
  "DELETE /v2/sessions": {
    ...route.OF_USER,
    id: "endOtherSessions",
    summary: "Ends all sessions of the user except that of the request.",
    answers: route.done("The other sessions have ended."),
  },
  "DELETE /v2/sessions/:id": {
    ...route.OF_USER,
    id: "endUserSession",
    summary: "Ends a session of the user.",
    path: { id: TEXT },
    answers: route.done("The session has ended."),
  },
} as const satisfies route.DocumentedRoutes;
