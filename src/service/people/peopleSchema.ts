/** Schema of stored people: users with their accounts, and API tokens of accounts. */
import * as v from "valibot";
import { TOKEN_ROLES, USER_LANGUAGES, USER_ROLES } from "../../protocol/people.ts";
import { MAIL_FREQUENCIES } from "../../protocol/subscriptions.ts";
import { PASSWORD_FORM, TOKEN_FORM } from "../signing/passwords.ts";
import { asMessage, list, shownName, strictObject } from "../values/schemas.ts";

/** Maximum characters of an e-mail address: https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1.3 */
const MAX_EMAIL = 254;
/** Maximum characters of the name of a user or token. */
const MAX_NAME = 200;
/** Maximum characters of a user name, as accounts had. */
const MAX_USERNAME = 500;
const MAX_ACCOUNTS = 1000;
/** Maximum subscriptions of a user. */
export const MAX_SUBSCRIPTIONS = 10;

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(0x7fffffff));
export const userName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, asMessage({ code: "text" })),
  v.maxLength(MAX_NAME, asMessage({ code: "text-length", most: MAX_NAME })),
);
/** Name in a request; earlier versions stored names with control characters and invisible ones, too. */
export const newUserName = shownName(MAX_NAME);
/** Shortens the name of an account to one of a user, without half a character at its end. */
export function cutName(name: string): string {
  return name.slice(0, MAX_NAME).replace(/\p{Cs}$/u, "");
}

export const email = v.pipe(
  v.string(asMessage({ code: "email" })),
  v.trim(),
  v.maxLength(MAX_EMAIL, asMessage({ code: "email" })),
  v.email(asMessage({ code: "email" })),
  v.toLowerCase(),
);
export const userRole = v.picklist(USER_ROLES, asMessage({ code: "one-of", values: USER_ROLES }));
export const userLanguage = v.picklist(USER_LANGUAGES, asMessage({ code: "either", values: USER_LANGUAGES }));

/** User name in a request. */
export const newSignInName = shownName(MAX_USERNAME);

export const signInName = v.pipe(
  v.string(),
  v.minLength(1, asMessage({ code: "text" })),
  v.maxLength(MAX_USERNAME, asMessage({ code: "text-length", most: MAX_USERNAME })),
);

const digest = v.pipe(v.string(), v.regex(TOKEN_FORM));

/** Second factor of a user. */
const secondFactor = strictObject({
  /** Secret of the authenticator app, encrypted. */
  secret: v.pipe(v.string(), v.regex(/^[\w-]+$/)),
  /** Last time step of which a code was used. */
  lastStep: v.pipe(v.number(), v.safeInteger()),
  /** Digests of unused recovery codes. */
  recovery: list(digest),
});
export type SecondFactor = v.InferOutput<typeof secondFactor>;

/** Report that the user gets by mail regularly. */
const subscription = strictObject({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)),
  account: id,
  every: v.picklist(MAIL_FREQUENCIES),
  /** A `ReportMailRequest`, validated again for each mail: a later version may refuse it, and must still start. */
  request: v.looseObject({ title: v.string(), view: v.string() }),
  since: v.pipe(v.string(), v.isoTimestamp()),
  /** The mail server refused the address for good. */
  ended: v.optional(v.literal("refused")),
});
export type StoredSubscription = v.InferOutput<typeof subscription>;

const forgottenLink = {
  digest,
  expires: v.pipe(v.string(), v.isoTimestamp()),
};

export const userSchema = strictObject({
  id,
  /** E-mail address; absent for a user who signs in with a user name. */
  email: v.optional(email),
  /** User name; absent for a user who signs in with an e-mail address. */
  username: v.optional(signInName),
  name: userName,
  language: v.optional(userLanguage),
  /** Whether the user has opened a link that was mailed to `email`. */
  emailConfirmed: v.optional(v.literal(true)),
  /** Hash of the password; absent until the user has set one. */
  password: v.optional(v.pipe(v.string(), v.regex(PASSWORD_FORM))),
  accounts: v.pipe(
    list(strictObject({ account: id, role: userRole })),
    v.minLength(1),
    v.maxLength(MAX_ACCOUNTS, asMessage({ code: "list-of-most", most: MAX_ACCOUNTS, what: "accounts" })),
  ),
  /** Account whose owner made the link through which the password was first set; absent if unknown. */
  passwordFrom: v.optional(id),
  /** Number of times that all sign-ins of the user have ended; absent for 0. */
  signInsEnded: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  /** Absent until the user has set one up. */
  secondFactor: v.optional(secondFactor),
  /** Absent for none. */
  subscriptions: v.optional(
    v.pipe(
      list(subscription),
      v.maxLength(MAX_SUBSCRIPTIONS, asMessage({ code: "subscriptions-full", most: MAX_SUBSCRIPTIONS })),
    ),
  ),
  /** Accounts of which the user has switched on the mail "what needs you"; absent for none. */
  alerts: v.optional(v.pipe(list(id), v.minLength(1), v.maxLength(MAX_ACCOUNTS))),
  /** Latest link for a forgotten password, mailed on request of anyone who knows the address. */
  forgotten: v.optional(
    strictObject({
      ...forgottenLink,
      /** Earlier ones, newest first: valid until the mail with a later one is sent. */
      earlier: v.optional(list(strictObject(forgottenLink))),
    }),
  ),
  /** The only valid link for setting a password that others made. */
  link: v.optional(
    strictObject({
      digest: v.pipe(v.string(), v.regex(TOKEN_FORM)),
      expires: v.pipe(v.string(), v.isoTimestamp()),
      /** User who made it, negative for a declared one; absent for a command. */
      maker: v.optional(v.pipe(v.number(), v.safeInteger())),
      /** Account in which the maker was signed in; absent for a command. */
      account: v.optional(id),
      /** Whether only the user knows it, by a mail. */
      mailed: v.optional(v.literal(true)),
    }),
  ),
});

export type User = v.InferOutput<typeof userSchema>;

export const tokenRole = v.picklist(TOKEN_ROLES, asMessage({ code: "either", values: TOKEN_ROLES }));

export const tokenSchema = strictObject({
  id,
  account: id,
  name: userName,
  role: tokenRole,
  digest: v.pipe(v.string(), v.regex(TOKEN_FORM)),
  /** Time of creation; absent for a token moved from the catalogue. */
  created: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  creator: v.optional(id),
  expires: v.optional(v.pipe(v.string(), v.isoTimestamp())),
});

export type StoredToken = v.InferOutput<typeof tokenSchema>;
