/**
 * Test page with the tag in happy-dom. Tests control the network, the viewport, image loading and the clock.
 * Every page loads a new copy of the tag, as a script element would.
 */
import { afterEach, beforeEach, expect, vi } from "vitest";
import type { Zonetag } from "../../src/tag/types.ts";

export const ENDPOINT = "https://ads.example/v1/placement";

/** Request sent by the tag, with methods that answer or fail it. */
export interface Asked {
  address: string;
  init: RequestInit;
  /** Parsed body. */
  body: { user: Record<string, unknown>; zones: Record<string, unknown>[] };
  ids: unknown[];
  answer(body: unknown, status?: number, headers?: Record<string, string>): Promise<void>;
  /** Answers with one entry for each zone, by default a banner. */
  fill(entries?: unknown[], errors?: object): Promise<void>;
  fail(error: unknown): Promise<void>;
}

/** Observation of a target in the viewport. */
export interface View {
  ratio?: number;
  width?: number;
  height?: number;
  top?: number;
  /** Lower edge of the viewport; null where the browser does not report it. */
  bottom?: number | null;
}

/** Media query of the tag. */
export interface Media {
  media: string;
  matches: boolean;
  onchange: (() => void) | null;
}

interface Told {
  type: string;
  el: Element;
  detail: Record<string, unknown>;
}

class Watcher {
  readonly thresholds = [];
  readonly targets = new Set<Element>();
  readonly callback: (entries: object[]) => void;
  readonly options: IntersectionObserverInit;
  constructor(callback: Watcher["callback"], options: IntersectionObserverInit) {
    this.callback = callback;
    this.options = options;
    world.watchers.push(this);
  }
  observe(el: Element) {
    this.targets.add(el);
    world.looks++;
    // Requested slots get a first report, as in a browser. Tests report lazy placeholders themselves.
    if (el.closest("[data-zone-state]"))
      queueMicrotask(() => this.targets.has(el) && this.report(el, world.firstView));
  }
  unobserve(el: Element) {
    this.targets.delete(el);
  }
  report(target: Element, { ratio = 1, width = 300, height = 250, top = 0, bottom = 800 }: View = {}) {
    const entry = {
      target,
      boundingClientRect: { width, height, top },
      intersectionRatio: ratio,
      isIntersecting: ratio > 0,
      rootBounds: bottom === null ? null : { bottom },
    };
    this.callback([entry]);
  }
}

/** Fake ResizeObserver that reports at once. */
class Sizes {
  readonly callback: (entries: object[]) => void;
  constructor(callback: Sizes["callback"]) {
    this.callback = callback;
  }
  observe(target: Element) {
    Object.assign(target, { checkVisibility: () => !world.isTransparent });
    this.callback([{ target }]);
  }
  unobserve() {}
}

const fresh = () => ({
  /** Whether the page is transparent, as A/B testing scripts make it until they have chosen a variant. */
  isTransparent: false,
  asked: [] as Asked[],
  /** Fetches with a method other than POST: impressions. */
  pings: [] as { address: string; init: RequestInit }[],
  /** Whether the fetches of `pings` fail. */
  pingsFail: false,
  /** Images still loading, in the order in which their loading began. */
  images: [] as HTMLImageElement[],
  told: [] as Told[],
  /** Messages in the browser's console, without the tag's name. */
  said: [] as string[],
  media: {} as Record<string, Media>,
  watchers: [] as Watcher[],
  /** Number of `observe` calls of all IntersectionObservers. */
  looks: 0,
  /** First report on a new target, by default without an area. */
  firstView: { ratio: 0, width: 0, height: 0 } as View,
});

/** State of the page of the current test. */
export const world = fresh();

const EVENTS = ["request", "filled", "empty", "impression", "viewable", "click", "error"];
const undo: (() => void)[] = [];

/** Overrides a property of the document until the test ends. */
export function pretend(name: "hidden" | "readyState" | "currentScript", value: unknown): void {
  // The tag reads `hidden` from the document, the other properties through the getters of its prototype.
  const owner = name === "hidden" ? document : Object.getPrototypeOf(document);
  Object.defineProperty(owner, name, { get: () => value, configurable: true });
  undo.push(() => Reflect.deleteProperty(owner, name));
}

/** Hides the page or shows it again, as switching tabs does. */
export async function hide(hidden: boolean): Promise<void> {
  pretend("hidden", hidden);
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  await pass(0);
}

/** Advances the clock and runs the timers and promise callbacks that are due. */
export const pass = async (milliseconds: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(milliseconds);
};

/** Queues timers without a delay; the returned function runs the next timer, so each runs as a separate task. */
export function holdTimers(): () => void {
  const tasks: (() => void)[] = [];
  const { setTimeout } = globalThis;
  vi.stubGlobal("setTimeout", (task: () => void, delay?: number) =>
    delay ? setTimeout(task, delay) : tasks.push(task),
  );
  return () => tasks.shift()?.();
}

/** Ends a task: runs its microtasks. */
export async function endTask(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await null;
}

function ask(address: string, init: RequestInit): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const body = JSON.parse(String(init.body));
    const answer = async (content: unknown, status = 200, headers: Record<string, string> = {}) => {
      const text = typeof content === "string" ? content : JSON.stringify(content);
      resolve({ status, headers: new Headers(headers), text: async () => text });
      await pass(0);
    };
    world.asked.push({
      address,
      init,
      body,
      ids: body.zones.map(({ id }: { id: number }) => id),
      answer,
      fill: (entries = body.zones.map(({ id }: { id: number }) => banner(id)), errors = {}) =>
        answer({ zones: entries, errors }),
      fail: async (error) => {
        reject(error);
        await pass(0);
      },
    });
  });
}

let serial = 0;

/** Returns a banner entry with unique addresses. */
export function banner(id: number, more: object = {}) {
  const base = `https://ads.example/${++serial}`;
  const data = { url: `${base}/click`, impression: `${base}/impression`, image: `${base}/image.png` };
  return { idzone: id, type: "banner", data: { ...data, ...more } };
}

/** Ends the loading of the newest image or of all loading images. */
export async function load(which: "newest" | "all" = "all", type: "load" | "error" = "load"): Promise<void> {
  for (const image of world.images.splice(which === "all" ? 0 : -1)) image.dispatchEvent(new Event(type));
  await pass(0);
}

/** Makes the IntersectionObservers report on targets in an element, by default as completely in view. */
export async function see(el: Element, view: View = {}): Promise<void> {
  for (const watcher of world.watchers)
    for (const target of watcher.targets) if (el.contains(target)) watcher.report(target, view);
  await pass(0);
}

/** Returns the observers of an element and its descendants. */
export const listWatchers = (el: Element) =>
  world.watchers.filter(({ targets }) => [...targets].some((target) => el.contains(target)));

/** Returns the types of the events dispatched on an element, or on all elements, in order. */
export const types = (el?: Element) =>
  world.told.filter((one) => !el || one.el === el).map(({ type }) => type);

/** Returns the element with this id, or throws. */
export function at(id: string): HTMLElement {
  const el = document.getElementById(id);
  if (!el) throw new Error(`no element has the id ${id}`);
  return el;
}

export const state = (el: Element) => el.getAttribute("data-zone-state");

/** Loads a page with this markup and the tag's script, and waits for the tag's first task. */
export async function open(markup: string, attributes: Record<string, string> = {}): Promise<Zonetag> {
  document.body.innerHTML = markup;
  const script = document.createElement("script");
  for (const [name, value] of Object.entries({ endpoint: ENDPOINT, ...attributes }))
    script.setAttribute(`data-${name}`, value);
  document.head.append(script);
  await run();
  return (window as unknown as { zonetag: Zonetag }).zonetag;
}

/** Runs the tag's script, as a browser would after loading it. */
export async function run(): Promise<void> {
  vi.resetModules();
  await import("../../src/tag/script.ts");
  await pass(0);
}

/** Loads a page, fills its first request and loads the images. */
export async function openFilled(markup: string, attributes: Record<string, string> = {}): Promise<Zonetag> {
  const z = await open(markup, attributes);
  await world.asked[0]?.fill();
  await load();
  return z;
}

/** Returns the zone ids of each request. */
export const asked = () => world.asked.map(({ ids }) => ids);

/** Waits for pending work, then compares the zone ids of each request. */
export async function expectAsked(ids: unknown[]): Promise<void> {
  await pass(10);
  expect(asked()).toEqual(ids);
}

/** Forgets the started tag, as a new page would. */
export const forgetTag = (): void => void Reflect.deleteProperty(document, "[zonetag]");

/** Sets up a page before each test of a file and cleans up after it. */
export function usePage(): void {
  beforeEach(() => {
    Object.assign(world, fresh());
    vi.useFakeTimers();
    vi.stubGlobal("IntersectionObserver", Watcher);
    vi.stubGlobal("ResizeObserver", Sizes);
    vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
      if (init.method === "POST") return ask(address, init);
      world.pings.push({ address, init });
      return world.pingsFail ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve();
    });
    vi.stubGlobal("matchMedia", (query: string) => {
      // By default only negated queries match.
      const plain = query.replace("not ", "");
      world.media[query] ??= { media: query, matches: query !== plain, onchange: null };
      return world.media[query];
    });
    vi.spyOn(console, "error").mockImplementation((...parts) => {
      world.said.push(parts.filter((part) => part !== "[zonetag]").join(" "));
    });
    listEmptyAttributes();
    const { set } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "src") ?? {};
    vi.spyOn(HTMLImageElement.prototype, "src", "set").mockImplementation(function (
      this: HTMLImageElement,
      address: string,
    ) {
      world.images.push(this);
      set?.call(this, address);
    });
    for (const type of EVENTS) listen(document, `zonetag:${type}`, tell);
    // Removes the tag's listeners after the test.
    const { addEventListener } = document;
    vi.spyOn(Object.getPrototypeOf(document), "addEventListener").mockImplementation(((
      ...all: Parameters<typeof addEventListener>
    ) => {
      addEventListener.apply(document, all);
      undo.push(() => document.removeEventListener(...all));
    }) as never);
    const observe = MutationObserver.prototype.observe;
    vi.spyOn(MutationObserver.prototype, "observe").mockImplementation(function (
      this: MutationObserver,
      ...all
    ) {
      observe.apply(this, all);
      undo.push(() => this.disconnect());
    });
  });
  afterEach(() => {
    for (const back of undo.splice(0)) back();
    document.head.innerHTML = document.body.innerHTML = "";
    document.adoptedStyleSheets = [];
    Reflect.deleteProperty(window, "zonetag");
    forgetTag();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

/** Makes `dataset` list attributes with empty text, which happy-dom omits. */
function listEmptyAttributes(): void {
  const { get } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "dataset") ?? {};
  vi.spyOn(HTMLElement.prototype, "dataset", "get").mockImplementation(function (this: HTMLElement) {
    return new Proxy(get?.call(this), {
      getOwnPropertyDescriptor: (dataset, name) => ({
        value: dataset[name],
        configurable: true,
        enumerable: true,
        writable: true,
      }),
    });
  });
}

function tell({ type, target, detail }: CustomEvent): void {
  world.told.push({ type: type.replace("zonetag:", ""), el: target as Element, detail });
}

function listen(target: EventTarget, type: string, listener: (event: CustomEvent) => void): void {
  target.addEventListener(type, listener as EventListener);
  undo.push(() => target.removeEventListener(type, listener as EventListener));
}
