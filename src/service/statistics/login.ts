/** Signing in: credentials for a bearer token, a bearer token for an account. */
import { createHmac } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import * as v from "valibot";
import type { LoginAnswer, LoginRequest } from "../../protocol/statistics.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import { hashToken, verifyPassword } from "../signing/passwords.ts";
import { BusyError } from "../signing/scryptThread.ts";
import { isObject } from "../values/object.ts";
import { readBearer } from "./bearer.ts";
import type { FailedSignIns } from "./failedSignIns.ts";
import { either, strictObject } from "./validation.ts";

/** Seconds that a token is good for. */
export const TOKEN_LIFE = 3600;
const ALGORITHM = "HS256";
const BUSY_WAIT_MS = 1000;

const credential = v.pipe(
  v.string("Expected a text."),
  v.minLength(1, "Expected a text."),
  v.maxLength(1000, "Expected a text of at most 1000 characters."),
);

const EMPTY = v.pipe(
  v.string("Expected an empty text beside an api_token."),
  v.maxLength(0, "Expected an empty text beside an api_token."),
);

/** The body of a login. */
export const loginSchema = either(
  (input) => isObject(input) && Object.hasOwn(input, "api_token"),
  // Clients of other networks send the other pair as well, empty.
  strictObject({ api_token: credential, username: v.optional(EMPTY), password: v.optional(EMPTY) }),
  strictObject({ username: credential, password: credential }),
);

/** Everything that tokens depend on. */
export interface TokenContext {
  /** Signs the tokens. */
  loginKey: Buffer;
  catalogue: () => Catalogue;
  now: () => number;
}

/** What became of an attempt. */
export interface SignIn {
  /** Absent when the attempt failed. */
  account?: Account;
  /** Milliseconds until the next attempt; absent when this one was made. */
  waitMs?: number;
}

export interface SignInContext extends TokenContext {
  failures: FailedSignIns;
}

/** What failures of an address, as limits count it, are remembered by. */
export function addressKey(address: string): string {
  return `address ${address}`;
}

/** `address`: who tries, as limits count it. */
export async function signIn(
  credentials: LoginRequest,
  address: string,
  context: SignInContext,
): Promise<SignIn> {
  const { failures } = context;
  const name = "api_token" in credentials ? undefined : `name ${credentials.username}`;
  const keys = [addressKey(address), ...(name === undefined ? [] : [name])];
  // Before the password is hashed: a flood would otherwise have passed before its first failure is known.
  const waitMs = await failures.begin(keys);
  if (waitMs > 0) return { waitMs };
  try {
    const account = await findAccount(credentials, context);
    if (!account) return {};
    await failures.withdraw(keys);
    if (name !== undefined) await failures.forget(name);
    return { account };
  } catch (error) {
    await failures.withdraw(keys);
    if (error instanceof BusyError) return { waitMs: BUSY_WAIT_MS };
    throw error;
  }
}

async function findAccount(
  credentials: LoginRequest,
  { catalogue }: TokenContext,
): Promise<Account | undefined> {
  const { accounts } = catalogue().data;
  if ("api_token" in credentials) {
    const hash = hashToken(credentials.api_token);
    return accounts.find(({ apiTokens }) => apiTokens.includes(hash));
  }
  const account = accounts.find(({ username }) => username === credentials.username);
  const right = await verifyPassword(credentials.password, account?.password);
  return right ? account : undefined;
}

export async function issueToken(account: Account, context: TokenContext): Promise<LoginAnswer> {
  const issued = Math.floor(context.now() / 1000);
  const token = await new SignJWT({ credentials: digestCredentials(account, context) })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(String(account.id))
    .setIssuedAt(issued)
    .setExpirationTime(issued + TOKEN_LIFE)
    .sign(context.loginKey);
  return { token, type: "Bearer", expires_in: TOKEN_LIFE };
}

/** The account of an `Authorization` header; undefined when it names none, was forged, or is too old. */
export async function readAccount(
  header: string | undefined,
  context: TokenContext,
): Promise<Account | undefined> {
  const token = readBearer(header);
  if (!token) return undefined;
  try {
    const { payload } = await jwtVerify(token, context.loginKey, {
      algorithms: [ALGORITHM],
      currentDate: new Date(context.now()),
    });
    const account = context.catalogue().accounts.get(Number(payload.sub));
    return account && payload.credentials === digestCredentials(account, context) ? account : undefined;
  } catch {
    return undefined;
  }
}

/** What a token is bound to: when the account's password or API tokens change, it ends. */
function digestCredentials({ password, apiTokens }: Account, { loginKey }: TokenContext): string {
  const text = JSON.stringify([password, apiTokens]);
  return createHmac("sha256", loginKey).update(text).digest("base64url").slice(0, 22);
}
