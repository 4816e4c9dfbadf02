/** Position of a target; without an observer only its box. */
export type View = Pick<IntersectionObserverEntry, "boundingClientRect" | "isIntersecting"> & Partial<IntersectionObserverEntry>;
type Listener = (view: View) => void;
/** Property of the target that holds its listener, because pages replace `Map` and `WeakMap`. */
declare const LISTENER = "[zonetag]view";
type Target = Element & {
    [LISTENER]?: Listener | undefined;
};
/**
 * Reports on a target soon, then whenever its visible share crosses a threshold or it comes within `distance` pixels of
 * the viewport. Without an IntersectionObserver, the target counts as near. Returns a function that stops observing.
 */
export declare const observe: (target: Target, distance: number, listener: Listener) => (() => void);
export {};
