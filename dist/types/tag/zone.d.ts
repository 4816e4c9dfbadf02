/** What the tag's stages hand to each other. Types alone: every stage may name them. */
import type { Gdpr, ZoneResult } from "../protocol/placement.js";
/** `data-zone-state`; absent until the zone is requested. */
export type ZoneState = "pending" | "filled" | "empty" | "error";
/** Why a zone, or the whole tag, did not do what was asked. */
export type ErrorCode = "config" | "invalid-zone" | "network" | "timeout" | "http" | "rate-limited" | "invalid-response" | "rejected" | "zone" | "unsafe-url" | "unsupported-type" | "renderer" | "image";
/** A zone's entry of a response: a banner, or an ad of a type that the page renders itself. */
export type Entry = ZoneResult | {
    idzone?: number;
    type: string;
    data: Record<string, unknown>;
};
export interface Failure {
    code: ErrorCode;
    message: string;
}
/** What an answer means for one zone: an ad; or no ad; or none because of a failure, in the service's words. */
export type Result = [ad: Entry | null, code?: ErrorCode | "", message?: string];
/** A whole answer of the placement interface, of which nothing else is known. */
export interface Answer {
    zones?: unknown[];
    errors?: Record<string, unknown>;
}
/**
 * Values as attributes name them, without `data-`; the script's hold for every zone that has none of its own.
 * `createZonetag` and `set` take the same in camel case.
 */
export interface Values {
    endpoint?: string;
    zoneid?: number;
    sub?: number;
    keywords?: string;
    [target: `target-${string}`]: unknown;
    /** WIDTHxHEIGHT in CSS pixels. */
    size?: string;
    media?: string;
    /** Pixels from the viewport. */
    lazy?: number;
    /** Seconds in view. */
    refresh?: number;
    collapse?: string;
    label?: string;
    zones?: number;
    referer?: string;
    gdpr?: "0" | "1" | Gdpr;
    consent?: string;
    /** Milliseconds. */
    "consent-timeout"?: number;
    /** Milliseconds. */
    timeout?: number;
    "user-id"?: string;
    /** The same from `set`, which wins. */
    userId?: string;
    email?: string;
    buyeruids?: unknown;
    credentials: RequestCredentials;
    manual?: unknown;
}
/** A placeholder as the request sees it. */
export interface Placement {
    own: Values;
}
/** Draws an ad of a type that the tag does not know; may return a promise. */
export type Renderer = (entry: Entry, element: HTMLElement) => unknown;
/** What `set` takes: page-level values for the next requests. `undefined` takes a value back. */
export interface PageValues {
    userId?: string | undefined;
    /** The address itself; sent as Base64 in `user.el`. */
    email?: string | undefined;
    /** A list or an object; sent as Base64 of its JSON. */
    buyeruids?: unknown;
    /** Comma separated; for zones without their own. */
    keywords?: string | undefined;
    targeting?: Record<string, string> | undefined;
    gdpr?: Gdpr | undefined;
}
