/** The life of one placeholder: waiting, requested, showing something or not, counted, given back. */
import { loadBanner } from "./banner.ts";
import { tell } from "./record.ts";
import { isAddress } from "./response.ts";
import { isInView, watch } from "./sight.ts";
import { ping } from "./transport.ts";
import type { Entry, ErrorCode, Failure, Renderer, Result, Values } from "./zone.ts";

export type Zone = ReturnType<typeof adopt>;

const STATE = "data-zone-state";

/** By a field of its own: a page may have put one on every object. */
const isFailure = (result: Entry | Failure): result is Failure => Object.hasOwn(result, "code");

export const renderers = new Map<string, Renderer>();

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
  /** Milliseconds in view until it is requested again. */
  let left = 0;
  /** Stops the clocks that run while in view. */
  let leave: (() => void) | undefined;
  let eye: ReturnType<typeof watch> | undefined;

  function enter() {
    if (leave) return;
    const since = performance.now();
    const clocks = [setTimeout(view, 1000), own.refresh && setTimeout(again, left)] as number[];
    leave = () => {
      clocks.forEach(clearTimeout);
      left -= performance.now() - since;
      leave = undefined;
    };
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
    leave?.();
    eye?.disconnect();
  }

  /** Looks anew, as after a change of what is shown. */
  function look() {
    forget();
    eye = watch(see, zone.near ? 0 : own.lazy);
    eye.observe(shown || el);
  }

  function see({
    boundingClientRect,
    rootBounds,
    intersectionRatio,
    isIntersecting,
  }: IntersectionObserverEntry) {
    const area = boundingClientRect.width * boundingClientRect.height;
    if (!zone.near) {
      zone.near = isIntersecting;
      pump();
    } else if (document.hidden !== true) {
      if (area && isAddress(impression)) {
        ping(impression, own.credentials);
        tell(zone, "impression");
        impression = 0;
      }
      if (isInView(area, intersectionRatio)) enter();
      else leave?.();
      if (rootBounds && boundingClientRect.top >= rootBounds.bottom) collapse();
    }
  }

  function collapse() {
    el.hidden = !shown && !el.firstElementChild && own.collapse != null;
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
    if (shown || own.collapse) collapse();
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
        renderer ? renderer(entry, el) : loadBanner(data as never, own.label, () => tell(zone, "click")),
        new Promise((_, late) => setTimeout(late, 1e4, "took too long")),
      ]);
      if (mine !== turn) return;
      shown = el;
      if (!renderer) {
        el.replaceChildren(link as Node);
        shown = (link as Element).firstElementChild!;
      }
      viewed = false;
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
    key,
    own,
    id: own["zone-id"]!,
    wanted: true,
    near: (own.lazy == null || undefined) as boolean | undefined,
    media: own.media && matchMedia(own.media),
    again,
    look,
    /** Starts a turn and returns what ends it. */
    request() {
      const mine = ++turn;
      zone.wanted = false;
      el.setAttribute(STATE, "pending");
      tell(zone, "request");
      return (result: Result) => {
        if (mine !== turn) return;
        if (!result) settle("empty");
        else if (isFailure(result)) fail(result.code, result.message);
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
  if (!zone.id) fail("invalid-zone", "expected a positive integer");
  else if (zone.near) pump();
  else look();
  return zone;
}
