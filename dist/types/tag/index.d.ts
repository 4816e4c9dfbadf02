/** Entry of the npm package: the same tag without a script element or a global. */
import type { ZoneResult } from "../protocol/placement.js";
import { type ZonetagSettings } from "./createTag.js";
import type { Entry, ErrorCode, Zonetag } from "./types.js";
export type { AdRequest, AdResponse, BannerData, Gdpr, ZoneResult } from "../protocol/placement.js";
export type { ZonetagSettings } from "./createTag.js";
export type { Entry, ErrorCode, PageValues, Renderer, Target, ZoneState, Zonetag } from "./types.js";
/** `detail` of the tag's events. */
export interface ZoneDetail {
    /** NaN when the placeholder has no valid id. */
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
    /** Types the events on elements, the document and the window, as they bubble. */
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
        /** The tag of a script element, or the queue of functions for it. */
        zonetag?: Zonetag | ((z: Zonetag) => void)[];
    }
}
/**
 * Starts the tag with these settings instead of a script element's. A page has one tag: if one was started before, by a
 * call or by a script element, that tag is returned unchanged. Importing this module has no effect, so it is safe where
 * there is no DOM.
 */
export declare function createZonetag(settings: ZonetagSettings): Zonetag;
