/** Observes the visibility of elements, with one IntersectionObserver for each distance. */
import { attempt, page } from "./globals.ts";
import { forEachInChunks, wait } from "./time.ts";

/** Position of a target; without an observer only its box. */
export type View = Pick<IntersectionObserverEntry, "boundingClientRect" | "isIntersecting"> &
  Partial<IntersectionObserverEntry>;

type Listener = (view: View) => void;

/** Observers by distance, in pixels. */
const observers: Record<number, IntersectionObserver> = {};

/** Property of the target that holds its listener, because pages replace `Map` and `WeakMap`. */
const LISTENER = "[zonetag]view";
type Target = Element & { [LISTENER]?: Listener | undefined };

/**
 * Reports on a target soon, then whenever its visible share crosses a threshold or it comes within `distance` pixels of
 * the viewport. Without an IntersectionObserver, the target counts as near. Returns a function that stops observing.
 */
export const observe = (target: Target, distance: number, listener: Listener): (() => void) => {
  const margin = `${distance}px`;
  const report = (view: { target: Target } & View) => view.target[LISTENER]?.(view);
  target[LISTENER] = listener;
  let observer: IntersectionObserver | undefined;
  try {
    observer = observers[distance] ??= new page.IntersectionObserver(
      // Reports are spread over several tasks, so that the page stays responsive.
      (entries) => forEachInChunks(entries, report),
      // In a scroll container, the distance is measured from the container's edge: https://w3c.github.io/IntersectionObserver/#dom-intersectionobserverinit-scrollmargin
      { rootMargin: margin, scrollMargin: margin, threshold: [0, 0.3, 0.5] },
    );
    // The observers of happy-dom and of many test stubs have no thresholds and never report.
    if (!observer.thresholds) throw 0;
    observer.observe(target);
  } catch {
    wait().then(() =>
      report({ target, boundingClientRect: target.getBoundingClientRect(), isIntersecting: true }),
    );
  }
  return () => {
    attempt(() => observer?.unobserve(target));
    target[LISTENER] = undefined;
  };
};
