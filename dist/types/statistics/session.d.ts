/** Keeps the token of the login until it expires. Concurrent requests share one login. */
import type { LoginRequest } from "../protocol/statistics.js";
import type { Clock } from "./clock.js";
/** `otp`: code of the user's second factor. It is valid for one login, so programs use API tokens. */
export type Credentials = {
    apiToken: string;
} | {
    username: string;
    password: string;
    otp?: string;
};
/** Credentials of requests after a login. */
export interface Session {
    /** Token; absent in pages of the service itself, where the browser's cookie authenticates. */
    token?: string;
    /** Id of the cookie's session. The service refuses requests once the browser has the cookie of another session. */
    sessionId?: string;
    /** Milliseconds since 1970. */
    expiresAt: number;
}
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
export declare function createLogin({ credentials, session, renew: askUser, onSession, ask, clock, }: LoginOptions): Login;
export {};
