/** Types that the tag's stages share. */
import type { Gdpr, ZoneResult } from "../protocol/placement.js";
import type { Values } from "./attributes.js";
import type { Countdown } from "./countdown.js";
/** `data-zone-state`; absent until the zone is requested. */
export type ZoneState = "pending" | "filled" | "empty" | "error";
/** Why a zone, or the whole tag, did not do what was asked. */
export type ErrorCode = "config" | "invalid-zone" | "network" | "timeout" | "http" | "rate-limited" | "invalid-response" | "rejected" | "zone" | "unsafe-url" | "unsupported-type" | "renderer" | "image";
/** Why nothing came of a request. */
export interface Failure {
    code: ErrorCode;
    message: string;
    /** Milliseconds until the service may be asked again, negative for a past time; none where that could not help. */
    _retryAfterMs?: number | undefined;
    zones?: undefined;
}
/** A zone's entry of a response: a banner, or an ad of a type that the page renders itself. */
export type Entry = ZoneResult | {
    idzone?: number;
    type: string;
    data: Record<string, unknown>;
};
/** A response of the placement interface, of which nothing else is known. */
export interface Answer {
    zones: unknown[];
    errors?: Record<string, unknown>;
    _retryAfterMs?: undefined;
}
/** Result for a slot: an error, an ad, or no ad. */
export type Result = readonly [code?: ErrorCode | "", message?: string, entry?: Entry];
/** The ad that a slot shows. */
export interface Ad {
    /** Element whose visibility is observed. */
    _node: Element;
    /** Link of a banner; absent for a custom renderer. */
    _link?: Element | undefined;
    /** Its entry of the response, until `filled` was dispatched. */
    _entry: Entry | undefined;
    /** Its impression address, until that was fetched. */
    _impression: unknown;
    _viewable: Countdown;
}
/** None before the start and after `destroy()`. */
export type Stage = "waiting" | "requested";
export interface Slot {
    readonly element: HTMLElement;
    /** Tells slots apart in the notes. */
    readonly key: number;
    /** Its zone's id, as written when the slot was found. */
    readonly id: string;
    /** Its values, as they were last read; the page's where it has none of its own. */
    values: Values;
    stage?: Stage | undefined;
    /** Asks for what is due to be requested. */
    _wake: (mayWait?: boolean) => void;
    /** Whether it is near what is visible; undefined until the browser has reported it. */
    isNear?: boolean | undefined;
    /** Its last request; what comes back for an earlier one changes nothing. */
    _request?: object | undefined;
    _ad?: Ad | undefined;
    /** Fallback content of the publisher, while an ad replaces it. */
    _fallback?: ChildNode[] | undefined;
    _refresh?: Countdown | undefined;
    _stopObserving?: (() => void) | undefined;
    /** Counts down how often the page takes its banner: at 0 it stays out. */
    _restores: number;
    /** Whether its box last hid its content. */
    _isHidden?: boolean;
}
/** Draws an ad of a type that the tag does not know; may return a promise. */
export type Renderer = (entry: Entry, element: HTMLElement) => unknown;
/**
 * Page-level values of `set`, for the next requests. `undefined` and `null` remove a value. Where code has no
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
/** An element, or the id of a zone; all without one. */
export type Target = Element | number | null | undefined;
/** Public interface: `window.zonetag`, and the result of `createZonetag`. */
export interface Zonetag {
    /** Runs functions with the tag, at once. */
    push(...functions: ((z: Zonetag) => void)[]): void;
    /** Page-level values for the next requests. */
    set(values: PageValues | null | undefined): void;
    /** Looks for placeholders now, below a root or in the whole document. */
    scan(root?: Node | null): void;
    /** Requests again: an element, a zone id, or all. */
    refresh(target?: Target): void;
    /** Gives placeholders back as the publisher wrote them, until `scan` or `refresh` names them again. */
    destroy(target?: Target): void;
    /** Registers a renderer for another ad type. */
    render(type: string, renderer: Renderer): void;
    /** Opens the console. */
    console(): Promise<void>;
}
