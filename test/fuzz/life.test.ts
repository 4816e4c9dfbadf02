// @vitest-environment happy-dom
/** The life of a placeholder under every order of events. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readResult } from "../../src/tag/response.ts";
import { setDefaults } from "../../src/tag/settings.ts";
import { show } from "../../src/tag/show.ts";
import { beginRequest, createSlot, giveBack, startSlot } from "../../src/tag/slot.ts";
import { waitForIdle } from "../../src/tag/time.ts";
import { share } from "./cases.ts";

type Look = (entries: object[]) => void;

/** Surroundings of one placeholder: its observers, the images it loads, the addresses it fetched. */
interface Around {
  looks: Map<Element, Look>;
  images: HTMLImageElement[];
  fetched: string[];
}

const around: Around = { looks: new Map(), images: [], fetched: [] };

class Observer {
  thresholds = [];
  look: Look;
  constructor(look: Look) {
    this.look = look;
  }
  observe(target: Element) {
    around.looks.set(target, this.look);
  }
  unobserve(target: Element) {
    around.looks.delete(target);
  }
}

beforeAll(() => {
  vi.useFakeTimers();
  setDefaults({});
  vi.stubGlobal("IntersectionObserver", Observer);
  vi.stubGlobal(
    "ResizeObserver",
    class extends Observer {
      override observe() {}
      override unobserve() {}
    },
  );
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubGlobal("fetch", async (address: string) => void around.fetched.push(address));
  const create = document.createElement.bind(document);
  vi.spyOn(document, "createElement").mockImplementation(((name: string) => {
    if (name !== "img") return create(name);
    // An image that never goes to the network.
    const image = create("span") as unknown as HTMLImageElement;
    around.images.push(image);
    return image;
  }) as never);
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const HOUSE = "<b>house</b> &amp; <!-- kept -->";
const STATES = [null, "pending", "filled", "empty", "error"];
const STEPS = [
  "request",
  "empty",
  "failure",
  "banner",
  "unsupported",
  "load",
  "break",
  "see",
  "unsee",
  "boxless",
  "tick",
  "release",
] as const;

let serial = 0;

/** One placeholder, and what each step does to it. */
async function life() {
  Object.assign(around, { looks: new Map(), images: [], fetched: [] });
  const el = document.createElement("ins");
  el.innerHTML = HOUSE;
  document.body.append(el);
  const counts = { filled: 0, impressions: 0 };
  el.addEventListener("zonetag:filled", () => counts.filled++);
  el.addEventListener("zonetag:impression", () => counts.impressions++);
  el.dataset.zoneId = "1";
  const slot = createSlot(el, "1", () => {});
  const start = startSlot(slot);
  await vi.advanceTimersByTimeAsync(0);
  await start;
  const requests: object[] = [];
  const end = (entry: unknown, message?: string) => {
    const request = requests[Math.floor(requests.length / 2)];
    const result = readResult({ zones: [entry], errors: message ? { 0: [message] } : {} }, 0);
    if (request) void show(slot, request, result, waitForIdle());
  };
  const see = (side: number, ratio: number) => {
    const entry = {
      boundingClientRect: { width: side, height: side, top: 0 },
      intersectionRatio: ratio,
      isIntersecting: ratio > 0,
    };
    for (const [target, look] of [...around.looks]) look([{ ...entry, target }]);
  };
  const banner = () => {
    const base = `https://a.example/${serial++}`;
    return { idzone: 1, type: "banner" as const, data: { url: base, impression: `${base}/i`, image: base } };
  };
  const steps: Record<(typeof STEPS)[number], () => unknown> = {
    request: () => {
      const request = {};
      requests.push(request);
      Object.assign(slot, { stage: "requested", _request: request });
      beginRequest(slot);
    },
    empty: () => end(null),
    failure: () => end(null, "no"),
    banner: () => end(banner()),
    unsupported: () => end({ type: "popunder", data: {} }),
    load: () => around.images.at(-1)?.onload?.(new Event("load")),
    break: () => around.images.at(-1)?.onerror?.(new Event("error")),
    see: () => see(100, 1),
    unsee: () => see(100, 0),
    boxless: () => see(0, 0),
    tick: () => vi.advanceTimersByTimeAsync(1_100),
    release: () => giveBack(slot),
  };
  return { el, steps, counts };
}

const order = fc.array(fc.constantFrom(...STEPS), { maxLength: 24 });

test("events in any order leave a known state, unchanged fallback content, and at most one impression per banner", async () => {
  await fc.assert(
    fc.asyncProperty(order, async (names) => {
      const { el, steps, counts } = await life();
      for (const name of names) {
        await steps[name]();
        await vi.advanceTimersByTimeAsync(0);
        const state = el.getAttribute("data-zone-state");
        expect(STATES).toContain(state);
        if (!el.querySelector("a")) expect(el.innerHTML).toBe(HOUSE);
        if (state === "filled") expect(el.querySelectorAll("*")).toHaveLength(2);
        expect(counts.impressions).toBeLessThanOrEqual(counts.filled);
      }
      await vi.advanceTimersByTimeAsync(20_000);
      expect(around.fetched).toHaveLength(counts.impressions);
      expect(new Set(around.fetched).size).toBe(around.fetched.length);
      steps.release();
      expect(el.innerHTML).toBe(HOUSE);
      expect(el.hasAttribute("data-zone-state")).toBe(false);
      expect(around.looks.size).toBe(0);
      el.remove();
    }),
    share(0.05),
  );
});
