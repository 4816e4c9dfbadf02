/** Says what a metric means at its heading or figure: on hover, keyboard focus and touch. */

const TARGET = "[data-metric], [data-about]";
const DELAY_MS = 400;
const ID = "metric-hint";
/** Not in the style sheet, which every page loads first. */
const STYLE =
  "position:fixed;z-index:30;max-width:min(20rem,calc(100vw - 12px));padding:var(--s2) var(--s3);font-size:var(--small)";
/** Pixels between the heading, its hint and the edge of the window. */
const GAP = 6;

let isStarted = false;

/** Starts listening, once for the whole page. Texts are loaded with the first hint. */
export function startMetricHints(): void {
  if (isStarted) return;
  isStarted = true;
  const box = document.createElement("div");
  box.id = ID;
  box.role = "tooltip";
  box.className = "floating";
  box.style.cssText = STYLE;
  box.hidden = true;
  let shown: Element | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const hide = () => {
    clearTimeout(timer);
    shown = undefined;
    box.hidden = true;
    for (const each of document.querySelectorAll(`[aria-describedby="${ID}"]`))
      each.removeAttribute("aria-describedby");
  };
  const show = async (target: Element) => {
    // Without a connection there is no hint, until the next time.
    const hints = await import("../texts/metricHints.ts").catch(() => undefined);
    // The pointer or the focus may have moved on.
    if (!hints || shown !== target || !target.isConnected) return;
    const { metric, about = "" } = (target as HTMLElement).dataset;
    const words = hints.findMetricHint(metric ?? about, document.documentElement.lang);
    if (!words) return;
    box.textContent = words;
    box.hidden = false;
    (target.closest("main") ?? document.body).append(box);
    (target.querySelector("button") ?? target).setAttribute("aria-describedby", ID);
    place(box, target.getBoundingClientRect());
  };
  const choose = (target: Element, delay: number) => {
    if (target === shown) return;
    hide();
    shown = target;
    timer = setTimeout(() => void show(target), delay);
  };
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    // The pointer may move onto the hint.
    if (!(target instanceof Element) || box.contains(target)) return;
    const found = target.closest(TARGET);
    if (found) choose(found, pointerType === "touch" ? 0 : DELAY_MS);
    else if (!shown?.matches(":has(:focus-visible), :focus-visible")) hide();
  });
  document.addEventListener("focusin", ({ target }) => {
    const found = target instanceof Element && target.matches(":focus-visible") && target.closest(TARGET);
    if (found) choose(found, 0);
    else hide();
  });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
  // Captured, because scrolling does not bubble. A hint that is due has no place yet.
  document.addEventListener("scroll", () => box.hidden || hide(), true);
}

/** Below the heading, or above it where there is no room. */
function place(box: HTMLElement, { left, top, bottom }: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = box;
  const below = bottom + GAP;
  box.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
  box.style.top = `${below + height > innerHeight ? top - height - GAP : below}px`;
}
