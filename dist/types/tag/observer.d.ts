/** Position of a target; without an observer, only its box. */
export type View = Pick<IntersectionObserverEntry, "boundingClientRect" | "isIntersecting"> & Partial<IntersectionObserverEntry>;
type Listener = (view: View) => void;
/** The listener is a property of its target: the page may have replaced `Map`. */
declare const LISTENER = "[zonetag]view";
type Target = Element & {
    [LISTENER]?: Listener | undefined;
};
/**
 * Calls `listener` with a report on a target soon, and whenever it crosses a share that matters or comes within
 * `distance` pixels of what is visible. Where the browser or the page has no such observer, the target counts as near.
 * Returns what ends it.
 */
export declare const observe: (target: Target, distance: number, listener: Listener) => (() => void);
export {};
