/** Visibility of targets: one observer for each distance. */
import { attempt, page } from "./globals.ts";
import { forEachInTurn, wait } from "./time.ts";

/** Position of a target; without an observer, only its box. */
export type View = Pick<IntersectionObserverEntry, "boundingClientRect" | "isIntersecting"> &
  Partial<IntersectionObserverEntry>;

type Listener = (view: View) => void;

/** By the distance at which they begin to intersect. */
const observers: Record<number, IntersectionObserver> = {};

/** The listener is a property of its target: the page may have replaced `Map`. */
const LISTENER = "[zonetag]view";
type Target = Element & { [LISTENER]?: Listener | undefined };

/**
 * Calls `listener` with a report on a target soon, and whenever it crosses a share that matters or comes within
 * `distance` pixels of what is visible. Where the browser or the page has no such observer, the target counts as near.
 * Returns what ends it.
 */
export const observe = (target: Target, distance: number, listener: Listener): (() => void) => {
  const margin = `${distance}px`;
  const report = (view: { target: Target } & View) => view.target[LISTENER]?.(view);
  target[LISTENER] = listener;
  let observer: IntersectionObserver | undefined;
  try {
    observer = observers[distance] ??= new page.IntersectionObserver(
      // A few in a task, so that the page can answer its reader in between.
      (entries) => forEachInTurn(entries, report),
      // In a scroll container, the distance is measured from the container's edge: https://w3c.github.io/IntersectionObserver/#dom-intersectionobserverinit-scrollmargin
      { rootMargin: margin, scrollMargin: margin, threshold: [0, 0.3, 0.5] },
    );
    // happy-dom's observer, and many a stub in tests, has no thresholds and never reports.
    if (!observer.thresholds) throw 0;
    observer.observe(target);
  } catch {
    wait().then(() =>
      report({ target, boundingClientRect: target.getBoundingClientRect(), isIntersecting: true }),
    );
  }
  return () => {
    target[LISTENER] = undefined;
    attempt(() => observer?.unobserve(target));
  };
};
