/** The life of one placeholder: waiting, requested, showing something or not, counted, given back. */
import { loadBanner } from "./banner.ts";
import { complain, note } from "./record.ts";
import { isAddress, readResult } from "./response.ts";
import { after, within } from "./time.ts";
import { ping } from "./transport.ts";
import type { Answer, ErrorCode, Failure, Renderer, Result, Values } from "./zone.ts";

export type Zone = ReturnType<typeof adopt>;

const STATE = "data-zone-state";

export const renderers = new Map<string, Renderer>();

/** Tells placeholders apart in the notes. */
let keys = 0;

export const adopt = (el: HTMLElement, own: Values, pump: () => void) => {
  const key = ++keys;
  const media = own.media && matchMedia(own.media);
  /** Whether it waits for a request; undefined while a lazy one does not know yet. */
  let wanted = own.zoneid ? own.lazy == null || undefined : false;
  /** What is shown; its place on the page is what is watched. */
  let shown: Element | undefined;
  /** Children the publisher wrote, while an ad stands in their place. */
  let house: ChildNode[] | undefined;
  /** Impression address not yet fetched. */
  let impression: string | false | undefined;
  /** An ad that has not yet been viewable. */
  let fresh: boolean | undefined;
  /** Each request starts a turn; what comes late of an earlier one changes nothing. */
  let turn = 0;
  /** Milliseconds in view until it is requested again. */
  let left: number;
  /** The clocks that run while in view, and since when. */
  let clocks: unknown[] = [];
  let since: number;
  let eye: IntersectionObserver | undefined;

  /** Dispatches `zonetag:<type>` on the placeholder. */
  const tell = (type: string, detail?: Partial<Failure> & { data?: object }) => {
    note(type, detail, key);
    // Of a wrong id its attribute has been complained of.
    if (detail?.code && own.zoneid) complain(`zone ${own.zoneid}: ${detail.code}: ${detail.message}`);
    el.dispatchEvent(
      new CustomEvent(`zonetag:${type}`, {
        bubbles: true,
        composed: true,
        detail: { zoneId: +own.zoneid!, ...detail },
      }),
    );
  };

  const leave = () => {
    if (clocks[0]) left -= performance.now() - since;
    clocks.splice(0).forEach(clearTimeout as never);
  };

  const view = () => {
    if (fresh) tell("viewable");
    fresh = false;
  };

  const forget = () => {
    leave();
    eye = eye?.disconnect() as undefined;
  };

  /** Looks now, and whenever it crosses a share that matters. */
  const look = () => {
    const target = shown || el;
    forget();
    if (self.IntersectionObserver) {
      eye = new IntersectionObserver((entries) => entries.forEach(see), {
        rootMargin: `${turn ? 0 : own.lazy}px`,
        threshold: [0, 0.3, 0.5],
      });
      eye.observe(target);
    } else see({ boundingClientRect: target.getBoundingClientRect(), isIntersecting: true } as never);
  };

  const see = (entry: IntersectionObserverEntry) => {
    const { width, height, top } = entry.boundingClientRect;
    const area = width * height;
    if (!turn) {
      wanted = entry.isIntersecting;
      // Each has an observer of its own, and those near together tell in one task.
      after().then(pump);
    } else if (document.hidden !== true) {
      if (area && impression) {
        ping(impression, own.credentials);
        tell("impression");
        impression = false;
      }
      // The viewable rule's share of pixels: half of an ad's, 30 % from 242,500 square pixels (MRC).
      if (!(entry.intersectionRatio >= (area < 242_500 ? 0.5 : 0.3))) leave();
      else if (!clocks[0]) {
        since = performance.now();
        clocks = [setTimeout(view, 1e3), own.refresh && setTimeout(zone.again, left)];
      }
      if (top >= (entry.rootBounds as DOMRect)?.bottom) collapse();
    }
  };

  /** Where the page asks for it: without that, whether a placeholder is hidden is the page's alone. */
  const collapse = (away = !shown && !el.firstElementChild && !el.textContent!.trim()) => {
    if (own.collapse != null) el.hidden = away;
  };

  const putBack = () => {
    if (house) el.replaceChildren(...house);
    house = shown = impression = fresh = undefined;
  };

  const settle = (state: "filled" | "empty" | "error", detail?: object) => {
    left = own.refresh! * 1e3;
    // A refresh that brings nothing keeps its banner, and the state says what is shown.
    el.setAttribute(STATE, shown ? "filled" : state);
    const mine = turn;
    tell(state, detail);
    // Whoever was told may have taken it back.
    if (mine !== turn) return;
    look();
    if (shown || own.collapse) collapse();
  };

  const zone = {
    el,
    key,
    own,
    /** Whether to request it now; undefined while a lazy one does not know yet. */
    due: () => wanted && (!media || media.matches),
    again() {
      wanted = !!own.zoneid;
      pump();
    },
    /** Looks anew, as after a change of the page. */
    blink() {
      if (eye) look();
    },
    /** Starts a turn, which ends by the answer's result at a position. */
    async request(answer: Promise<Answer | Result>, at: number) {
      const mine = ++turn;
      let step: ErrorCode = "config";
      let renderer: Renderer | undefined;
      forget();
      wanted = false;
      el.setAttribute(STATE, "pending");
      tell("request");
      try {
        const [ad, code, message] = readResult(await answer, at);
        // Many zones are shown a few at a time, so that the page can answer its reader in between.
        await after(at / 20);
        if (mine !== turn) return;
        if (code) {
          step = code;
          throw message;
        }
        if (!ad) return settle("empty");
        renderer = renderers.get(ad.type);
        step = "unsupported-type";
        if (!renderer && ad.type !== "banner") throw ad.type;
        step = renderer ? "renderer" : "image";
        house ||= [...el.childNodes];
        const image = await within(
          1e4,
          renderer ? renderer(ad, el) : loadBanner(ad.data as never, own.label, () => tell("click")),
        );
        if (mine !== turn) return;
        shown = renderer ? el : (image as Element);
        if (!renderer) el.replaceChildren(shown.parentNode!);
        fresh = true;
        impression = isAddress(ad.data.impression) && ad.data.impression;
        settle("filled", { data: ad });
      } catch (error) {
        if (mine !== turn) return;
        if (renderer) putBack();
        settle("error", { code: step, message: `${error}` });
      }
    },
    release() {
      turn++;
      forget();
      if (media) media.onchange = null;
      putBack();
      collapse(false);
      el.removeAttribute(STATE);
    },
  };

  note("found", 0, key);
  if (media) media.onchange = pump;
  if (!own.zoneid) {
    turn++;
    settle("error", { code: "invalid-zone", message: "expected a positive integer" });
  } else if (wanted) pump();
  else look();
  return zone;
};
