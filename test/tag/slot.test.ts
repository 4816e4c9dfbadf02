// @vitest-environment happy-dom
/** One placeholder: content, events, impressions, viewability and cleanup. */

import { expect, test, vi } from "vitest";
import type { Zonetag } from "../../src/tag/types.ts";
import { defer } from "../support/defer.ts";
import {
  at,
  banner,
  endTask,
  hide,
  holdTimers,
  listWatchers,
  load,
  type Media,
  open,
  openFilled,
  pass,
  see,
  state,
  types,
  usePage,
  world,
} from "./page.ts";

usePage();

const HOUSE = "<b>house</b> text<!-- kept -->";
const SLOT = `<ins id="a" data-zone-id="7">${HOUSE}</ins>`;
const failure = () => world.told.find(({ type }) => type === "error")?.detail;

test("a slot goes from no state to pending to filled, with request and filled events", async () => {
  const z = await open(SLOT, { manual: "" });
  expect(state(at("a"))).toBeNull();
  z.scan();
  await pass(0);
  expect(state(at("a"))).toBe("pending");
  const entry = banner(7);
  await world.asked[0]?.fill([entry]);
  expect(state(at("a"))).toBe("pending");
  expect(at("a").innerHTML).toBe(HOUSE);
  await load();
  expect(state(at("a"))).toBe("filled");
  expect(world.told).toEqual([
    { type: "request", el: at("a"), detail: { zoneId: 7 } },
    { type: "filled", el: at("a"), detail: { zoneId: 7, data: entry } },
  ]);
});

test("a banner replaces fallback content by one link around one image", async () => {
  await openFilled(SLOT);
  expect([...at("a").childNodes].map(({ nodeName }) => nodeName)).toEqual(["A"]);
  expect([...(at("a").firstElementChild?.childNodes ?? [])].map(({ nodeName }) => nodeName)).toEqual(["IMG"]);
});

test("a banner size in the answer becomes the image's size and attributes", async () => {
  await open(SLOT);
  await world.asked[0]?.fill([banner(7, { width: 321, height: 123, script: "other.js" })]);
  await load();
  const image = at("a").querySelector("img");
  expect(image?.style.aspectRatio).toBe("321 / 123");
  expect(["width", "height"].map((name) => image?.getAttribute(name))).toEqual(["321", "123"]);
  // Other fields are ignored.
  expect(document.querySelectorAll("[src*=other]")).toHaveLength(0);
});

test.each([
  { width: 0, height: 250 },
  { width: 300, height: 0 },
  { width: 300 },
  { height: 250 },
  { width: -1, height: 5 },
  { width: "wide", height: "high" },
])("a banner with the invalid size %j gets no width and height", async (size) => {
  await open(SLOT);
  await world.asked[0]?.fill([banner(7, size)]);
  await load();
  const image = at("a").querySelector("img");
  expect(["width", "height"].map((name) => image?.getAttribute(name))).toEqual([null, null]);
});

test("data-label on the script names the ads of placeholders without a label", async () => {
  await openFilled(`${SLOT}<ins id="b" data-zone-id="8" data-label="Reklama"></ins>`, { label: "Anzeige" });
  const names = ["a", "b"].map((id) => at(id).querySelector("a")?.getAttribute("aria-label"));
  expect(names).toEqual(["Anzeige", "Reklama"]);
});

test("an answer shows nothing in a placeholder removed before it arrived", async () => {
  await open(`${SLOT}<ins id="b" data-zone-id="8"></ins>`);
  const removed = at("a");
  removed.remove();
  await pass(0);
  await world.asked[0]?.fill();
  await load();
  expect([removed.innerHTML, state(removed), state(at("b"))]).toEqual([HOUSE, null, "filled"]);
});

test("an answer without an ad keeps the fallback content", async () => {
  await open(SLOT);
  await world.asked[0]?.fill([null]);
  expect(state(at("a"))).toBe("empty");
  expect(at("a").innerHTML).toBe(HOUSE);
  expect(types()).toEqual(["request", "empty"]);
  expect(world.said).toEqual([]);
});

test("the error event contains the service's message", async () => {
  const z = await open(SLOT);
  for (const turn of [0, 1]) {
    await world.asked[turn]?.fill([null], { 0: ["Zone 7 not found"] });
    expect(state(at("a"))).toBe("error");
    z.refresh();
    await pass(0);
  }
  expect(failure()).toEqual({ zoneId: 7, code: "zone", message: "Zone 7 not found" });
  expect(world.said).toEqual([]);
  expect(at("a").innerHTML).toBe(HOUSE);
});

test("events of a slot bubble, also out of shadow roots", async () => {
  document.body.innerHTML = `<main id="m"></main>`;
  const z = await open(`<main id="m"></main>`);
  const root = at("m").attachShadow({ mode: "open" });
  root.innerHTML = `<ins data-zone-id="3"></ins>`;
  let heard = 0;
  document.body.addEventListener("zonetag:request", () => heard++, { once: true });
  z.scan(root);
  await pass(0);
  expect(heard).toBe(1);
});

test("a wrong zone id is reported and never requested", async () => {
  const z = await open(`<ins id="a" data-zone-id="zero"></ins><ins id="b" data-zone-id="2"></ins>`);
  expect(state(at("a"))).toBe("error");
  expect(failure()).toEqual({
    zoneId: Number.NaN,
    code: "invalid-zone",
    message: "zero",
  });
  expect(world.said).toEqual(['data-zone-id="zero": expected a whole number from 1']);
  await world.asked[0]?.fill();
  await load();
  await see(at("a"));
  z.refresh();
  await pass(0);
  expect(world.asked.map(({ ids }) => ids)).toEqual([[2], [2]]);
  expect(state(at("a"))).toBe("error");
});

test("zones end in error when their request cannot be encoded", async () => {
  vi.stubGlobal("JSON", undefined);
  await open(SLOT);
  await pass(1_000);
  vi.unstubAllGlobals();
  expect(failure()).toMatchObject({ code: "config", message: undefined });
  expect(state(at("a"))).toBe("error");
  await pass(60_000);
  expect(world.asked).toEqual([]);
});

test("a request of more than 64 KiB is split, and a zone that is too large by itself fails alone", async () => {
  const target = (count: number) =>
    Array.from({ length: count }, (_, at) => `data-target-x${at}="${"é".repeat(1000)}"`).join(" ");
  const zones = [4, 5, 6, 7].map(
    (id) => `<ins id="z${id}" data-zone-id="${id}" ${target(id === 5 ? 33 : 12)}></ins>`,
  );
  await open(zones.join(""));
  await pass(1_000);
  expect(failure()).toMatchObject({ code: "config" });
  expect(world.asked.map(({ ids }) => ids)).toEqual([[4], [6, 7]]);
  await world.asked[0]?.fill();
  await world.asked[1]?.fill();
  await pass(10);
  expect(["z4", "z6", "z7"].map((id) => state(at(id)))).toEqual(["pending", "pending", "pending"]);
});

test("an email that cannot be encoded is left out of the request", async () => {
  vi.stubGlobal("TextEncoder", undefined);
  const z = await open(SLOT, { manual: "" });
  z.set({ email: "reader@example.org", userId: "u" });
  z.scan();
  await pass(1_000);
  expect(world.asked[0]?.body.user).toMatchObject({ id: "u" });
  expect(world.asked[0]?.body.user).not.toHaveProperty("el");
});

/** Removes an ad together with its state, as a morph does. */
const take = async (element: HTMLElement, content = HOUSE) => {
  element.innerHTML = content;
  delete element.dataset.zoneState;
  await pass(0);
};

test("a banner removed together with its state four times within a second stays removed the fourth time", async () => {
  const z = await openFilled(SLOT);
  const element = at("a");
  const link = element.firstChild;
  for (let times = 0; times < 3; times++) {
    await take(element);
    expect([...element.childNodes]).toEqual([link]);
    expect(state(element)).toBe("filled");
  }
  for (let times = 0; times < 3; times++) {
    await take(element);
    expect(element.innerHTML).toBe(HOUSE);
  }
  const { notes } = await import("../../src/tag/record.ts");
  expect(notes.filter(({ type }) => type === "removed")).toMatchObject([{ key: 1 }]);
  z.destroy();
  expect(element.innerHTML).toBe(HOUSE);
  expect(world.asked).toHaveLength(1);
});

test.each([
  ["with a working clock", (now: number) => now],
  ["with a broken clock", () => 0],
  ["with a clock that jumps back", (now: number) => -now],
])("a banner removed every 350 ms is restored each time, %s", async (_, clock) => {
  await openFilled(SLOT);
  await see(at("a"));
  const { now } = performance;
  vi.spyOn(performance, "now").mockImplementation(() => clock(now.call(performance)));
  const link = at("a").firstChild;
  for (let times = 0; times < 12; times++) {
    await take(at("a"));
    expect([...at("a").childNodes]).toEqual([link]);
    await pass(350);
  }
  expect(world.asked).toHaveLength(1);
  expect(types().filter((type) => type === "impression")).toHaveLength(1);
});

test("a banner that stayed removed returns at the next change after a second without one", async () => {
  await openFilled(SLOT);
  for (let times = 0; times < 6; times++) await take(at("a"));
  expect(at("a").querySelector("img")).toBeNull();
  await pass(1_000);
  await take(at("a"));
  expect([at("a").querySelectorAll("a > img").length, state(at("a"))]).toEqual([1, "filled"]);
});

test("without timers a banner is restored three times in all", async () => {
  await openFilled(SLOT);
  vi.stubGlobal("setTimeout", () => {});
  for (let times = 0; times < 6; times++) {
    await take(at("a"));
    expect(at("a").querySelector("img") !== null).toBe(times < 3);
  }
});

test("a link that a morph turned into a link of the page is neither restored nor counted", async () => {
  await openFilled(SLOT);
  const element = at("a");
  const link = element.querySelector("a") as HTMLAnchorElement;
  for (const { name } of [...link.attributes]) link.removeAttribute(name);
  link.href = "/shop";
  element.append("Shop");
  delete element.dataset.zoneState;
  await pass(0);
  await see(element);
  expect([state(element), types().includes("impression")]).toEqual([null, false]);
});

const CLICK = "[data-zone-id] a";

/** Changes that pages make to the nodes of an ad. Each leaves one image in a link with the click address. */
const REPLACEMENTS: [string, () => void][] = [
  [
    "the image by a copy",
    () => {
      const image = at("a").querySelector("img") as Element;
      image.replaceWith(image.cloneNode(true));
    },
  ],
  [
    "the image by a picture with a copy",
    () => {
      const image = at("a").querySelector("img") as Element;
      const picture = document.createElement("picture");
      image.replaceWith(picture);
      picture.append(document.createElement("source"), image.cloneNode(true));
    },
  ],
  [
    "the link by a copy",
    () => {
      const link = at("a").querySelector("a") as Element;
      link.replaceWith(link.cloneNode(true));
    },
  ],
  [
    "the link by another link with the click address",
    () => {
      const link = at("a").querySelector("a") as HTMLAnchorElement;
      link.outerHTML = `<span><a href="${link.href}"><img src="/cached.webp"></a></span>`;
    },
  ],
  [
    "all content by its own markup",
    () => {
      at("a").innerHTML += "";
    },
  ],
];

test.each(REPLACEMENTS)(
  "an ad counts once when the page replaces %s before it was seen",
  async (_, replace) => {
    await open(SLOT);
    await world.asked[0]?.fill();
    const changes = new MutationObserver(() => {
      changes.disconnect();
      replace();
    });
    changes.observe(at("a"), { childList: true });
    await load();
    await see(at("a"));
    await pass(1_000);
    expect(types()).toEqual(["request", "filled", "impression", "viewable"]);
    expect(world.pings).toHaveLength(1);
  },
);

test.each(REPLACEMENTS)("an ad whose page replaced %s reports clicks and refreshes", async (_, replace) => {
  await openFilled(SLOT.replace(">", ` data-refresh="30">`));
  await see(at("a"));
  replace();
  await pass(0);
  await see(at("a"));
  const link = document.querySelector(CLICK) as HTMLAnchorElement;
  link.addEventListener("click", (event) => event.preventDefault());
  link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  await pass(30_010);
  expect(types()).toEqual(["request", "filled", "impression", "click", "viewable", "request"]);
  expect(world.pings).toHaveLength(1);
});

test("a copy that a zonetag:filled listener puts in place of the image counts once", async () => {
  world.firstView = {};
  await open(SLOT);
  at("a").addEventListener("zonetag:filled", () => REPLACEMENTS[0]?.[1]());
  await world.asked[0]?.fill();
  await load();
  expect(types()).toEqual(["request", "filled", "impression"]);
});

test("of several images in the link, the one with a box is observed", async () => {
  await openFilled(SLOT);
  const [image] = at("a").querySelectorAll("img");
  const copy = image?.cloneNode() as HTMLImageElement;
  Object.defineProperty(copy, "offsetHeight", { value: 250 });
  image?.after(copy);
  await see(at("a"), { width: 0 });
  await see(at("a"), {});
  expect([...(listWatchers(at("a"))[0]?.targets ?? [])]).toEqual([copy]);
  expect(types()).toContain("impression");
});

test("an image outside the ad's link and links with another address are not counted", async () => {
  await openFilled(SLOT);
  at("a").innerHTML = `<img src="/own.png"><a href="/own"><img src="/own.png"></a>`;
  await pass(0);
  await see(at("a"));
  await pass(1_000);
  expect(types()).toEqual(["request", "filled"]);
});

test("an ad removed within its viewable second is not viewable", async () => {
  await openFilled(SLOT);
  await see(at("a"));
  at("a").querySelector("a")?.remove();
  await see(at("a"), { ratio: 0, width: 0, height: 0 });
  for (const { targets, report } of world.watchers)
    for (const target of targets) report.call(world.watchers[0], target, { ratio: 0, width: 0, height: 0 });
  await pass(2_000);
  expect(types()).not.toContain("viewable");
});

test("a click outside the ad is no click of the ad", async () => {
  await openFilled(SLOT);
  const link = at("a").querySelector("a") as HTMLAnchorElement;
  link.addEventListener("click", (event) => event.preventDefault());
  document.body.append(link);
  link.click();
  expect(types()).not.toContain("click");
});

test("placeholders work on a page whose Element.prototype.remove throws without a parent", async () => {
  const remove = vi.spyOn(Element.prototype, "remove").mockImplementation(function (this: Element) {
    if (!this.parentElement) throw new TypeError("null");
    this.parentElement.removeChild(this);
  });
  const rejected = vi.fn();
  process.on("unhandledRejection", rejected);
  await openFilled(`${SLOT}<ins id="b" data-zone-id="8"></ins>`);
  const element = at("a");
  element.innerHTML = "";
  await pass(0);
  document.body.removeChild(element);
  await pass(0);
  process.off("unhandledRejection", rejected);
  expect([element.innerHTML, state(element), state(at("b"))]).toEqual([HOUSE, null, "filled"]);
  expect([remove.mock.calls, rejected.mock.calls]).toEqual([[], []]);
});

test("where setTimeout returns no id, viewable is dispatched once and each period refreshes once", async () => {
  const { setTimeout } = globalThis;
  vi.stubGlobal("setTimeout", (...all: Parameters<typeof setTimeout>) => void setTimeout(...all));
  await openFilled(SLOT.replace(">", ` data-refresh="30">`));
  for (let times = 0; times < 3; times++) {
    await see(at("a"));
    await pass(500);
    await see(at("a"), { ratio: 0 });
  }
  await see(at("a"));
  await pass(28_000);
  expect(types().filter((type) => type === "viewable")).toHaveLength(1);
  expect(world.asked).toHaveLength(1);
  await pass(2_000);
  expect(world.asked).toHaveLength(2);
});

test("a banner removed without its state is not restored", async () => {
  await openFilled(SLOT);
  at("a").innerHTML = "";
  await pass(0);
  expect([at("a").innerHTML, state(at("a"))]).toEqual(["", "filled"]);
});

test("a broken image keeps the fallback content and counts no impression", async () => {
  await open(SLOT);
  const entry = banner(7);
  await world.asked[0]?.fill([entry]);
  await load("all", "error");
  expect(failure()).toEqual({ zoneId: 7, code: "image", message: entry.data.image });
  expect(at("a").innerHTML).toBe(HOUSE);
  await see(at("a"));
  expect(types()).not.toContain("impression");
});

test("an image that does not load within ten seconds fails, even if it loads later", async () => {
  await open(SLOT);
  await world.asked[0]?.fill();
  await pass(9_990);
  expect(state(at("a"))).toBe("pending");
  await pass(20);
  expect(failure()).toMatchObject({ code: "image", message: "timeout" });
  await load();
  expect(state(at("a"))).toBe("error");
  expect(at("a").innerHTML).toBe(HOUSE);
});

test("25 answered zones are shown ten per task", async () => {
  await open(`<ins data-zone-id="1"></ins>`.repeat(25));
  await pass(10);
  const runNextTimer = holdTimers();
  void world.asked[0]?.answer({ zones: Array.from({ length: 25 }, () => banner(1)), errors: {} });
  const made: number[] = [];
  for (let task = 0; task < 3; task++) {
    await endTask();
    made.push(world.images.length);
    runNextTimer();
  }
  expect(made).toEqual([10, 20, 25]);
});

test("205 zones dispatch their request events at most ten per task", async () => {
  await open(`<ins data-zone-id="1"></ins>`.repeat(205), { manual: "" });
  const z = window.zonetag as Zonetag;
  const runNextTimer = holdTimers();
  z.scan();
  const counts: number[] = [];
  while (types().length < 205) {
    const before = types().length;
    await endTask();
    counts.push(types().length - before);
    runNextTimer();
  }
  expect(Math.max(...counts)).toBe(10);
});

test("an image fails only after ten seconds in which no other ad loads", async () => {
  await open(SLOT + SLOT.replace(`id="a"`, `id="b"`));
  await world.asked[0]?.fill();
  await pass(9_000);
  await load("newest");
  await pass(9_000);
  expect(state(at("a"))).toBe("pending");
  await pass(10_000);
  expect([state(at("a")), state(at("b"))]).toEqual(["error", "filled"]);
});

test("images that never load fail at the same time, not one after another", async () => {
  await open(SLOT.repeat(3));
  await world.asked[0]?.fill();
  await pass(10_000);
  expect(types().filter((type) => type === "error")).toHaveLength(3);
});

const entry = { idzone: 7, type: "native", data: { title: "Hello" } };
const openNative = async (
  renderer: (entry: unknown, el: HTMLElement) => unknown,
  data: Record<string, unknown> = {},
) => {
  const z = await open(SLOT, { manual: "" });
  z.render("native", renderer);
  z.scan();
  await pass(0);
  await world.asked[0]?.fill([{ ...entry, data: { ...entry.data, ...data } }]);
  return z;
};

test.each(["native", "__proto__", "constructor"])(
  "an ad of type %s without a renderer is reported as unsupported",
  async (type) => {
    await open(SLOT);
    await world.asked[0]?.fill([{ ...entry, type }]);
    expect(failure()).toEqual({ zoneId: 7, code: "unsupported-type", message: type });
    expect(at("a").innerHTML).toBe(HOUSE);
  },
);

test("a custom renderer gets the entry and the placeholder, and may be async", async () => {
  const drawn: unknown[] = [];
  const { promise, resolve } = defer();
  await openNative(async (...given) => {
    drawn.push(...given);
    await promise;
    at("a").textContent = "drawn";
  });
  expect(drawn).toEqual([entry, at("a")]);
  expect(state(at("a"))).toBe("pending");
  resolve();
  await pass(0);
  expect(state(at("a"))).toBe("filled");
  expect(at("a").innerHTML).toBe("drawn");
  expect(world.images).toEqual([]);
});

test("a renderer registered for banners replaces the built-in one", async () => {
  const z = await open(SLOT, { manual: "" });
  z.render("banner", (_, el) => el.replaceChildren("mine"));
  z.scan();
  await pass(0);
  await world.asked[0]?.fill();
  expect([state(at("a")), at("a").innerHTML]).toEqual(["filled", "mine"]);
});

test.each([
  [
    "throws",
    () => {
      at("a").textContent = "half";
      throw new Error("no canvas");
    },
  ],
  [
    "rejects",
    async () => {
      at("a").textContent = "half";
      throw new Error("no canvas");
    },
  ],
])("when a renderer %s, fallback content is restored", async (_, renderer) => {
  await openNative(renderer);
  expect(failure()).toEqual({ zoneId: 7, code: "renderer", message: "Error: no canvas" });
  expect(at("a").innerHTML).toBe(HOUSE);
});

test("a renderer that throws a value without a text form fails", async () => {
  await openNative(() => {
    throw Object.create(null);
  });
  expect(failure()).toMatchObject({ code: "renderer", message: "object" });
  expect(state(at("a"))).toBe("error");
});

test("a renderer that does not end within ten seconds fails", async () => {
  await openNative(() => new Promise(() => {}));
  await pass(10_000);
  expect(failure()).toMatchObject({ code: "renderer", message: "timeout" });
});

test("a renderer that fails during a refresh removes the earlier banner, which is not counted", async () => {
  const z = await open(SLOT);
  z.render("native", () => {
    throw "no";
  });
  await world.asked[0]?.fill();
  await load();
  z.refresh();
  await pass(0);
  await world.asked[1]?.fill([entry]);
  expect([state(at("a")), at("a").innerHTML]).toEqual(["error", HOUSE]);
  await see(at("a"));
  await pass(1_000);
  expect(types()).not.toContain("impression");
  expect(types()).not.toContain("viewable");
});

test.each([
  ["https://ads.example/i", 1],
  ["javascript:1", 0],
  [undefined, 0],
])("an impression address %s of a renderer's ad is counted %d times", async (impression, times) => {
  await openNative(() => {}, { impression });
  await see(at("a"));
  await pass(1_000);
  expect(types().filter((type) => type === "impression")).toHaveLength(times);
  expect(world.pings.map(({ address }) => address)).toEqual(times ? [impression] : []);
  expect(types()).toContain("viewable");
});

test.each([
  // Width, height, ratio in view: 50 % is required, from 242,500 square pixels only 30 %.
  [300, 250, 0.5, true],
  [300, 250, 0.49, false],
  [970, 249, 0.49, false],
  [970, 250, 0.3, true],
  [970, 250, 0.29, false],
  // In a parent without a width.
  [0, 250, 1, false],
])("an ad of %dx%d with %d of it in view is viewable: %s", async (width, height, ratio, viewable) => {
  await openFilled(SLOT);
  await see(at("a"), { width, height, ratio });
  await pass(1_000);
  expect(types().includes("viewable")).toBe(viewable);
});

test("an ad is viewable after one continuous second, once for each banner", async () => {
  const z = await openFilled(SLOT);
  await see(at("a"));
  await pass(990);
  await see(at("a"), { ratio: 0.6 });
  await pass(9);
  expect(types()).not.toContain("viewable");
  await see(at("a"), { ratio: 0.1 });
  await pass(1_000);
  await see(at("a"));
  await pass(999);
  expect(types()).not.toContain("viewable");
  await pass(1);
  expect(types().filter((type) => type === "viewable")).toHaveLength(1);
  await see(at("a"), { ratio: 0 });
  await see(at("a"));
  await pass(5_000);
  expect(types().filter((type) => type === "viewable")).toHaveLength(1);
  z.refresh();
  await pass(0);
  await world.asked[1]?.fill();
  await load();
  await see(at("a"));
  await pass(1_000);
  expect(types().filter((type) => type === "viewable")).toHaveLength(2);
});

test("the viewable second starts over after the page was hidden", async () => {
  await openFilled(SLOT);
  await see(at("a"));
  await pass(500);
  await hide(true);
  await see(at("a"));
  await pass(5_000);
  expect(types()).not.toContain("viewable");
  await hide(false);
  await see(at("a"));
  await pass(999);
  expect(types()).not.toContain("viewable");
  await pass(1);
  expect(types()).toContain("viewable");
});

test("without an IntersectionObserver an ad with an area counts once the page is visible, and is never viewable", async () => {
  vi.stubGlobal("IntersectionObserver", undefined);
  const box = vi.spyOn(HTMLElement.prototype, "getBoundingClientRect");
  box.mockReturnValue({ width: 300, height: 0, top: 0 } as DOMRect);
  await hide(true);
  await open(SLOT);
  await hide(false);
  await pass(10);
  await world.asked[0]?.fill();
  await hide(true);
  await load();
  await pass(1_000);
  expect(types()).toEqual(["request", "filled"]);
  await hide(false);
  await pass(1_000);
  expect(types()).toEqual(["request", "filled"]);
  box.mockReturnValue({ width: 300, height: 250, top: 0 } as DOMRect);
  await pass(60_000);
  expect(types()).toEqual(["request", "filled", "impression"]);
});

test("a slot without an ad is never viewable", async () => {
  await open(SLOT);
  await world.asked[0]?.fill([null]);
  await see(at("a"));
  await pass(1_000);
  expect(types()).toEqual(["request", "empty"]);
});

test("the viewability observer uses the thresholds 0, 0.3 and 0.5 on the banner's image", async () => {
  await openFilled(SLOT);
  const [watcher] = listWatchers(at("a"));
  expect(watcher?.options.threshold).toEqual(expect.arrayContaining([0, 0.3, 0.5]));
  expect(watcher?.options.rootMargin).toBe("0px");
  expect([...(watcher?.targets ?? [])]).toEqual([at("a").querySelector("img")]);
});

test("left and middle clicks dispatch a click event, right clicks do not", async () => {
  await openFilled(SLOT);
  const link = at("a").querySelector("a") as HTMLAnchorElement;
  link.addEventListener("click", (event) => event.preventDefault());
  link.dispatchEvent(new MouseEvent("click", { button: 0, cancelable: true }));
  expect(types().filter((type) => type === "click")).toHaveLength(1);
  link.dispatchEvent(new MouseEvent("auxclick", { button: 1 }));
  expect(types().filter((type) => type === "click")).toHaveLength(2);
  link.dispatchEvent(new MouseEvent("auxclick", { button: 2 }));
  expect(types().filter((type) => type === "click")).toHaveLength(2);
});

test("an answer for a slot that was destroyed or requested again is dropped", async () => {
  const z = await open(SLOT);
  z.refresh();
  await pass(0);
  await world.asked[0]?.fill([null]);
  expect(state(at("a"))).toBe("pending");
  await world.asked[1]?.fill();
  z.destroy();
  await load();
  expect(state(at("a"))).toBeNull();
  expect(at("a").innerHTML).toBe(HOUSE);
  expect(types()).toEqual(["request", "request"]);
});

test("two pending answers are dropped after their slot was destroyed", async () => {
  const z = await open(SLOT);
  z.refresh();
  await pass(0);
  z.destroy();
  for (const asked of world.asked) await asked.fill();
  expect(world.images).toEqual([]);
  expect(types()).toEqual(["request", "request"]);
});

test.each(["load", "error"] as const)(
  "the %s event of an earlier request's image changes nothing",
  async (end) => {
    const z = await open(SLOT);
    await world.asked[0]?.fill();
    z.refresh();
    await pass(0);
    await load("all", end);
    expect(state(at("a"))).toBe("pending");
    expect(at("a").innerHTML).toBe(HOUSE);
    await world.asked[1]?.fill([null]);
    expect(state(at("a"))).toBe("empty");
    expect(types()).toEqual(["request", "request", "empty"]);
  },
);

test("destroy() restores the publisher's markup and stops observers and timers", async () => {
  const markup = `<ins id="a" data-zone-id="7" data-refresh="30" data-media="(width > 1px)">${HOUSE}</ins>`;
  const z = await open(markup, { manual: "" });
  const media: Media = { media: "(width > 1px)", matches: true, onchange: null };
  world.media["(width > 1px)"] = media;
  z.scan();
  await pass(0);
  await world.asked[0]?.fill();
  await load();
  await see(at("a"));
  await pass(100);
  z.destroy();
  expect(document.body.innerHTML).toBe(markup);
  expect(listWatchers(document.body)).toEqual([]);
  media.onchange?.();
  await pass(100_000);
  await hide(true);
  await hide(false);
  expect(listWatchers(document.body)).toEqual([]);
  expect(types()).toEqual(["request", "filled", "impression"]);
  expect(world.asked).toHaveLength(1);
});

test("a pending impression is not sent after destroy() and a later request without an ad", async () => {
  const z = await openFilled(SLOT);
  z.destroy();
  z.refresh(at("a"));
  await pass(0);
  await world.asked[1]?.fill([null]);
  await see(at("a"));
  await pass(1_000);
  expect(types()).toEqual(["request", "filled", "request", "empty"]);
});

test("destroy() removes the template from a placeholder that a rule for empty elements hides", async () => {
  vi.stubGlobal("getComputedStyle", () => ({ display: "none" }));
  const z = await open(`<ins id="a" data-zone-id="7" data-size="300x250"></ins>`);
  expect(at("a").innerHTML).toBe(`<template style="display: none !important;"></template>`);
  z.destroy();
  expect(at("a").childNodes).toHaveLength(0);
});
