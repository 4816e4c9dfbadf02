/** What the browser sees of an element: near the viewport, on the page, in view. Observed, never polled. */
/** The viewable rule's share of pixels: half of an ad's, 30 % from 242,500 square pixels (MRC). */
export declare const isInView: (area: number, ratio: number) => boolean;
/**
 * Calls `look` now and whenever an element crosses one of the shares that matter. Without an observer in the browser:
 * once, with the box it has, as near but not in view.
 */
export declare const watch: (look: (entry: IntersectionObserverEntry) => void, margin?: number) => Pick<IntersectionObserver, "observe" | "disconnect">;
