/** Hears whether a target intersects what is near. */
type Listener = (entry: IntersectionObserverEntry) => void;
/** Whether what stands in an observed box can be seen: on a visible page, and not through it. */
export declare const canBeSeen: (box: Element) => boolean;
/**
 * Calls `listener` with a report on a target soon, and whenever it crosses a share that matters or comes within
 * `distance` pixels of what is visible. From then on it is known whether `box`, which it stands in, can be seen. Returns
 * what ends it.
 */
export declare const observe: (target: Element, box: Element, distance: number, listener: Listener) => (() => void);
export {};
