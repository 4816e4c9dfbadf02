/** What the browser sees of an element: near the viewport, on the page, in view. Observed, never polled. */

/** The viewable rule's share of pixels: half of an ad's, 30 % from 242,500 square pixels (MRC). */
export const isInView = (area: number, ratio: number): boolean => ratio >= (area < 242_500 ? 0.5 : 0.3);

/**
 * Calls `look` now and whenever an element crosses one of the shares that matter. Without an observer in the browser:
 * once, with the box it has, as near but not in view.
 */
export const watch = (
  look: (entry: IntersectionObserverEntry) => void,
  margin = 0,
): Pick<IntersectionObserver, "observe" | "disconnect"> =>
  self.IntersectionObserver
    ? new IntersectionObserver((entries) => entries.forEach(look), {
        rootMargin: `${margin}px`,
        threshold: [0, 0.3, 0.5],
      })
    : {
        observe: (target) =>
          look({ boundingClientRect: target.getBoundingClientRect(), isIntersecting: true } as never),
        disconnect() {},
      };
