/**
 * Viewable impressions by the guidelines of the Media Rating Council:
 * https://mediaratingcouncil.org/standards-and-guidelines
 */
/** Required continuous time in view, milliseconds. */
export declare const VIEWABLE_AFTER = 1000;
/** Whether enough of an ad is in view: half of its pixels, or 30 % from 242,500 square pixels. */
export declare const isInView: (area: number, ratio: number) => boolean;
