/** What is in view and what can be seen: one observer of each kind for all targets. */
import { forEachInTasks } from "./time.ts";

/** Hears whether a target intersects what is near. */
type Listener = (entry: IntersectionObserverEntry) => void;

/** By the distance at which they begin to intersect. */
const observers: Record<number, IntersectionObserver> = {};
const listeners = new Map<Element, Listener>();
const invisible = new WeakSet<Element>();

/**
 * Changes of visibility and opacity have no event. Reading them makes the browser compute styles, except here, between
 * layout and paint: https://drafts.csswg.org/resize-observer/#html-event-loop
 */
let visibility: ResizeObserver | undefined;

/** Whether what stands in an observed box can be seen: on a visible page, and not through it. */
export const canBeSeen = (box: Element): boolean => document.hidden !== true && !invisible.has(box);

/**
 * Calls `listener` with a report on a target soon, and whenever it crosses a share that matters or comes within
 * `distance` pixels of what is visible. From then on it is known whether `box`, which it stands in, can be seen. Returns
 * what ends it.
 */
export const observe = (
  target: Element,
  box: Element,
  distance: number,
  listener: Listener,
): (() => void) => {
  const margin = `${distance}px`;
  observers[distance] ??= new IntersectionObserver(
    // A few in a task, so that the page can answer its reader in between.
    (entries) => forEachInTasks(entries, (entry) => listeners.get(entry.target)?.(entry)),
    // What lies in a part that scrolls is near that part's edge: https://w3c.github.io/IntersectionObserver/#dom-intersectionobserverinit-scrollmargin
    { rootMargin: margin, scrollMargin: margin, threshold: [0, 0.3, 0.5] },
  );
  const observer = observers[distance];
  visibility ??= new ResizeObserver((entries) => {
    for (const {
      target,
      contentRect: { width, height },
    } of entries) {
      // What is inline, or has no box, is reported without a size: of that nothing is known here.
      const isHidden =
        width &&
        (!height || target.checkVisibility?.({ checkOpacity: true, checkVisibilityCSS: true }) === false);
      invisible[isHidden ? "add" : "delete"](target);
    }
  });
  listeners.set(target, listener);
  visibility.observe(box);
  observer.observe(target);
  return () => {
    listeners.delete(target);
    visibility?.unobserve(box);
    observer.unobserve(target);
  };
};
