/** Runs the built script in the DOMs of component tests: every placeholder reaches a final state without errors. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { Window } from "happy-dom";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

const TAG = readFileSync(join(resolve(import.meta.dirname, "../.."), "dist/zonetag.js"), "utf8");
const PAGE = "https://publisher.example/";

interface Page {
  window: typeof globalThis & globalThis.Window;
  close(): unknown;
}

/** Uncaught exceptions, unhandled rejections and reported errors. */
const problems: unknown[] = [];
const collect = (problem: unknown) => void problems.push(problem);

beforeAll(() => void process.on("unhandledRejection", collect));
afterAll(() => void process.off("unhandledRejection", collect));

function openHappyDom(): Page {
  const window = new Window({
    url: PAGE,
    settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
  });
  return { window: window as unknown as Page["window"], close: () => window.happyDOM.close() };
}

function openJsdom(): Page {
  const { JSDOM, VirtualConsole } = createRequire(import.meta.url)("jsdom");
  const virtualConsole = new VirtualConsole().on("jsdomError", collect);
  // Jest and Vitest set this too: a hidden page would request nothing.
  const { window } = new JSDOM("", {
    url: PAGE,
    runScripts: "outside-only",
    pretendToBeVisual: true,
    virtualConsole,
  });
  return { window, close: () => window.close() };
}

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}

const DOMS: [name: string, open: () => Page][] = [["happy-dom", openHappyDom]];
if (isInstalled("jsdom")) DOMS.push(["jsdom", openJsdom]);

const BANNER = {
  type: "banner",
  data: {
    url: "https://ads.example/click",
    impression: "https://ads.example/impression",
    image: "https://ads.example/image.png",
    width: 300,
    height: 250,
  },
};

/** Creates a `fetch` that answers each zone with an entry. */
const answerWith = (entry: object) => async (_address: string, init: RequestInit) => {
  const { zones } = JSON.parse(String(init.body));
  return new Response(JSON.stringify({ zones: zones.map(() => entry) }));
};

const OUTCOMES: [name: string, state: string, fetch: unknown][] = [
  ["a banner", "filled", answerWith(BANNER)],
  ["no ad", "empty", answerWith({ type: "banner", data: null })],
  ["a failing fetch", "error", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["no fetch", "error", undefined],
];

const ATTRIBUTES = [
  "",
  'data-size="300x250"',
  'data-media="(min-width: 1px)"',
  'data-lazy="200"',
  "data-collapse",
  'data-size="300x250" data-media="(min-width: 1px)" data-lazy="0" data-collapse="always" data-refresh="30"',
];

/** With each set of attributes, one placeholder without and one with fallback content. */
const PLACEHOLDERS = ATTRIBUTES.flatMap((attributes) =>
  ["", '<a href="/subscribe">Subscribe</a>'].map(
    (content) => `<div data-zone-id="1" ${attributes}>${content}</div>`,
  ),
);

/** Interfaces that some versions of these DOMs lack. */
const OPTIONAL: [owner: string, name: string][] = [
  ["window", "IntersectionObserver"],
  ["window", "ResizeObserver"],
  ["window", "matchMedia"],
  ["window", "CSSStyleSheet"],
  ["window", "AbortController"],
  ["Element", "checkVisibility"],
  ["Element", "replaceChildren"],
  ["Document", "adoptedStyleSheets"],
  ["Range", "getBoundingClientRect"],
];

/** Deletes a property of the window, or of the prototype of a class of the window. */
function remove({ window }: Page, owner: string, name: string): void {
  let holder = owner === "window" ? window : Reflect.get(window, owner).prototype;
  for (; holder; holder = Object.getPrototypeOf(holder)) Reflect.deleteProperty(holder, name);
}

/** Reports each image as loaded: these DOMs load none. */
function loadImages({ window }: Page): void {
  const { prototype } = window.HTMLImageElement;
  vi.spyOn(prototype, "src", "set").mockImplementation(function (this: HTMLImageElement, address) {
    this.setAttribute("src", address);
    queueMicrotask(() => this.dispatchEvent(new window.Event("load")));
  });
}

/** Runs the tag on a page with these placeholders. Returns their states once each has one. */
async function run(page: Page, fetch: unknown, placeholders: string[]): Promise<(string | undefined)[]> {
  const { window } = page;
  window.addEventListener("error", collect);
  window.addEventListener("unhandledrejection", collect);
  Object.assign(window, { fetch, TextEncoder });
  window.document.head.innerHTML = '<script data-endpoint="https://ads.example/v1/placement"></script>';
  window.document.body.innerHTML = placeholders.join("");
  loadImages(page);
  window.eval(TAG);
  const all = [...window.document.querySelectorAll<HTMLElement>("[data-zone-id]")];
  const read = () => all.map(({ dataset }) => dataset.zoneState);
  await vi.waitFor(() => expect(read().filter((state) => !state || state === "pending")).toEqual([]), 20_000);
  // Wait for errors after the state change, for example from the impression.
  await new Promise((done) => setTimeout(done, 50));
  return read();
}

const pages: Page[] = [];
function remember(page: Page): Page {
  pages.push(page);
  return page;
}
beforeEach(() => void problems.splice(0));
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(pages.splice(0).map(({ close }) => close()));
});

for (const [name, open] of DOMS) {
  test.each(OUTCOMES)(
    `in ${name}, with %s, each placeholder alone on its page ends %s`,
    async (...outcome) => {
      const [, state, fetch] = outcome;
      // Each placeholder gets a separate page, so none waits for another.
      const runs = PLACEHOLDERS.map(async (markup) => [
        markup,
        ...(await run(remember(open()), fetch, [markup])),
      ]);
      expect(await Promise.all(runs)).toEqual(PLACEHOLDERS.map((markup) => [markup, state]));
      expect(problems).toEqual([]);
    },
  );

  test.each(OPTIONAL)(
    `in ${name}, without %s.%s, all placeholders of a page are filled`,
    async (owner, missing) => {
      const page = remember(open());
      remove(page, owner, missing);
      const states = await run(page, answerWith(BANNER), PLACEHOLDERS);
      expect(states).toEqual(PLACEHOLDERS.map(() => "filled"));
      expect(problems).toEqual([]);
    },
  );
}
