/** Who asks: credentials for a bearer token, a bearer token for an account. */
import { createHmac } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import * as v from "valibot";
import type { LoginAnswer, LoginRequest } from "../../protocol/statistics.ts";
import type { Account, Catalogue } from "../catalogue.ts";
import { hashToken, verifyPassword } from "../secrets.ts";
import { either, object } from "./validation.ts";

/** Seconds that a token is good for. */
export const TOKEN_LIFE = 3600;
const ALGORITHM = "HS256";

const credential = v.pipe(
  v.string("Expected a text."),
  v.minLength(1, "Expected a text."),
  v.maxLength(1000, "Expected a text of at most 1000 characters."),
);

/** The body of a login. */
export const loginSchema = either(
  (input) => Object.hasOwn(Object(input), "api_token"),
  object({ api_token: credential }),
  object({ username: credential, password: credential }),
);

/** Everything that tokens depend on. */
export interface TokenContext {
  secret: Buffer;
  catalogue: () => Catalogue;
  now: () => number;
}

/** Credentials that are an account's, or undefined. */
export async function accountFor(
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
  const token = await new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(String(account.id))
    .setIssuedAt(issued)
    .setExpirationTime(issued + TOKEN_LIFE)
    .sign(keyOf(context));
  return { token, type: "Bearer", expires_in: TOKEN_LIFE };
}

/** The account of an `Authorization` header; undefined when it names none, was forged, or is too old. */
export async function accountOf(
  header: string | undefined,
  context: TokenContext,
): Promise<Account | undefined> {
  const token = /^Bearer +([\w.-]+) *$/i.exec(header ?? "")?.[1];
  if (!token) return undefined;
  try {
    const { payload } = await jwtVerify(token, keyOf(context), {
      algorithms: [ALGORITHM],
      currentDate: new Date(context.now()),
    });
    return context.catalogue().accounts.get(Number(payload.sub));
  } catch {
    return undefined;
  }
}

function keyOf({ secret }: TokenContext): Uint8Array {
  return createHmac("sha256", secret).update("statistics tokens").digest();
}
