/** What the tag's stages hand to each other. Types alone: every stage may name them. */
import type { Gdpr, ZoneResult } from "../protocol/placement.js";
/** `data-zone-state`; absent until the zone is requested. */
export type ZoneState = "pending" | "filled" | "empty" | "error";
/** Why a zone, or the whole tag, did not do what was asked. */
export type ErrorCode = "config" | "invalid-zone" | "network" | "timeout" | "http" | "rate-limited" | "invalid-response" | "rejected" | "zone" | "unsafe-url" | "unsupported-type" | "renderer" | "image";
export interface Failure {
    code: ErrorCode;
    message: string;
    /** Of the response; 0 where none came. */
    status?: number;
    /** Milliseconds until the service may be asked again; Infinity where it did not say. */
    retryAfterMs?: number;
}
/** A value, or why there is none. */
export type Outcome<T> = readonly [value: T, failure?: undefined] | readonly [value: null, failure: Failure];
/** A zone's entry of a response: a banner, or an ad of a type that the page renders itself. */
export type Entry = ZoneResult | {
    idzone?: number;
    type: string;
    data: Record<string, unknown>;
};
/** A response of the placement interface, of which nothing else is known. */
export interface Answer {
    zones?: unknown[];
    errors?: Record<string, unknown>;
}
/** Draws an ad of a type that the tag does not know; may return a promise. */
export type Renderer = (entry: Entry, element: HTMLElement) => unknown;
/**
 * What `set` takes: page-level values for the next requests. `undefined` and `null` take a value back. Where code has no
 * types, numbers and booleans become text, and what cannot is reported and left out.
 */
export interface PageValues {
    userId?: string | null | undefined;
    /** The address itself; sent as Base64 in `user.el`. */
    email?: string | null | undefined;
    /** A list or an object; sent as Base64 of its JSON. */
    buyeruids?: unknown;
    /** Comma separated, or a list; for zones without their own. */
    keywords?: string | readonly string[] | null | undefined;
    targeting?: Record<string, string | null | undefined> | null | undefined;
    gdpr?: Gdpr | null | undefined;
}
