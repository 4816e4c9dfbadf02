/** Exchanges credentials for a bearer token, and a bearer token for an account. */
import { createHmac } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import * as v from "valibot";
import type { UserRole } from "../../protocol/people.ts";
import type { LoginAnswer, LoginRequest } from "../../protocol/statistics.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import type { AuditChange } from "../people/auditLog.ts";
import { isDeclared } from "../people/declaredPeople.ts";
import {
  chooseAccount,
  findAllByName,
  findByName,
  findToken,
  findUserRole,
  getSignInName,
  isExpired,
  type People,
} from "../people/people.ts";
import type { StoredToken, User } from "../people/peopleSchema.ts";
import { BusyError, Gate } from "../runtime/gate.ts";
import { hashToken, isOutdated, verifyPassword } from "../signing/passwords.ts";
import { isObject } from "../values/object.ts";
import { either, requestObject } from "../values/requestSchemas.ts";
import { asMessage } from "../values/schemas.ts";
import { parseBearer } from "./bearer.ts";
import type { Attempt, FailedSignIns } from "./failedSignIns.ts";

/** Lifetime of a token, seconds. */
export const TOKEN_LIFE = 3600;
const ALGORITHM = "HS256";
const BUSY_WAIT_MS = 1000;
/**
 * Maximum queued attempts, counted separately for each user at known addresses and for all other attempts. Checking one
 * password takes about 0.3 seconds.
 */
const MAX_WAITING = 16;
const MAX_WAITING_OF_ALL = 1024;

const credential = v.pipe(
  v.string(),
  v.minLength(1, asMessage({ code: "text" })),
  v.maxLength(1000, asMessage({ code: "text-length", most: 1000 })),
);

const EMPTY = v.pipe(
  v.string(asMessage({ code: "empty-text" })),
  v.maxLength(0, asMessage({ code: "empty-text" })),
);

/** Code of a user's second factor; empty: none. */
export const oneTimeCode = v.pipe(
  v.string(asMessage({ code: "text" })),
  v.maxLength(100, asMessage({ code: "text-length", most: 100 })),
);

/** Body of a login request. */
export const loginSchema = either(
  (input) => isObject(input) && Object.hasOwn(input, "api_token"),
  // Clients written for other networks also send an empty user name and password.
  requestObject({ api_token: credential, username: v.optional(EMPTY), password: v.optional(EMPTY) }),
  requestObject({
    username: credential,
    password: credential,
    account: v.optional(v.number(asMessage({ code: "account-id" }))),
    otp: v.optional(oneTimeCode),
  }),
);

/** Keys and data for issuing and checking tokens. */
export interface TokenContext {
  /** Signs the tokens. */
  loginKey: Buffer;
  /** Current catalogue. Do not cache: a reload replaces it. */
  catalogue: () => Catalogue;
  /** Users and tokens, including those of a declared catalogue. */
  people: () => People;
  now: () => number;
}

/** The user or API token that signs in. */
export type Identity = { user: User } | { token: StoredToken };

/** Result of a sign-in attempt. */
interface SignIn {
  /** Absent when the attempt failed, like `identity`. */
  account?: Account;
  identity?: Identity;
  /** Whether the credentials are correct, but not valid for the requested account. */
  isOutOfReach?: true;
  /** What is wrong with the second factor, where user name and password are right. */
  secondFactor?: FactorProblem;
  /** User who was refused, if there is one with the name. */
  refused?: User | undefined;
  /** Milliseconds until the next attempt is allowed; absent when the credentials were checked. */
  waitMs?: number;
}

type FactorProblem = "missing" | "wrong";

export interface SignInContext extends TokenContext {
  failures: FailedSignIns;
  /** Uses a code of a user's second factor up, on all nodes. Resolves with the stored user; undefined if it is wrong. */
  spendCode?: (user: User, code: string) => Promise<User | undefined>;
  /** Replaces the hash of a right password by one of the current cost; absent where users cannot be changed. */
  renewPassword?: (user: User, password: string) => Promise<User>;
}

/**
 * Limits concurrent attempts in this process. Each user at known addresses takes turns with the other users and with all
 * unknown attempts, so a flood of others cannot block them.
 */
const GATE = new Gate({ running: 1, waiting: MAX_WAITING, waitingOfAll: MAX_WAITING_OF_ALL });

/** Checks credentials. `address`: the client's address in the form that rate limits use. */
export async function signIn(
  credentials: LoginRequest,
  address: string,
  context: SignInContext,
): Promise<SignIn> {
  const check = () => findOwner(credentials, context);
  if ("api_token" in credentials) return tryCredentials(check, { address }, context);
  // Failures are counted under the stored spelling of the name, however the client spelled it.
  const user = findByName(context.people(), credentials.username);
  const name = user ? getSignInName(user) : credentials.username;
  const result: SignIn = await takeTurn(check, { address, name }, context);
  return result.account || result.waitMs !== undefined ? result : { ...result, refused: user };
}

/**
 * Describes a refused sign-in of a user for the audit log, which lists one entry an hour. `owner`: account of the user.
 * `isCodeMissing`: whether the password was right, without a code; listed apart from other refusals.
 */
export function describeRefusal(user: User, owner: number, isCodeMissing = false): AuditChange {
  const { id, name } = user;
  const after = {
    name,
    username: getSignInName(user),
    ...(isCodeMissing && { second_factor: "missing" as const }),
  };
  const key = `${isCodeMissing ? "code missing" : "refuse"} ${id} ${owner}`;
  return { action: "refuse", kind: "users", id, owner, of: id, after, key };
}

/** Result of a check of the current password. `secondFactor`, `waitMs`: as for a sign-in. */
export interface Confirmation {
  isRight?: boolean;
  secondFactor?: FactorProblem;
  waitMs?: number;
}

/**
 * Checks the current password of a signed-in user. A wrong one counts and delays like a failed sign-in, so a session does
 * not help to guess it.
 */
export function confirmPassword(
  user: User | undefined,
  password: string,
  address: string,
  context: Pick<SignInContext, "failures">,
): Promise<Confirmation> {
  const check = async () =>
    (await verifyPassword(password, user?.password)) ? { isRight: true } : undefined;
  return takeTurn<Confirmation>(check, { address, name: user && getSignInName(user) }, context);
}

/** Like `confirmPassword`, and uses a code of the user's second factor up. */
export function confirmFactor(
  user: User | undefined,
  { password, otp }: { password: string; otp: string },
  address: string,
  context: Pick<SignInContext, "failures" | "spendCode">,
): Promise<Confirmation> {
  const check = async (): Promise<Confirmation | undefined> => {
    if (!user || !(await verifyPassword(password, user.password))) return undefined;
    const checked = await checkFactor(user, otp, context);
    return typeof checked === "string" ? { secondFactor: checked } : { isRight: true };
  };
  return takeTurn<Confirmation>(check, { address, name: user && getSignInName(user) }, context);
}

type Checked = Pick<Confirmation, "secondFactor" | "waitMs">;

/** Resolves with the user of a right code, and with a user without a second factor. */
async function checkFactor(
  user: User,
  otp: string | undefined,
  { spendCode }: Pick<SignInContext, "spendCode">,
): Promise<User | FactorProblem> {
  if (!user.secondFactor) return user;
  if (!otp) return "missing";
  return (await spendCode?.(user, otp)) ?? "wrong";
}

/** Checks a password in its turn; resolves with only `waitMs` if the attempt must wait. */
async function takeTurn<T extends Checked>(
  check: () => Promise<T | undefined>,
  attempt: Attempt,
  context: Pick<SignInContext, "failures">,
): Promise<T | Checked> {
  const owner = (await context.failures.isKnown(attempt)) ? `known ${attempt.name}` : "strangers";
  try {
    // The delay is checked inside the gate, after the failures of earlier attempts have been counted.
    return await GATE.run(() => tryCredentials(check, attempt, context), undefined, owner);
  } catch (error) {
    if (error instanceof BusyError) return { waitMs: BUSY_WAIT_MS };
    throw error;
  }
}

async function tryCredentials<T extends Checked>(
  check: () => Promise<T | undefined>,
  attempt: Attempt,
  { failures }: Pick<SignInContext, "failures">,
): Promise<T | Checked> {
  const waitMs = await failures.delay(attempt);
  if (waitMs > 0) return { waitMs };
  const found = await check();
  // A right password without a code is asked for the code: neither a failure, nor a sign-in from a known address.
  if (found?.secondFactor === "missing") return found;
  if (!found || found.secondFactor) {
    await failures.fail(attempt);
    return found ?? {};
  }
  await failures.succeed(attempt);
  return found;
}

/** Finds the owner of credentials; undefined when they are wrong. */
async function findOwner(credentials: LoginRequest, context: SignInContext): Promise<SignIn | undefined> {
  const { catalogue, people, now, renewPassword } = context;
  if ("api_token" in credentials) {
    const token = findToken(people(), hashToken(credentials.api_token), now());
    const account = token && catalogue().accounts.get(token.account);
    return account && { account, identity: { token } };
  }
  const { username, password, account: wanted, otp } = credentials;
  const [first, ...others] = findAllByName(people(), username);
  let user = (await verifyPassword(password, first?.password)) ? first : undefined;
  // Earlier versions stored names that differ only in case or blanks. Each signs in with its own password.
  for (const other of others) if (!user && (await verifyPassword(password, other.password))) user = other;
  if (!user) return undefined;
  const checked = await checkFactor(user, otp, context);
  if (typeof checked === "string") return { secondFactor: checked };
  user = checked;
  const account = chooseAccount(user, wanted, catalogue());
  if (!account) return { isOutOfReach: true };
  if (!renewPassword || !user.password || isDeclared(user.id) || !isOutdated(user.password))
    return { account, identity: { user } };
  // A hash that cannot be stored now is renewed at a later sign-in.
  const renewed = await renewPassword(user, password).catch(() => undefined);
  return { account, identity: { user: renewed ?? user } };
}

/**
 * Claims of a token or session. At each request, the role, the account and the credential are checked against their
 * current state.
 */
export interface Claims {
  /** Id of the account. */
  account: number;
  /** Id of the user; absent when an API token signed in. */
  user?: number;
  /** Id of the API token, if one signed in. */
  token?: number;
  /** Keyed digest of the password or API token that signed in. */
  credential: string;
}

export function createClaims({ id: account }: Account, identity: Identity, context: TokenContext): Claims {
  if ("user" in identity) {
    return { account, user: identity.user.id, credential: signUser(identity.user, context) };
  }
  const { id, digest } = identity.token;
  return { account, token: id, credential: sign(digest, context) };
}

export async function issueToken(
  account: Account,
  context: TokenContext,
  identity: Identity,
): Promise<LoginAnswer> {
  const issued = Math.floor(context.now() / 1000);
  const { account: id, ...claims } = createClaims(account, identity, context);
  const token = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(String(id))
    .setIssuedAt(issued)
    .setExpirationTime(issued + TOKEN_LIFE)
    .sign(context.loginKey);
  return { token, type: "Bearer", expires_in: TOKEN_LIFE };
}

/** Owner of a token. */
export interface TokenHolder {
  account: Account;
  /** Role of the bearer in the account. */
  role: UserRole;
  /** Whether it can only read, because the network has suspended the account. The network's own users change it still. */
  isSuspended: boolean;
  /** Id of the user; absent when an API token signed in. */
  user?: number;
  /** Id of the API token, if one signed in. */
  token?: number;
  /** Id of the session; absent without a session cookie. */
  session?: string;
  /** Key of the rate limits per user. API tokens of an account share one. */
  limitKey: string;
}

/** Reads the token of an `Authorization` header: an API token, or a token issued at login. */
export async function authenticateBearer(
  header: string | undefined,
  context: TokenContext,
): Promise<TokenHolder | undefined> {
  const token = parseBearer(header);
  if (!token) return undefined;
  const stored = findToken(context.people(), hashToken(token), context.now());
  return stored ? holdToken(stored, context) : verifyToken(token, context);
}

/** Verifies a token issued by `issueToken`. */
async function verifyToken(token: string, context: TokenContext): Promise<TokenHolder | undefined> {
  try {
    const { payload } = await jwtVerify(token, context.loginKey, {
      algorithms: [ALGORITHM],
      currentDate: new Date(context.now()),
    });
    const { sub, user, token: stored, credential } = payload;
    const account = Number(sub);
    const claims = { account, credential: String(credential) };
    return findHolder(
      stored === undefined ? { ...claims, user: Number(user) } : { ...claims, token: Number(stored) },
      context,
    );
  } catch {
    return undefined;
  }
}

/**
 * Returns the holder; undefined once the user is gone, the password has changed, or the API token is revoked or
 * expired.
 */
export function findHolder(claims: Claims, context: TokenContext): TokenHolder | undefined {
  return claims.token === undefined
    ? findUserHolder(claims, context)
    : findTokenHolder(claims.token, claims, context);
}

/** Returns the user with the current role; undefined when the user lost access or changed the password. */
function findUserHolder(
  { account: id, user: userId = 0, credential }: Claims,
  context: TokenContext,
): TokenHolder | undefined {
  const account = context.catalogue().accounts.get(id);
  const user = context.people().users.get(userId);
  const role = account && user && findUserRole(user, account);
  if (!role || credential !== signUser(user, context)) return undefined;
  // Of a suspended account, only the role in its network counts for changes.
  const ofNetwork = account.suspended && user.accounts.find((one) => one.account === account.network)?.role;
  const isSuspended = account.suspended === true && !ofNetwork;
  const limitKey = nameHolder({ user: user.id });
  return { account, role: ofNetwork || role, isSuspended, user: user.id, limitKey };
}

/** Checks that the API token has not been revoked or expired. */
function findTokenHolder(
  id: number,
  { account, credential }: Claims,
  context: TokenContext,
): TokenHolder | undefined {
  const stored = context.people().tokens.get(id);
  if (stored?.account !== account || credential !== sign(stored.digest, context)) return undefined;
  return isExpired(stored, context.now()) ? undefined : holdToken(stored, context);
}

function holdToken(
  { id, account: owner, role }: StoredToken,
  { catalogue }: TokenContext,
): TokenHolder | undefined {
  const account = catalogue().accounts.get(owner);
  if (!account) return undefined;
  const isSuspended = account.suspended === true;
  return { account, role, isSuspended, token: id, limitKey: `tokens of account ${owner}` };
}

/** Returns a unique name of a user or API token. */
export function nameHolder({ user, token }: Pick<Claims, "user" | "token">): string {
  return token === undefined ? `user ${user}` : `token ${token}`;
}

/**
 * Signs what a user's tokens and sessions depend on: the password, and for a stored user the number of times that all
 * sign-ins ended. The id of a declared user is the account's, which the file may give to another user: hence the name.
 */
function signUser(user: User, context: TokenContext): string {
  const bound = isDeclared(user.id) ? getSignInName(user) : user.signInsEnded;
  return sign(bound === undefined ? user.password : `${user.password} ${bound}`, context);
}

/**
 * Computes the keyed digest of a credential. A token that contains it becomes invalid when the user's password changes.
 */
function sign(credential: string | undefined, { loginKey }: TokenContext): string {
  return createHmac("sha256", loginKey)
    .update(credential ?? "")
    .digest("base64url")
    .slice(0, 22);
}
