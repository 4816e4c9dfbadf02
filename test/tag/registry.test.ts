// @vitest-environment happy-dom
/** Placeholders that pages change, rewrite, remove or pass to the tag's methods. */
import { expect, test, vi } from "vitest";
import { BANNER } from "../../src/tag/banner.ts";
import type { Zonetag } from "../../src/tag/types.ts";
import {
  asked,
  at,
  endTask,
  expectAsked,
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

const slot = (id: number | string, more = "") => `<ins id="z${id}" data-zone-id="${id}" ${more}></ins>`;

test("attributes are read again at each request", async () => {
  const z = await openFilled(slot(1, `data-keywords="a"`));
  at("z1").dataset.keywords = "b";
  at("z1").dataset.targetPlan = "pro";
  z.refresh();
  await pass(10);
  expect(world.asked[1]?.body.zones).toEqual([{ id: 1, keywords: "b", custom_targeting: { plan: "pro" } }]);
});

test("a changed zone id is requested automatically, and the old zone's ad is removed", async () => {
  await openFilled(`<ins id="a" data-zone-id="1"><b>house</b></ins>`);
  at("a").dataset.zoneId = "2";
  await expectAsked([[1], [2]]);
  expect([state(at("a")), at("a").innerHTML]).toEqual(["pending", "<b>house</b>"]);
});

test("the same zone id written again changes nothing", async () => {
  await openFilled(slot(1));
  at("z1").dataset.zoneId = "1";
  await pass(10);
  expect([asked(), state(at("z1"))]).toEqual([[[1]], "filled"]);
});

test("an element that gets a zone id is requested, and an element that loses its zone id is restored", async () => {
  await open(`<ins id="a"></ins>`);
  await pass(10);
  at("a").dataset.zoneid = "3";
  await expectAsked([[3]]);
  at("a").removeAttribute("data-zoneid");
  await pass(10);
  expect(state(at("a"))).toBeNull();
  expect(listWatchers(at("a"))).toEqual([]);
});

test("with data-manual a changed id is requested only where its placeholder was scanned", async () => {
  const z = await open(slot(1) + slot(2), { manual: "" });
  z.scan(at("z1"));
  await pass(10);
  for (const id of [1, 2]) at(`z${id}`).dataset.zoneId = `${id + 10}`;
  await expectAsked([[1], [11]]);
});

test("a destroyed placeholder stays destroyed when its zone id changes", async () => {
  const z = await openFilled(slot(1));
  z.destroy();
  at("z1").dataset.zoneId = "2";
  await expectAsked([[1]]);
});

test("a zone id that becomes invalid ends in error, and other zones are not affected", async () => {
  const z = await openFilled(slot(1) + slot(2));
  at("z1").dataset.zoneId = "x";
  await pass(10);
  expect(state(at("z1"))).toBe("error");
  z.refresh();
  await expectAsked([[1, 2], [2]]);
});

test("an ad that the page rewrites as markup is not kept as fallback content", async () => {
  await openFilled(`<main id="m">${slot(1)}</main>`);
  at("m").innerHTML += "<p>more</p>";
  expect(at("z1").innerHTML).not.toBe("");
  await pass(10);
  expect([asked(), state(at("z1")), at("z1").innerHTML]).toEqual([[[1], [1]], "pending", ""]);
  await world.asked[1]?.fill([null]);
  expect([state(at("z1")), at("z1").innerHTML]).toEqual(["empty", ""]);
});

test.each(["", `data-zone-state="filled"`])(
  "an ad that an editor saved in a placeholder with the attributes '%s' is removed",
  async (attributes) => {
    const ad = `<p><a href="https://ads.example/1" target="_blank" rel="noopener noreferrer sponsored nofollow" aria-label="Advertisement"><img src="x.png" alt="" decoding="async"></a></p>`;
    await open(`<ins id="a" data-zone-id="1" ${attributes}>${ad}</ins>`);
    await world.asked[0]?.fill([null]);
    expect([state(at("a")), at("a").innerHTML]).toEqual(["empty", "<p></p>"]);
  },
);

test("content other than an ad stays when the page rewrites a placeholder with its state", async () => {
  await open(`<ins id="a" data-zone-id="1" data-zone-state="filled"><b>house</b></ins>`);
  expect(at("a").innerHTML).toBe("<b>house</b>");
});

test("a placeholder in a shadow root is forgotten when the host is removed", async () => {
  const z = await open(`<main id="m"></main>`);
  const root = at("m").attachShadow({ mode: "open" });
  root.innerHTML = `<ins data-zone-id="1" data-refresh="30"></ins>`;
  z.scan(root);
  await pass(0);
  await world.asked[0]?.fill();
  await load();
  const el = root.querySelector("ins") as HTMLElement;
  await see(el);
  at("m").remove();
  await pass(0);
  expect([state(el), el.innerHTML, listWatchers(el)]).toEqual([null, "", []]);
  await pass(100_000);
  expect(asked()).toEqual([[1]]);
});

test("with data-manual a scanned placeholder is forgotten when its parent is removed", async () => {
  const z = await open(`<main id="m">${slot(1)}</main>`, { manual: "" });
  const [main, el] = [at("m"), at("z1")];
  z.scan(main);
  await pass(0);
  main.remove();
  await pass(0);
  expect([state(el), listWatchers(el)]).toEqual([null, []]);
});

test("a lazy placeholder removed before its first observation does not delay other placeholders", async () => {
  await open(slot(1) + slot(2, `data-lazy="0"`));
  expect(asked()).toEqual([]);
  at("z2").remove();
  await expectAsked([[1]]);
});

test("scan(), refresh(), destroy() and set() do nothing with null", async () => {
  const z = await openFilled(slot(1));
  z.scan(null);
  z.set(null);
  z.refresh(null);
  z.destroy(null);
  await pass(10);
  expect([asked(), state(at("z1"))]).toEqual([[[1]], "filled"]);
});

test.each(["0x65", "101.0", "", 0])(
  "the target %j matches no zone because ids are compared as text",
  async (target) => {
    const z = await openFilled(slot(101) + slot(""));
    z.refresh(target as number);
    z.destroy(target as number);
    await pass(10);
    expect([asked(), state(at("z101"))]).toEqual([[[101]], "filled"]);
  },
);

test("refresh() finds a zone by its number although white space surrounds its id", async () => {
  const z = await openFilled(`<ins data-zone-id=" 7 "></ins>`);
  z.refresh(7);
  await expectAsked([[7], [7]]);
});

test.each([
  ["destroyed", (z: Zonetag) => z.destroy(at("z2"))],
  ["removed", () => at("z2").remove()],
])(
  "a slot that is %s in the request event of an earlier slot in the same batch is not requested",
  async (_, act) => {
    const z = await open(slot(1) + slot(2) + slot(3), { manual: "" });
    const second = at("z2");
    at("z1").addEventListener("zonetag:request", () => act(z));
    z.scan();
    await expectAsked([[1, 3]]);
    expect(state(second)).toBeNull();
  },
);

test("a slot that is destroyed in the request event of a later slot in the same batch is not requested", async () => {
  const z = await open(slot(1) + slot(2), { manual: "" });
  at("z2").addEventListener("zonetag:request", () => z.destroy(at("z1")));
  z.scan();
  await pass(10);
  expect([asked(), state(at("z1"))]).toEqual([[[2]], null]);
});

test("fallback children that the page removed while an ad was shown are restored", async () => {
  await open(`<p id="p"></p><ins id="a" data-zone-id="1"><b>one</b><i>two</i></ins>`);
  const [first, second] = [...at("a").children];
  await world.asked[0]?.fill();
  await load();
  expect(at("a").querySelector("img")).not.toBeNull();
  first?.remove();
  at("p").append(second as Element);
  (window.zonetag as Zonetag).destroy();
  expect(at("a").innerHTML).toBe("<b>one</b><i>two</i>");
  expect(at("p").innerHTML).toBe("");
});

test("refresh() without a target skips lazy placeholders that never came near the viewport", async () => {
  const z = await open(slot(1) + slot(2, `data-lazy="0"`) + slot(3, `data-lazy="0"`));
  await see(at("z2"), { ratio: 0 });
  await see(at("z3"));
  await pass(10);
  z.refresh();
  await expectAsked([
    [1, 3],
    [1, 3],
  ]);
});

test("a destroyed placeholder that moves stays destroyed until scan() is called with it", async () => {
  const z = await openFilled(slot(1));
  z.destroy();
  document.body.append(at("z1"));
  await expectAsked([[1]]);
  z.scan(at("z1"));
  await expectAsked([[1], [1]]);
});

test("refresh() takes effect in the request and filled events of its slot", async () => {
  const z = await open(slot(1), { manual: "" });
  for (const type of ["request", "filled"]) {
    const refresh = () => {
      at("z1").removeEventListener(`zonetag:${type}`, refresh);
      z.refresh(at("z1"));
    };
    at("z1").addEventListener(`zonetag:${type}`, refresh);
  }
  z.refresh(at("z1"));
  await expectAsked([[1], [1]]);
  await world.asked[1]?.fill();
  await load();
  await expectAsked([[1], [1], [1]]);
});

test("scan() and destroy() take effect in the request event of their slot", async () => {
  const z = await open(slot(1) + slot(2), { manual: "" });
  at("z1").addEventListener("zonetag:request", () => z.scan(at("z2")));
  at("z1").addEventListener("zonetag:request", () => z.destroy(at("z1")));
  z.scan(at("z1"));
  await expectAsked([[2]]);
  expect(state(at("z1"))).toBeNull();
});

test("destroy() takes effect in the error event of a wrong id", async () => {
  const z = await open(slot("x"), { manual: "" });
  at("zx").addEventListener("zonetag:error", () => z.destroy(at("zx")));
  z.scan();
  expect(state(at("zx"))).toBeNull();
});

test("destroy() in the filled event removes the ad and counts nothing", async () => {
  world.firstView = {};
  const z = await open(slot(1));
  at("z1").addEventListener("zonetag:filled", () => z.destroy(at("z1")));
  await world.asked[0]?.fill();
  await load();
  await pass(2_000);
  expect([state(at("z1")), at("z1").innerHTML, listWatchers(at("z1"))]).toEqual([null, "", []]);
  expect(types()).toEqual(["request", "filled"]);
});

/** Adds placeholders and returns how many of them start in each task until a request is sent. */
async function countStarted(add: () => void): Promise<number[]> {
  // Each start looks for copies of banners.
  const find = vi.spyOn(Element.prototype, "querySelectorAll");
  const runNextTimer = holdTimers();
  add();
  const counts: number[] = [];
  while (world.asked.length === 0 && counts.length < 100) {
    await endTask();
    counts.push(find.mock.calls.filter(([selector]) => selector === BANNER).length);
    find.mockClear();
    runNextTimer();
  }
  return counts;
}

const MANY = Array.from({ length: 45 }, (_, index) => index + 1);

function createPlaceholder(id: number): HTMLElement {
  const placeholder = document.createElement("ins");
  placeholder.id = `z${id}`;
  placeholder.dataset.zoneId = `${id}`;
  return placeholder;
}

test.each<[how: string, manual: boolean, add: (z: Zonetag) => void]>([
  ["found by one scan", true, (z) => z.scan(at("m"))],
  ["added at once", false, () => at("m").append(...MANY.map(createPlaceholder))],
  [
    "added one by one",
    false,
    () => {
      for (const id of MANY) at("m").append(createPlaceholder(id));
    },
  ],
])("45 placeholders %s start at most ten per task and share one request", async (_, manual, add) => {
  const markup = manual ? MANY.map((id) => slot(id)).join("") : "";
  const z = await open(`<main id="m">${markup}</main>`, manual ? { manual: "" } : {});
  const counts = await countStarted(() => add(z));
  expect(Math.max(...counts)).toBe(10);
  expect(counts.reduce((sum, count) => sum + count)).toBe(MANY.length);
  expect(asked()).toEqual([MANY]);
});

test("the boxes of many placeholders are reserved in the task that finds them", async () => {
  const z = await open(MANY.map((id) => slot(id, `data-size="${id}x50"`)).join(""), { manual: "" });
  const replaceSync = vi.spyOn(CSSStyleSheet.prototype, "replaceSync");
  z.scan();
  const written = replaceSync.mock.lastCall?.[0];
  for (const id of MANY) expect(written).toContain(`width: min(${id}px, 100%)`);
});

test("a placeholder that is destroyed or removed before its start is not requested", async () => {
  const z = await open(MANY.map((id) => slot(id)).join(""), { manual: "" });
  const [destroyed, removed, refreshed] = [at("z43"), at("z44"), at("z45")];
  z.scan();
  z.destroy(destroyed);
  removed.remove();
  z.refresh(refreshed);
  await expectAsked([MANY.filter((id) => id !== 43 && id !== 44)]);
  expect([destroyed, removed, refreshed].map(state)).toEqual([null, null, "pending"]);
});

test("refresh() requests lazy placeholders even before their start", async () => {
  const z = await open(MANY.map((id) => slot(id, `data-lazy="0"`)).join(""), { manual: "" });
  z.refresh(document.body);
  await expectAsked([MANY]);
});

test("a lazy placeholder that is scanned after destroy() waits until it is near the viewport", async () => {
  const z = await open(slot(1, `data-lazy="0"`));
  await see(at("z1"));
  await pass(10);
  z.destroy();
  z.scan();
  await expectAsked([[1]]);
  await see(at("z1"));
  await expectAsked([[1], [1]]);
});

test("a placeholder removed before its start is requested when it returns", async () => {
  await openFilled(slot(100));
  document.body.append(...MANY.map(createPlaceholder));
  await null;
  const last = at("z45");
  last.remove();
  await pass(10);
  document.body.append(last);
  await pass(10);
  expect(asked().slice(1)).toEqual([MANY.slice(0, -1), [45]]);
});

test("25 lazy placeholders that approach in one report share a request", async () => {
  const ids = MANY.slice(0, 25);
  await open(ids.map((id) => slot(id, `data-lazy="0"`)).join(""));
  const [watcher] = world.watchers;
  const report = (isIntersecting: boolean) =>
    watcher?.callback(ids.map((id) => ({ target: at(`z${id}`), isIntersecting, boundingClientRect: {} })));
  report(false);
  await expectAsked([]);
  report(true);
  await expectAsked([ids]);
});

test("placeholders added during the wait for consent share the first request", async () => {
  const platform = vi.fn();
  vi.stubGlobal("__tcfapi", platform);
  await open(slot(100));
  const [, , tell] = platform.mock.lastCall ?? [];
  document.body.append(...MANY.map(createPlaceholder));
  await null;
  tell({ eventStatus: "tcloaded", listenerId: 1, gdprApplies: false }, true);
  await expectAsked([[100, ...MANY]]);
});

test("an article parsed into a filled placeholder stays, and fallback content replaces the ad", async () => {
  await openFilled(`<ins id="a" data-zone-id="1"><b>house</b></ins>`);
  at("a").append(document.createElement("article"));
  await pass(10);
  expect([state(at("a")), at("a").innerHTML]).toEqual(["error", "<b>house</b><article></article>"]);
  expect(world.told.at(-1)).toMatchObject({ type: "error", detail: { code: "config", message: "article" } });
});

test("an article that arrives while the banner loads stays, and no ad is shown", async () => {
  await open(`<ins id="a" data-zone-id="1"><b>house</b></ins>`);
  await world.asked[0]?.fill();
  at("a").append(document.createElement("article"));
  await load();
  expect([state(at("a")), at("a").innerHTML]).toEqual(["error", "<b>house</b><article></article>"]);
});

test("a placeholder that contains an article keeps it and is not requested", async () => {
  await open(`<ins id="a" data-zone-id="1"><article></article></ins>${slot(2)}`);
  expect(asked()).toEqual([[2]]);
  expect([state(at("a")), at("a").innerHTML]).toEqual(["error", "<article></article>"]);
});

test("a script element is never a placeholder, and data-zoneid works only on ins", async () => {
  await open(
    `<script type="text/plain" data-zone-id="1"></script><b data-zoneid="2"></b><ins data-zoneid="3"></ins>`,
  );
  expect(asked()).toEqual([[3]]);
});

test("a lazy placeholder that was near the viewport once is requested when its media query matches later", async () => {
  const media: Media = { media: "(width > 1px)", matches: false, onchange: null };
  world.media["(width > 1px)"] = media;
  await open(slot(1, `data-lazy="0" data-media="(width > 1px)"`));
  await see(at("z1"));
  await see(at("z1"), { ratio: 0 });
  await expectAsked([]);
  media.matches = true;
  media.onchange?.();
  await expectAsked([[1]]);
});
