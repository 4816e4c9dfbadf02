/** The login: a token that is kept until it ends, and asked for once however many requests need it. */
import type { LoginRequest } from "../protocol/statistics.js";
import type { Clock } from "./clock.js";
export type Credentials = {
    apiToken: string;
} | {
    username: string;
    password: string;
};
/** A token that the service gave. */
export interface Session {
    token: string;
    /** Milliseconds since 1970. */
    expiresAt: number;
}
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
export declare function createLogin({ credentials, session, onSession, ask, clock }: LoginOptions): Login;
