/** Types that the tag's stages share. */
import type { Gdpr, ZoneResult } from "../protocol/placement.js";
import type { Countdown } from "./countdown.js";
/** Settings by attribute name as in `dataset`. Code may set numbers as numbers. */
export interface Settings {
    endpoint: string;
    zoneId: number;
    sub: number;
    keywords: string;
    size: string;
    media: string;
    lazy: number;
    refresh: number;
    collapse: "" | "always";
    label: string;
    zones: number;
    referer: string;
    gdpr: "0" | "1";
    consent: string;
    consentTimeout: number;
    timeout: number;
    userId: string;
    credentials: "omit" | "include";
    manual: string;
}
/** The same values as text, as written on the page. */
export type Values = {
    [N in keyof Settings]?: Settings[N] extends number ? string : Settings[N];
} & {
    [N in "email" | "buyeruids" | `target-${string}`]?: string;
};
/** `data-zone-state`; absent until the zone is requested. */
export type ZoneState = "pending" | "filled" | "empty" | "error";
/** Reason why a zone or the whole tag failed. */
export type ErrorCode = "config" | "invalid-zone" | "network" | "timeout" | "http" | "rate-limited" | "invalid-response" | "rejected" | "zone" | "unsafe-url" | "unsupported-type" | "renderer" | "image";
/** Reason why a request failed. */
export interface Failure {
    code: ErrorCode;
    message: string;
    /** Milliseconds until a retry, negative for a past time; absent when a retry cannot help. */
    _retryAfterMs?: number | undefined;
    zones?: undefined;
}
/** A zone's response entry: a banner, or an ad type that the page renders. */
export type Entry = ZoneResult | {
    idzone?: number;
    type: string;
    data: Record<string, unknown>;
};
/** Response of the placement interface, unchecked. */
export interface Answer {
    zones: unknown[];
    errors?: Record<string, unknown>;
    _retryAfterMs?: undefined;
}
/** Result for a slot: an error, an ad, or no ad. */
export type Result = readonly [code?: ErrorCode | "", message?: string, entry?: Entry];
export interface Ad {
    /** Element whose visibility is observed: the image that the slot shows, or the placeholder. */
    _node: Element;
    /** Link around the image; absent for a custom renderer. */
    _link?: HTMLAnchorElement | undefined;
    /** The response entry, until `filled` was dispatched. */
    _entry: Entry | undefined;
    /** The impression address, until it was fetched. */
    _impression: unknown;
    /** How often the page has removed the ad within the last second. */
    _removals: number;
    _viewable: Countdown;
}
/**
 * Stage of a slot; absent before its start and after `destroy()`.
 *
 * `found`: its position is not known yet. `far`: lazy, and never near the viewport so far. `due`: to be requested as
 * soon as its media query matches; after an earlier request it still shows the result of that one. `requested`: in
 * flight or answered.
 */
export type Stage = "found" | "far" | "due" | "requested";
/**
 * Request of one slot. All pending work holds this and not the slot, so that a removed slot can be garbage collected at
 * once.
 */
export interface SlotRequest {
    /** Absent after `destroy()`, after the slot was removed, and once it was requested again. */
    _slot?: Slot | undefined;
    /** Fails an ad that still loads. */
    _giveUp?: (() => void) | undefined;
}
export interface Slot {
    readonly element: HTMLElement;
    /** Identifies the slot in notes. */
    readonly key: number;
    /** Zone id as written when the slot was found. */
    readonly id: string;
    /** Values as last read; page-level values are inherited. */
    values: Values;
    stage?: Stage | undefined;
    /** Requests all due slots. */
    _wake: (mayWait?: boolean) => unknown;
    /** Latest request, the only one whose result is shown. */
    _request?: SlotRequest | undefined;
    _ad?: Ad | undefined;
    /** The publisher's fallback content while an ad replaces it. */
    _fallback?: ChildNode[] | undefined;
    /** Element that keeps the placeholder from being empty. */
    _filler?: ChildNode | undefined;
    _refresh?: Countdown | undefined;
    _stopObserving?: (() => void) | undefined;
    /** Pending until the next check whether the ad can be counted. */
    _recheck?: Promise<unknown> | undefined;
}
/** Draws an ad of a custom type; may return a promise. */
export type Renderer = (entry: Entry, element: HTMLElement) => unknown;
/**
 * Page-level values of `set`, for the next requests. `undefined` and `null` remove a value. Numbers and booleans become
 * text; values that cannot be converted are reported and left out.
 */
export interface PageValues {
    userId?: string | null | undefined;
    /** Plain address; sent as Base64 in `user.el`. */
    email?: string | null | undefined;
    /** A list or an object; sent as Base64 of its JSON. */
    buyeruids?: unknown;
    /** Comma separated text or a list, for zones without their own. */
    keywords?: string | readonly string[] | null | undefined;
    targeting?: Record<string, string | null | undefined> | null | undefined;
    /** 0 or 1 alone keeps the script's consent string. */
    gdpr?: 0 | 1 | Gdpr | null | undefined;
}
/** An element or a zone id; without a target, all zones. */
export type Target = Element | number | null | undefined;
/** Public interface: `window.zonetag`, and the result of `createZonetag`. */
export interface Zonetag {
    /** Calls the functions with the tag, at once. */
    push(...functions: ((z: Zonetag) => void)[]): void;
    /** Sets page-level values for the next requests. */
    set(values: PageValues | null | undefined): void;
    /** Looks for placeholders below a root, or in the whole document. */
    scan(root?: Node | null): void;
    /** Requests zones again: of an element, by zone id, or all. */
    refresh(target?: Target): void;
    /** Restores placeholders as the publisher wrote them, until `scan` or `refresh` names them again. */
    destroy(target?: Target): void;
    /** Registers a renderer for another ad type. */
    render(type: string, renderer: Renderer): void;
    /** Opens the console. */
    console(): Promise<void>;
}
