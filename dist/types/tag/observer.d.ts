/** Hears whether a target intersects what is near, and whether the reader can see through it. */
type Listener = (entry: IntersectionObserverEntry, isVisible: boolean) => void;
/**
 * Calls `listener` with a report on a target soon, and whenever it crosses a share that matters or comes within
 * `distance` pixels of what is visible; it can be seen only if `box`, which it stands in, has an area as well. Returns what
 * ends it.
 */
export declare const observe: (target: Element, box: Element, distance: number, listener: Listener) => (() => void);
export {};
