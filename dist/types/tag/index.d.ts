/** The import: the same tag for a bundled application, without a script element and without a global. */
import type { ZoneResult } from "../protocol/placement.js";
import { type ZonetagSettings } from "./createTag.js";
import type { Entry, ErrorCode, Zonetag } from "./types.js";
export type { AdRequest, AdResponse, BannerData, Gdpr, ZoneResult } from "../protocol/placement.js";
export type { ZonetagSettings } from "./createTag.js";
export type { Entry, ErrorCode, PageValues, Renderer, Target, ZoneState, Zonetag } from "./types.js";
/** `detail` of the tag's events. */
export interface ZoneDetail {
    /** NaN where the placeholder has no id that is one. */
    zoneId: number;
}
export interface FilledDetail extends ZoneDetail {
    /** The zone's entry of the response. */
    data: ZoneResult | Entry;
}
export interface ErrorDetail extends ZoneDetail {
    code: ErrorCode;
    message: string;
}
declare global {
    /** On elements, the document and the window: the events bubble. */
    interface GlobalEventHandlersEventMap {
        "zonetag:request": CustomEvent<ZoneDetail>;
        "zonetag:filled": CustomEvent<FilledDetail>;
        "zonetag:empty": CustomEvent<ZoneDetail>;
        "zonetag:impression": CustomEvent<ZoneDetail>;
        "zonetag:viewable": CustomEvent<ZoneDetail>;
        "zonetag:click": CustomEvent<ZoneDetail>;
        "zonetag:error": CustomEvent<ErrorDetail>;
    }
    interface Window {
        /** The tag of a script element, or what waits for it. */
        zonetag?: Zonetag | ((z: Zonetag) => void)[];
    }
}
/**
 * Starts the tag with settings in place of a script element. A page has one tag: a second call changes nothing and
 * returns the first, as does one on a page where a script element has started it. Does nothing until called, so that it
 * may be imported where there is no DOM.
 */
export declare function createZonetag(settings: ZonetagSettings): Zonetag;
