/** Keeps the token of the login until it expires. Concurrent requests share one login. */
import type { LoginRequest } from "../protocol/statistics.ts";
import type { Clock } from "./clock.ts";
import { StatisticsError } from "./errors.ts";
import { type Fields, isObject } from "./object.ts";

/** `otp`: code of the user's second factor. It is valid for one login, so programs use API tokens. */
export type Credentials = { apiToken: string } | { username: string; password: string; otp?: string };

/** Credentials of requests after a login. */
export interface Session {
  /** Token; absent in pages of the service itself, where the browser's cookie authenticates. */
  token?: string;
  /** Id of the cookie's session. The service refuses requests once the browser has the cookie of another session. */
  sessionId?: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Milliseconds before the expiry at which a token is renewed, so that no token expires in flight. */
const MARGIN_MS = 10_000;
/** Without `expires_in`, the token is used until the service refuses it. */
const UNKNOWN_LIFE_S = 365 * 86_400;

export interface Login {
  /** Returns a valid session, after a login if necessary. */
  session(): Promise<Session>;
  /** Drops a refused session. Returns whether the client can log in again. */
  refused(session: Session): boolean;
  forget(): void;
  /** Uses the token of an answer from now on. */
  keep(answer: unknown): void;
}

interface LoginOptions {
  credentials: Credentials | undefined;
  session: Session | undefined;
  /** Asks the user to sign in again, where there are no credentials. */
  renew: (() => Promise<Session>) | undefined;
  onSession(session: Session | undefined): void;
  /** Sends the login request and returns the body of the response. */
  ask(body: LoginRequest): Promise<unknown>;
  clock: Clock;
}

export function createLogin({
  credentials,
  session,
  renew: askUser,
  onSession,
  ask,
  clock,
}: LoginOptions): Login {
  let current = session;
  let asking: Promise<Session> | undefined;

  function keep(next: Session | undefined): void {
    current = next;
    onSession(next);
  }

  async function renew(): Promise<Session> {
    if (!credentials) {
      if (current) keep(undefined);
      if (askUser) {
        const next = await askUser();
        keep(next);
        return next;
      }
      throw new StatisticsError("unauthorized", "The session has ended. Sign in again.");
    }
    const fresh = parseSession(await ask(createBody(credentials)), clock.now());
    keep(fresh);
    return fresh;
  }

  function good(): Session | undefined {
    const margin = credentials ? MARGIN_MS : 0;
    return current && current.expiresAt - margin > clock.now() ? current : undefined;
  }

  return {
    async session() {
      const kept = good();
      if (kept) return kept;
      asking ??= renew().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    refused(session) {
      if (current === session) keep(undefined);
      return credentials !== undefined || askUser !== undefined;
    },
    forget: () => keep(undefined),
    keep: (answer) => keep(parseSession(answer, clock.now())),
  };
}

function createBody(credentials: Credentials): LoginRequest {
  return "apiToken" in credentials ? { api_token: credentials.apiToken } : credentials;
}

function parseSession(body: unknown, now: number): Session {
  const { token, expires_in: life }: Fields = isObject(body) ? body : {};
  if (typeof token !== "string" || !token) {
    throw new StatisticsError("invalid-response", "The service's answer to the login has no token.");
  }
  const seconds = typeof life === "number" && life > 0 ? life : UNKNOWN_LIFE_S;
  return { token, expiresAt: now + seconds * 1000 };
}
