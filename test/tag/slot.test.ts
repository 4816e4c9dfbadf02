// @vitest-environment happy-dom
/** One placeholder: what it shows, what it tells, what it counts, and what it gives back. */
import { describe, expect, test, vi } from "vitest";
import {
  at,
  banner,
  hide,
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

describe("states", () => {
  test("none, pending, filled; each is told with the zone's id", async () => {
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

  test("a banner is one link around one image, in place of house content", async () => {
    await openFilled(SLOT);
    expect([...at("a").childNodes].map(({ nodeName }) => nodeName)).toEqual(["A"]);
    expect([...(at("a").firstElementChild?.childNodes ?? [])].map(({ nodeName }) => nodeName)).toEqual([
      "IMG",
    ]);
  });

  test("a banner whose size the answer tells has it as a rule, which the page's style does not change", async () => {
    await open(SLOT);
    await world.asked[0]?.fill([banner(7, { width: 321, height: 123 })]);
    await load();
    const rules = [...(document.adoptedStyleSheets[0]?.cssRules ?? [])].map(({ cssText }) => cssText).join();
    expect(rules).toContain("321");
    const image = at("a").querySelector("img");
    expect(["width", "height"].map((name) => image?.getAttribute(name))).toEqual(["321", "123"]);
  });

  test.each([
    { width: 0, height: 250 },
    { width: 300, height: 0 },
    { width: 300 },
    { height: 250 },
    { width: -1, height: 5 },
    { width: "wide", height: "high" },
  ])("%j is no size of a banner", async (size) => {
    await open(SLOT);
    await world.asked[0]?.fill([banner(7, size)]);
    await load();
    const image = at("a").querySelector("img");
    expect(["width", "height"].map((name) => image?.getAttribute(name))).toEqual([null, null]);
  });

  test("no ad leaves the slot as it was", async () => {
    await open(SLOT);
    await world.asked[0]?.fill([null]);
    expect(state(at("a"))).toBe("empty");
    expect(at("a").innerHTML).toBe(HOUSE);
    expect(types()).toEqual(["request", "empty"]);
    expect(world.said).toEqual([]);
  });

  test("the service's own message is told, and said once in the console", async () => {
    const z = await open(SLOT);
    for (const turn of [0, 1]) {
      await world.asked[turn]?.fill([null], { 0: ["Zone 7 not found"] });
      expect(state(at("a"))).toBe("error");
      z.refresh();
      await pass(0);
    }
    expect(failure()).toEqual({ zoneId: 7, code: "zone", message: "Zone 7 not found" });
    expect(world.said).toEqual(["zone 7: zone: Zone 7 not found"]);
    expect(at("a").innerHTML).toBe(HOUSE);
  });

  test("events bubble, also out of shadow roots", async () => {
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

  test("a wrong id is told and never requested, whatever else is", async () => {
    const z = await open(`<ins id="a" data-zone-id="zero"></ins><ins id="b" data-zone-id="2"></ins>`);
    expect(state(at("a"))).toBe("error");
    expect(failure()).toEqual({
      zoneId: Number.NaN,
      code: "invalid-zone",
      message: "expected a positive integer",
    });
    expect(world.said).toEqual(['data-zone-id="zero": expected 1 to 9007199254740991']);
    await world.asked[0]?.fill();
    await load();
    await see(at("a"));
    z.refresh();
    await pass(0);
    expect(world.asked.map(({ ids }) => ids)).toEqual([[2], [2]]);
    expect(state(at("a"))).toBe("error");
  });

  test("a request that cannot be written ends each zone in a state", async () => {
    vi.stubGlobal("TextEncoder", undefined);
    const z = await open(SLOT, { manual: "" });
    z.set({ email: "reader@example.org" });
    z.scan();
    await pass(0);
    await pass(1_000);
    expect(failure()).toMatchObject({ code: "config", message: expect.stringContaining("TextEncoder") });
    expect(state(at("a"))).toBe("error");
    await pass(60_000);
    expect(world.asked).toEqual([]);
  });
});

describe("images", () => {
  test("one that breaks leaves the slot as it was", async () => {
    await open(SLOT);
    const entry = banner(7);
    await world.asked[0]?.fill([entry]);
    await load("all", "error");
    expect(failure()).toEqual({ zoneId: 7, code: "image", message: entry.data.image });
    expect(at("a").innerHTML).toBe(HOUSE);
    await see(at("a"));
    expect(types()).not.toContain("impression");
  });

  test("one that never comes is given up after ten seconds, and changes nothing when it does come", async () => {
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

  test("many zones are shown ten in a task", async () => {
    await open(`<ins data-zone-id="1"></ins>`.repeat(25));
    void world.asked[0]?.answer({ zones: Array.from({ length: 25 }, () => banner(1)), errors: {} });
    const made: number[] = [];
    for (let task = 0; task < 3; task++) {
      // Microtasks alone belong to the same task.
      for (let turn = 0; turn < 50; turn++) await null;
      made.push(world.images.length);
      vi.advanceTimersToNextTimer();
    }
    expect(made).toEqual([10, 20, 25]);
  });
});

describe("renderers", () => {
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

  test("a type that nobody draws is told by name", async () => {
    await open(SLOT);
    await world.asked[0]?.fill([entry]);
    expect(failure()).toEqual({ zoneId: 7, code: "unsupported-type", message: "native" });
    expect(at("a").innerHTML).toBe(HOUSE);
  });

  test("draws with the entry and the placeholder, and may take its time", async () => {
    const drawn: unknown[] = [];
    await openNative(async (...given) => {
      drawn.push(...given);
      await new Promise((next) => setTimeout(next, 50));
      at("a").textContent = "drawn";
    });
    expect(drawn).toEqual([entry, at("a")]);
    expect(state(at("a"))).toBe("pending");
    await pass(50);
    expect(state(at("a"))).toBe("filled");
    expect(at("a").innerHTML).toBe("drawn");
    expect(world.images).toEqual([]);
  });

  test("banners too, when the page registers one for them", async () => {
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
  ])("one that %s has house content put back", async (_, renderer) => {
    await openNative(renderer);
    expect(failure()).toEqual({ zoneId: 7, code: "renderer", message: "Error: no canvas" });
    expect(at("a").innerHTML).toBe(HOUSE);
  });

  test("one that throws what cannot be put into words fails all the same", async () => {
    await openNative(() => {
      throw Object.create(null);
    });
    expect(failure()).toMatchObject({ code: "renderer", message: "object" });
    expect(state(at("a"))).toBe("error");
  });

  test("one that never ends is given up", async () => {
    await openNative(() => new Promise(() => {}));
    await pass(10_000);
    expect(failure()).toMatchObject({ code: "renderer", message: "timeout" });
  });

  test("one that fails after a banner leaves nothing of it, and nothing is counted", async () => {
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
  ])("an impression address %s is counted %d times", async (impression, times) => {
    await openNative(() => {}, { impression });
    await see(at("a"));
    await pass(1_000);
    expect(types().filter((type) => type === "impression")).toHaveLength(times);
    expect(world.pings.map(({ address }) => address)).toEqual(times ? [impression] : []);
    expect(types()).toContain("viewable");
  });
});

describe("viewable", () => {
  test.each([
    // width, height, share: half, and 30 % from 242,500 square pixels
    [300, 250, 0.5, true],
    [300, 250, 0.49, false],
    [970, 249, 0.49, false],
    [970, 250, 0.3, true],
    [970, 250, 0.29, false],
    // In a parent without a width.
    [0, 250, 1, false],
  ])("%dx%d with %d of it in view: %s", async (width, height, ratio, viewable) => {
    await openFilled(SLOT);
    await see(at("a"), { width, height, ratio });
    await pass(1_000);
    expect(types().includes("viewable")).toBe(viewable);
  });

  test("takes one continuous second, once for each banner", async () => {
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

  test("the clock stops while the page is hidden", async () => {
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

  test("never for a slot without an ad", async () => {
    await open(SLOT);
    await world.asked[0]?.fill([null]);
    await see(at("a"));
    await pass(1_000);
    expect(types()).toEqual(["request", "empty"]);
  });

  test("the observer reports at every share that decides", async () => {
    await openFilled(SLOT);
    const [watcher] = listWatchers(at("a"));
    expect(watcher?.options.threshold).toEqual(expect.arrayContaining([0, 0.3, 0.5]));
    expect(watcher?.options.rootMargin).toBe("0px");
    expect([...(watcher?.targets ?? [])]).toEqual([at("a").querySelector("img")]);
  });
});

test("clicks are told, whichever button follows the link", async () => {
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

describe("what comes late", () => {
  test("an answer after it was given back, or asked anew, changes nothing", async () => {
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

  test("nor does the first of two answers after it was given back", async () => {
    const z = await open(SLOT);
    z.refresh();
    await pass(0);
    z.destroy();
    for (const asked of world.asked) await asked.fill();
    expect(world.images).toEqual([]);
    expect(types()).toEqual(["request", "request"]);
  });

  test.each(["load", "error"] as const)(
    "an image of an earlier turn that ends in %s changes nothing",
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
});

describe("given back", () => {
  test("as the publisher wrote it, with nothing that watches or waits", async () => {
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

  test("an impression that was not yet due is not counted after a new turn without an ad", async () => {
    const z = await openFilled(SLOT);
    z.destroy();
    z.refresh(at("a"));
    await pass(0);
    await world.asked[1]?.fill([null]);
    await see(at("a"));
    await pass(1_000);
    expect(types()).toEqual(["request", "filled", "request", "empty"]);
  });
});
