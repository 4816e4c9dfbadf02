/** The login: a token that is kept until it ends, and asked for once however many requests need it. */
import type { LoginRequest } from "../protocol/statistics.ts";
import type { Clock } from "./clock.ts";
import { StatisticsError } from "./errors.ts";
import { type Fields, isObject } from "./object.ts";

export type Credentials = { apiToken: string } | { username: string; password: string };

/** A token that the service gave. */
export interface Session {
  token: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Renewed this long before the end, so that no request carries a token that ends on its way. */
const MARGIN_MS = 10_000;
/** Without `expires_in` the token is used until the service refuses it. */
const UNKNOWN_LIFE_S = 365 * 86_400;

export interface Login {
  /** A token that is good now. */
  token(): Promise<string>;
  /** The service refused this token. True when a new one can be had. */
  refused(token: string): boolean;
  forget(): void;
}

export interface LoginOptions {
  credentials: Credentials | undefined;
  session: Session | undefined;
  onSession(session: Session | undefined): void;
  /** Sends the login request and returns the body of a good answer. */
  ask(body: LoginRequest): Promise<unknown>;
  clock: Clock;
}

export function createLogin({ credentials, session, onSession, ask, clock }: LoginOptions): Login {
  let current = session;
  let asking: Promise<Session> | undefined;

  function keep(next: Session | undefined): void {
    current = next;
    onSession(next);
  }

  async function renew(): Promise<Session> {
    if (!credentials) {
      if (current) keep(undefined);
      throw new StatisticsError("unauthorized", "The session has ended. Sign in again.");
    }
    const fresh = readSession(await ask(createBody(credentials)), clock.now());
    keep(fresh);
    return fresh;
  }

  function good(): Session | undefined {
    const margin = credentials ? MARGIN_MS : 0;
    return current && current.expiresAt - margin > clock.now() ? current : undefined;
  }

  return {
    async token() {
      const kept = good();
      if (kept) return kept.token;
      asking ??= renew().finally(() => {
        asking = undefined;
      });
      return (await asking).token;
    },
    refused(token) {
      if (current?.token === token) keep(undefined);
      return credentials !== undefined;
    },
    forget: () => keep(undefined),
  };
}

function createBody(credentials: Credentials): LoginRequest {
  return "apiToken" in credentials ? { api_token: credentials.apiToken } : credentials;
}

function readSession(body: unknown, now: number): Session {
  const { token, expires_in: life }: Fields = isObject(body) ? body : {};
  if (typeof token !== "string" || !token) {
    throw new StatisticsError("invalid-response", "The service's answer to the login has no token.");
  }
  const seconds = typeof life === "number" && life > 0 ? life : UNKNOWN_LIFE_S;
  return { token, expiresAt: now + seconds * 1000 };
}
