// @vitest-environment happy-dom
/** Zones of a page: discovery, timing and batching of requests, and the tag's methods. */
import { expect, test, vi } from "vitest";
import { MAX_ZONES } from "../../src/protocol/placement.ts";
import type { Zonetag } from "../../src/tag/types.ts";
import {
  asked,
  at,
  banner,
  ENDPOINT,
  expectAsked,
  hide,
  listWatchers,
  load,
  open,
  openFilled,
  pass,
  pretend,
  run,
  see,
  state,
  types,
  usePage,
  world,
} from "./page.ts";
import { AGREED, REFUSED } from "./values.ts";

usePage();

const slot = (id: number, more = "") => `<ins id="z${id}" data-zone-id="${id}" ${more}></ins>`;
const slots = (...ids: number[]) => ids.map((id) => slot(id)).join("");
const add = async (markup: string, to: Element = document.body) => {
  to.insertAdjacentHTML("beforeend", markup);
  await pass(0);
};

test("all placeholders share one request in document order, including two with the same id", async () => {
  await open(`<main>${slots(3, 1)}</main>${slots(3)}<ins data-zoneid="9"></ins>`);
  expect(asked()).toEqual([[3, 1, 3, 9]]);
  expect(world.asked[0]?.address).toBe(ENDPOINT);
  expect(world.asked[0]?.init).toMatchObject({ method: "POST", credentials: "omit" });
});

test("results are assigned to placeholders by position", async () => {
  await open(slots(1, 2, 3));
  await world.asked[0]?.fill([null, banner(2), 5]);
  await load();
  expect([1, 2, 3].map((id) => state(at(`z${id}`)))).toEqual(["empty", "filled", "error"]);
});

test("nothing is requested before the document is parsed", async () => {
  pretend("readyState", "loading");
  await open(slots(1));
  await add(slot(2));
  expect(asked()).toEqual([]);
  pretend("readyState", "interactive");
  document.dispatchEvent(new Event("DOMContentLoaded", { bubbles: true }));
  await pass(0);
  expect(asked()).toEqual([[1, 2]]);
});

test("with data-zones the request leaves once that many zones are found, and later zones wait for the document", async () => {
  pretend("readyState", "loading");
  await open(slots(1), { zones: "2" });
  expect(asked()).toEqual([]);
  await add(slot(2));
  expect(asked()).toEqual([[1, 2]]);
  await add(slots(3, 4));
  expect(asked()).toEqual([[1, 2]]);
  pretend("readyState", "complete");
  document.dispatchEvent(new Event("DOMContentLoaded", { bubbles: true }));
  await expectAsked([
    [1, 2],
    [3, 4],
  ]);
});

test("the first request is sent in the task in which its zones are known", async () => {
  const sent = vi.fn();
  vi.stubGlobal("fetch", sent.mockReturnValue(new Promise(() => {})));
  pretend("readyState", "loading");
  await open("", { zones: "1" });
  document.body.innerHTML = slot(1);
  // Microtasks alone: no timer runs here.
  for (let turn = 0; turn < 20; turn++) await null;
  expect(sent).toHaveBeenCalledOnce();
});

test("nothing is requested while the page is hidden", async () => {
  pretend("hidden", true);
  await open(slots(1));
  expect(asked()).toEqual([]);
  await hide(false);
  expect(asked()).toEqual([[1]]);
});

test("an element called hidden does not keep the tag from requesting", async () => {
  pretend("hidden", document.createElement("img"));
  await open(slots(1));
  expect(asked()).toEqual([[1]]);
});

test("a page that is shown again requests nothing", async () => {
  await openFilled(slots(1));
  document.dispatchEvent(new Event("DOMContentLoaded", { bubbles: true }));
  await hide(true);
  await hide(false);
  expect(asked()).toEqual([[1]]);
});

test("when the page's visibility changes, shown ads are observed again", async () => {
  await openFilled(slots(1));
  const before = world.looks;
  await hide(true);
  expect(listWatchers(at("z1"))).toHaveLength(1);
  expect(world.looks).toBe(before + 1);
});

test("205 placeholders are split in order into requests of at most 100", async () => {
  const ids = Array.from({ length: 205 }, (_, at) => at + 1);
  await open(slots(...ids));
  await pass(100);
  expect(asked()).toEqual([ids.slice(0, MAX_ZONES), ids.slice(100, 200), ids.slice(200)]);
  await world.asked[1]?.fill(ids.slice(100, 200).map(() => null));
  await pass(10);
  expect([100, 101, 200, 201].map((id) => state(at(`z${id}`)))).toEqual([
    "pending",
    "empty",
    "empty",
    "pending",
  ]);
});

const near = (id: number) => see(at(`z${id}`), { ratio: 0.01 });
const far = (id: number) => see(at(`z${id}`), { ratio: 0 });

test("lazy placeholders are requested near the viewport, and share a request when they approach together", async () => {
  await open([1, 2, 3].map((id) => slot(id, `data-lazy="200"`)).join(""));
  expect(world.watchers.map(({ options }) => options.rootMargin)).toEqual(["200px"]);
  expect([...(listWatchers(at("z1"))[0]?.targets ?? [])]).toEqual([at("z1"), at("z2"), at("z3")]);
  expect(asked()).toEqual([]);
  await near(1);
  // The other placeholders have not been reported yet.
  expect(asked()).toEqual([]);
  await near(2);
  await far(3);
  await pass(0);
  expect(asked()).toEqual([[1, 2]]);
  await near(3);
  await expectAsked([[1, 2], [3]]);
});

test("the first request has all lazy placeholders that are near, in document order", async () => {
  await open([1, 2, 3].map((id) => slot(id, `data-lazy="200"`)).join(""));
  for (const id of [1, 2, 3]) await far(id);
  await expectAsked([]);
  // Each report arrives separately, and promises settle in between.
  for (const id of [3, 1, 2]) {
    void near(id);
    for (let turn = 0; turn < 50; turn++) await null;
  }
  await expectAsked([[1, 2, 3]]);
});

test("other placeholders wait until each lazy placeholder has been reported as near or far", async () => {
  await open(slot(1) + slot(2, `data-lazy="0"`));
  expect(asked()).toEqual([]);
  await far(2);
  await pass(0);
  expect(asked()).toEqual([[1]]);
});

test("data-lazy on the script applies to all placeholders without the attribute", async () => {
  await open(slot(1) + slot(2, `data-lazy="5"`), { lazy: "90" });
  expect([1, 2].map((id) => listWatchers(at(`z${id}`))[0]?.options.rootMargin)).toEqual(["90px", "5px"]);
});

test("a lazy placeholder has no state and no event before it is requested", async () => {
  await open(slot(1, `data-lazy="0" data-collapse`));
  await far(1);
  expect([state(at("z1")), at("z1").hidden, types()]).toEqual([null, false, []]);
});

test("refresh() requests a lazy placeholder that is far from the viewport", async () => {
  const z = await open(slot(1, `data-lazy="0"`));
  await far(1);
  z.refresh(1);
  await pass(0);
  expect(asked()).toEqual([[1]]);
});

test("without an IntersectionObserver lazy zones are requested with the others", async () => {
  vi.stubGlobal("IntersectionObserver", undefined);
  await open(slot(1) + slot(2, `data-lazy="100"`));
  await expectAsked([[1, 2]]);
});

test("a placeholder with data-media is requested only while its query matches", async () => {
  await open(slot(1) + slot(2, `data-media="(width > 600px)"`));
  expect(asked()).toEqual([[1]]);
  const media = world.media["(width > 600px)"];
  if (!media) throw new Error("nobody asked for it");
  media.matches = true;
  media.onchange?.();
  await expectAsked([[1], [2]]);
  media.onchange?.();
  await pass(10);
  expect(asked()).toHaveLength(2);
});

test("placeholders found during the wait for consent share it, and the next request waits again", async () => {
  let say = (_: object, __: boolean) => {};
  let listeners = 0;
  vi.stubGlobal("__tcfapi", (command: string, _: number, callback: typeof say) => {
    if (command !== "addEventListener") return;
    say = callback;
    listeners++;
  });
  const z = await open(slots(1));
  await add(slot(2));
  expect(asked()).toEqual([]);
  expect(listeners).toBe(1);
  say({ eventStatus: "tcloaded", listenerId: 1, tcString: AGREED }, true);
  await pass(0);
  expect(asked()).toEqual([[1, 2]]);
  expect(world.asked[0]?.body.user.gdpr).toEqual({ gdpr: 1, consent: AGREED });
  z.refresh(1);
  await pass(10);
  say({ eventStatus: "useractioncomplete", listenerId: 2, tcString: REFUSED }, true);
  await expectAsked([[1, 2], [1]]);
  expect(world.asked[1]?.body.user.gdpr).toEqual({ gdpr: 1, consent: REFUSED });
});

test("changes by a zonetag:request listener apply to the request", async () => {
  const z = await open(slots(1), { manual: "" });
  document.addEventListener("zonetag:request", () => z.set({ userId: "u" }), { once: true });
  z.scan();
  await pass(0);
  expect(world.asked[0]?.body.user.id).toBe("u");
});

test("placeholders added later are found at any depth, and share a request", async () => {
  await open(slots(1));
  await add(`<section><div>${slots(2)}</div>text${slots(3)}</section>`);
  await add(slot(4));
  await expectAsked([[1], [2, 3], [4]]);
});

test("placeholders added in one task share a request", async () => {
  await open(slots(1));
  for (const id of [2, 3]) document.body.insertAdjacentHTML("beforeend", slot(id));
  // Lets other microtasks of the same task run.
  for (let turn = 0; turn < 20; turn++) await null;
  document.body.insertAdjacentHTML("afterbegin", slot(4));
  await expectAsked([[1], [4, 2, 3]]);
});

test("a moved placeholder keeps its ad, and a removed placeholder is requested again when it returns", async () => {
  await openFilled(`${slots(1, 2)}<main id="m"></main>`);
  const shown = at("z1").innerHTML;
  at("m").append(at("z1"));
  await pass(10);
  expect(at("z1").innerHTML).toBe(shown);
  expect(asked()).toEqual([[1, 2]]);
  const gone = at("z2");
  const around = document.createElement("div");
  gone.replaceWith(around);
  await pass(0);
  expect([gone.innerHTML, state(gone)]).toEqual(["", null]);
  expect(listWatchers(gone)).toEqual([]);
  around.append(gone);
  await expectAsked([[1, 2], [2]]);
});

test("a placeholder that is removed with its parent is forgotten", async () => {
  await openFilled(`<main id="m"><div>${slots(1)}</div></main>`);
  const el = at("z1");
  at("m").remove();
  await pass(0);
  expect([el.innerHTML, state(el)]).toEqual(["", null]);
});

test.each([
  ["scan", (z: Zonetag, el: HTMLElement) => z.scan(el)],
  ["refresh", (z: Zonetag, el: HTMLElement) => z.refresh(el)],
])(
  "a destroyed placeholder that is removed and put back stays destroyed until %s() is called with it",
  async (_, name) => {
    const z = await openFilled(slots(1));
    const el = at("z1");
    z.destroy();
    const putBack = async () => {
      el.remove();
      await pass(10);
      document.body.append(el);
      await pass(10);
    };
    await putBack();
    await putBack();
    expect(asked()).toHaveLength(1);
    name(z, el);
    await pass(10);
    expect(asked()).toHaveLength(2);
    // After that call it behaves like any placeholder.
    await putBack();
    expect(asked()).toHaveLength(3);
  },
);

test("placeholders in a shadow root are found once it is scanned, also those added later", async () => {
  const z = await open(`<main id="m"></main>`);
  const root = at("m").attachShadow({ mode: "open" });
  root.innerHTML = `<ins data-zone-id="1" data-size="300x250"></ins>`;
  await expectAsked([]);
  z.scan(root);
  await pass(10);
  const more = document.createElement("ins");
  more.dataset.zoneId = "2";
  root.append(more);
  await expectAsked([[1], [2]]);
  expect(root.adoptedStyleSheets).toHaveLength(1);
});

test("a box is reserved as soon as its placeholder is found", async () => {
  pretend("readyState", "loading");
  await open(`<ins data-zone-id="1" data-size="321x123"></ins>`);
  const rules = [...(document.adoptedStyleSheets[0]?.cssRules ?? [])].map(({ cssText }) => cssText).join();
  expect(rules).toContain("321");
});

test("with data-manual only scanned placeholders are requested", async () => {
  const z = await open(`<main id="m">${slots(1)}</main>${slots(2)}`, { manual: "" });
  await add(slot(3));
  await expectAsked([]);
  z.scan(at("m"));
  await expectAsked([[1]]);
  await add(slot(4), at("m"));
  await expectAsked([[1]]);
  z.scan();
  await expectAsked([[1], [4, 2, 3]]);
});

test("push() calls each function with the tag, even after a function throws", async () => {
  const z = await open("");
  const run: unknown[] = [];
  z.push(
    (given) => run.push(given),
    () => {
      throw "mine";
    },
    () => run.push(2),
  );
  expect(run).toEqual([z, 2]);
  expect(world.said).toEqual(["mine"]);
});

test("values of set() apply until they are set to undefined, and a placeholder's attributes win", async () => {
  const own = `data-keywords="own" data-target-section="sports"`;
  const z = await open(slot(1, own) + slot(2), { "user-id": "attribute", "target-plan": "free" });
  z.set({ userId: "set", keywords: "page", targeting: { plan: "pro", section: "home" } });
  z.refresh();
  await pass(10);
  z.set({ userId: undefined, keywords: undefined });
  z.refresh(2);
  await pass(10);
  expect(world.asked.map(({ body }) => body.user.id)).toEqual(["attribute", "set", "attribute"]);
  expect(world.asked.map(({ body }) => body.zones)).toEqual([
    [
      { id: 1, keywords: "own", custom_targeting: { plan: "free", section: "sports" } },
      { id: 2, custom_targeting: { plan: "free" } },
    ],
    [
      { id: 1, keywords: "own", custom_targeting: { plan: "pro", section: "sports" } },
      { id: 2, keywords: "page", custom_targeting: { plan: "pro", section: "home" } },
    ],
    [{ id: 2, custom_targeting: { plan: "pro", section: "home" } }],
  ]);
});

test("refresh() accepts an id, a placeholder, an element around placeholders, or no target", async () => {
  const z = await openFilled(`${slots(1)}<main id="m">${slots(2, 3)}</main>`);
  const targets = [undefined, 2, at("z3"), at("m"), 99];
  for (const target of targets) {
    z.refresh(target);
    await pass(10);
  }
  expect(asked().slice(1)).toEqual([[1, 2, 3], [2], [3], [2, 3]]);
});

test("destroy() accepts the targets of refresh(), and scan() and refresh() restart destroyed placeholders", async () => {
  const z = await openFilled(`${slots(1)}<main id="m">${slots(2, 3)}</main>`);
  const filled = () => [1, 2, 3].filter((id) => state(at(`z${id}`)));
  z.destroy(99);
  expect(filled()).toEqual([1, 2, 3]);
  z.destroy(1);
  expect(filled()).toEqual([2, 3]);
  z.destroy(at("m"));
  expect(filled()).toEqual([]);
  z.refresh(99);
  await pass(10);
  expect(asked()).toHaveLength(1);
  z.refresh(at("z3"));
  await pass(10);
  expect(asked()[1]).toEqual([3]);
  // An id as text, as a page reads it from an attribute.
  z.refresh("2" as never);
  await pass(10);
  expect(asked()[2]).toEqual([2]);
  z.refresh();
  await pass(10);
  expect(asked()[3]).toEqual([1, 2, 3]);
  z.destroy();
  z.scan(at("m"));
  await pass(10);
  expect(asked()[4]).toEqual([2, 3]);
  z.scan();
  await pass(10);
  expect(asked()[5]).toEqual([1]);
});

test("refresh() requests an element that was never found", async () => {
  const z = await open(slots(1), { manual: "" });
  z.refresh(at("z1"));
  await expectAsked([[1]]);
});

test("without an endpoint the tag reports one clear error", async () => {
  document.body.innerHTML = `<script data-zones="1"></script>${slots(1)}`;
  pretend("currentScript", document.querySelector("script"));
  await run();
  expect(world.said).toEqual(['data-endpoint="": expected an https address']);
  expect(asked()).toEqual([]);
});

test("with a wrong endpoint the tag reports one clear error, and its methods change nothing", async () => {
  const markup = `<ins id="z1" data-zone-id="1"></ins>`;
  const z = await open(markup, { endpoint: "ads" });
  expect(world.said).toEqual(['data-endpoint="ads": expected an https address']);
  z.scan();
  z.refresh();
  z.refresh(at("z1"));
  await pass(10);
  await hide(true);
  await hide(false);
  await expectAsked([]);
  expect(document.body.innerHTML).toBe(markup);
  expect(document.querySelector("link")).toBeNull();
});

test("zones of a document without a head are requested", async () => {
  const { head } = document;
  document.body.innerHTML = `<script data-endpoint="${ENDPOINT}"></script>${slots(1)}`;
  head.remove();
  // While the document loads, the tag tries to add a preconnect link.
  pretend("readyState", "loading");
  try {
    await run();
    await expectAsked([]);
    pretend("readyState", "interactive");
    document.dispatchEvent(new Event("DOMContentLoaded"));
    await expectAsked([[1]]);
  } finally {
    document.documentElement.prepend(head);
  }
});

test("a request that is sent at once adds no preconnect link", async () => {
  await open(slots(1));
  await expectAsked([[1]]);
  expect(document.querySelector("link")).toBeNull();
});

test("a preconnect link is added when the first request has to wait", async () => {
  await open("");
  await pass(1);
  const link = document.querySelector("link");
  expect(link?.rel).toBe("preconnect");
  expect(link?.href).toBe(ENDPOINT);
  expect(link?.getAttribute("crossorigin")).toBe("");
});
