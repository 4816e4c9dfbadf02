/** The life of one placeholder: waiting, requested, showing something or not, counted, given back. */
import { loadBanner } from "./banner.ts";
import { tell } from "./record.ts";
import { isAddress } from "./response.ts";
import { isInView, watch } from "./sight.ts";
import { ping } from "./transport.ts";
import type { Entry, ErrorCode, Renderer, Result, Values } from "./zone.ts";

export type Zone = ReturnType<typeof adopt>;

const STATE = "data-zone-state";

export const renderers = new Map<string, Renderer>();

const watched = new Map<Element, Zone>();
const sight = watch((entry) => watched.get(entry.target)?.see(entry));

export function adopt(el: HTMLElement, own: Values, key: number, pump: () => void) {
  /** What is shown; its place on the page is what is watched. */
  let shown: Element | undefined;
  /** Children the publisher wrote, while an ad stands in their place. */
  let house: ChildNode[] | undefined;
  /** Impression address not yet fetched. */
  let impression: unknown;
  let viewed = false;
  /** Each request starts a turn; what comes late of an earlier one changes nothing. */
  let turn = 0;
  /** Since when it is in view, and milliseconds in view until it is requested again. */
  let since = 0;
  let left = 0;
  let clocks: (number | undefined)[] = [];

  function leave() {
    clocks.forEach(clearTimeout);
    if (since) left -= performance.now() - since;
    since = 0;
  }

  function enter() {
    if (since) return;
    since = performance.now();
    clocks = [setTimeout(view, 1000), own.refresh && setTimeout(again, left)] as never;
  }

  function view() {
    if (shown && !viewed) tell(zone, "viewable");
    viewed = true;
  }

  function again() {
    zone.wanted = zone.near = true;
    pump();
  }

  function forget() {
    leave();
    watched.delete(shown || el);
    sight.unobserve(shown || el);
  }

  /** Looks anew, as after a change of what is shown. */
  function look() {
    forget();
    watched.set(shown || el, zone);
    sight.observe(shown || el);
  }

  function putBack() {
    if (house) el.replaceChildren(...house);
    house = shown = undefined;
  }

  function settle(state: "filled" | "empty" | "error", detail?: object) {
    turn++;
    zone.wanted = false;
    left = own.refresh! * 1e3;
    // A refresh that brings nothing keeps its banner, and the state says what is shown.
    el.setAttribute(STATE, shown ? "filled" : state);
    tell(zone, state, detail);
    look();
    if (own.collapse) collapse();
  }

  function collapse() {
    if (!shown && !el.firstElementChild && own.collapse != null) el.hidden = true;
  }

  const fail = (code: ErrorCode, message: unknown) => settle("error", { code, message: `${message}` });

  async function show(entry: Entry) {
    const mine = turn;
    const { type, data } = entry;
    const renderer = renderers.get(type);
    if (!renderer && type !== "banner") return fail("unsupported-type", type);
    house ||= [...el.childNodes];
    try {
      const link = await Promise.race([
        renderer ? renderer(entry, el) : loadBanner(entry as never, own, () => tell(zone, "click")),
        new Promise((_, late) => setTimeout(late, 1e4, "took too long")),
      ]);
      if (mine !== turn) return;
      forget();
      shown = el;
      if (!renderer) {
        el.replaceChildren(link as Node);
        shown = (link as Element).firstElementChild!;
      }
      viewed = el.hidden = false;
      impression = data.impression;
      settle("filled", { data: entry });
    } catch (error) {
      if (mine !== turn) return;
      if (renderer) putBack();
      fail(renderer ? "renderer" : "image", error);
    }
  }

  const zone = {
    el,
    own,
    key,
    id: own["zone-id"]!,
    wanted: true,
    near: (own.lazy == null || undefined) as boolean | undefined,
    media: own.media ? matchMedia(own.media) : undefined,
    again,
    look,
    fail,
    see({
      boundingClientRect: { width, height, top },
      rootBounds,
      intersectionRatio,
    }: IntersectionObserverEntry) {
      if (document.hidden === true) return leave();
      const area = width * height;
      if (area && isAddress(impression)) {
        ping(impression, own.credentials ?? "omit");
        tell(zone, "impression");
        impression = 0;
      }
      if (isInView(area, intersectionRatio)) enter();
      else leave();
      if (rootBounds && top >= rootBounds.bottom) collapse();
    },
    /** Starts a turn and returns what ends it. */
    request() {
      const mine = ++turn;
      zone.wanted = false;
      el.setAttribute(STATE, "pending");
      tell(zone, "request");
      return (result: Result) => {
        if (mine !== turn) return;
        if (!result) settle("empty");
        else if ("code" in result) fail(result.code, result.message);
        else show(result);
      };
    },
    release() {
      turn++;
      forget();
      if (zone.media) zone.media.onchange = null;
      putBack();
      el.hidden = false;
      el.removeAttribute(STATE);
    },
  };

  if (zone.media) zone.media.onchange = pump;
  if (!zone.near) {
    const nearby = watch(({ isIntersecting }) => {
      zone.near = isIntersecting;
      if (isIntersecting) nearby.unobserve(el);
      pump();
    }, own.lazy);
    nearby.observe(el);
  }
  return zone;
}
