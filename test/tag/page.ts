/**
 * A page with the tag, in happy-dom: markup goes in; what the network, the viewport, images and the clock do is done
 * when a test says so. Every page has a tag of its own, loaded anew as its script element would be.
 */
import { afterEach, beforeEach, expect, vi } from "vitest";
import type { Zonetag } from "../../src/tag/types.ts";

export const ENDPOINT = "https://ads.example/v1/placement";

/** A request that the tag sent, and how it ends. */
export interface Asked {
  address: string;
  init: RequestInit;
  /** The body as the service reads it. */
  body: { user: Record<string, unknown>; zones: Record<string, unknown>[] };
  ids: unknown[];
  answer(body: unknown, status?: number, headers?: Record<string, string>): Promise<void>;
  /** Answers each zone with an entry; entries are as `banner` makes them unless given. */
  fill(entries?: unknown[], errors?: object): Promise<void>;
  fail(error: unknown): Promise<void>;
}

/** Observation of a target in the viewport. */
export interface View {
  ratio?: number;
  width?: number;
  height?: number;
  top?: number;
  /** Lower edge of the viewport; null where the browser does not say. */
  bottom?: number | null;
}

/** A media query that the tag asks about. */
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
    // A browser reports soon; on lazy placeholders that are not yet requested, when the test says so.
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

/** Reports at once on what has been made invisible by `world.invisible`. */
class Sizes {
  readonly callback: (entries: object[]) => void;
  constructor(callback: Sizes["callback"]) {
    this.callback = callback;
  }
  observe(target: Element) {
    Object.assign(target, { checkVisibility: () => !world.isTransparent });
    this.callback([{ target, contentRect: { width: 300, height: world.isFlat ? 0 : 250 } }]);
  }
  unobserve() {}
}

const fresh = () => ({
  /** Whether the page is transparent, as until its tests have chosen a variant. */
  isTransparent: false,
  /** Whether slots have no height. */
  isFlat: false,
  asked: [] as Asked[],
  /** Addresses fetched otherwise than by POST. */
  pings: [] as { address: string; init: RequestInit }[],
  /** Whether those fetches fail. */
  pingsFail: false,
  /** Images that load, in the order in which they were made. */
  images: [] as HTMLImageElement[],
  told: [] as Told[],
  /** Messages in the browser's console, without the tag's name. */
  said: [] as string[],
  media: {} as Record<string, Media>,
  watchers: [] as Watcher[],
  /** How often something was begun to be observed. */
  looks: 0,
  /** First observation of a new target: no box, unless a test sets another one. */
  firstView: { ratio: 0, width: 0, height: 0 } as View,
});

/** State of the page of the current test. */
export const world = fresh();

const EVENTS = ["request", "filled", "empty", "impression", "viewable", "click", "error"];
const undo: (() => void)[] = [];

/** Gives a property of the document a value for this test. */
export function pretend(name: "hidden" | "readyState" | "currentScript", value: unknown): void {
  // Tests and page code replace `hidden` on the document; the tag reads the others by the document's class.
  const owner = name === "hidden" ? document : Object.getPrototypeOf(document);
  Object.defineProperty(owner, name, { get: () => value, configurable: true });
  undo.push(() => Reflect.deleteProperty(owner, name));
}

/** The page is hidden, or shown again, as a person who changes tabs does it. */
export async function hide(hidden: boolean): Promise<void> {
  pretend("hidden", hidden);
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  await pass(0);
}

/** Lets time pass, and all that waits for it. */
export const pass = async (milliseconds: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(milliseconds);
};

/** Holds back timers without a delay; the result runs the next one, a task of its own although others are due too. */
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

/** A banner's entry with addresses of its own. */
export function banner(id: number, more: object = {}) {
  const base = `https://ads.example/${++serial}`;
  const data = { url: `${base}/click`, impression: `${base}/impression`, image: `${base}/image.png` };
  return { idzone: id, type: "banner", data: { ...data, ...more } };
}

/** Ends the loading of images: of the newest alone, or of all that still load. */
export async function load(which: "newest" | "all" = "all", type: "load" | "error" = "load"): Promise<void> {
  for (const image of world.images.splice(which === "all" ? 0 : -1)) image.dispatchEvent(new Event(type));
  await pass(0);
}

/** The viewport's observers report of what stands at an element: by default, that all of it is in view. */
export async function see(el: Element, view: View = {}): Promise<void> {
  for (const watcher of world.watchers)
    for (const target of watcher.targets) if (el.contains(target)) watcher.report(target, view);
  await pass(0);
}

/** The observers that look at an element or at what is in it. */
export const listWatchers = (el: Element) =>
  world.watchers.filter(({ targets }) => [...targets].some((target) => el.contains(target)));

/** Types of the events told on an element, in order; all without one. */
export const types = (el?: Element) =>
  world.told.filter((one) => !el || one.el === el).map(({ type }) => type);

/** The element with this id. */
export function at(id: string): HTMLElement {
  const el = document.getElementById(id);
  if (!el) throw new Error(`no element has the id ${id}`);
  return el;
}

export const state = (el: Element) => el.getAttribute("data-zone-state");

/** Shows markup with the tag's script, and waits for what the tag does at once. */
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

/** Shows markup and has the first request filled, images and all. */
export async function openFilled(markup: string, attributes: Record<string, string> = {}): Promise<Zonetag> {
  const z = await open(markup, attributes);
  await world.asked[0]?.fill();
  await load();
  return z;
}

/** Ids of each request. */
export const asked = () => world.asked.map(({ ids }) => ids);

/** Lets the tag do what it has begun, then compares the ids of each request. */
export async function expectAsked(ids: unknown[]): Promise<void> {
  await pass(10);
  expect(asked()).toEqual(ids);
}

/** As on another page: no copy has started a tag. */
export const forgetTag = (): void => void Reflect.deleteProperty(document, "[zonetag]");

/** Prepares a page before each test of a file, and takes everything back after it. */
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
      // Asked for the opposite of one, the browser says the opposite.
      const plain = query.replace("not ", "");
      world.media[query] ??= { media: query, matches: query !== plain, onchange: null };
      return world.media[query];
    });
    vi.spyOn(console, "error").mockImplementation((...parts) => {
      world.said.push(parts.filter((part) => part !== "[zonetag]").join(" "));
    });
    listEmptyAttributes();
    const create = document.createElement.bind(document);
    vi.spyOn(Object.getPrototypeOf(document), "createElement").mockImplementation(((name: string) => {
      const el = create(name);
      if (name === "img") world.images.push(el as HTMLImageElement);
      return el;
    }) as never);
    for (const type of EVENTS) listen(document, `zonetag:${type}`, tell);
    // The tag's listeners end with its page.
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

/** Has `dataset` list attributes without text too, which happy-dom leaves out. */
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
