// @vitest-environment happy-dom
/** Counting of impressions. */
import { expect, test, vi } from "vitest";
import {
  at,
  type banner,
  hide,
  load,
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

const SLOT = `<ins id="a" data-zone-id="7"></ins>`;

test("each banner sends one impression, however often it is seen", async () => {
  const z = await openFilled(SLOT);
  const entry = world.told.find(({ type }) => type === "filled")?.detail.data as ReturnType<typeof banner>;
  for (const ratio of [1, 0, 0.4, 1]) await see(at("a"), { ratio });
  await hide(true);
  await hide(false);
  await see(at("a"));
  await pass(60);
  expect(world.pings.map(({ address }) => address)).toEqual([entry.data.impression]);
  expect(types().filter((type) => type === "impression")).toHaveLength(1);
  z.refresh();
  await pass(0);
  await world.asked[1]?.fill();
  await load();
  await see(at("a"));
  expect(types().filter((type) => type === "impression")).toHaveLength(2);
});

test("an impression that fails twice is recorded as lost with its address", async () => {
  world.pingsFail = true;
  await openFilled(SLOT);
  await see(at("a"));
  await pass(2_000);
  expect(world.pings).toHaveLength(2);
  const { notes } = await import("../../src/tag/record.ts");
  expect(notes.at(-1)).toMatchObject({
    type: "lost",
    detail: world.pings[0]?.address,
    key: expect.any(Number),
  });
});

test("impressions are sent in the task that dispatches filled", async () => {
  world.firstView = { ratio: 0, top: 5_000 };
  const sent: number[] = [];
  document.addEventListener("zonetag:filled", () => queueMicrotask(() => sent.push(world.pings.length)), {
    once: true,
  });
  await openFilled(SLOT);
  expect(sent).toEqual([1]);
  expect(types()).toEqual(["request", "filled", "impression"]);
});

test("slots of a page that is not rendered are filled but send no impression", async () => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      thresholds = [];
      observe() {}
      unobserve() {}
    },
  );
  await openFilled(SLOT);
  expect(state(at("a"))).toBe("pending");
  await pass(20_000);
  expect(state(at("a"))).toBe("filled");
  expect(types()).toEqual(["request", "filled"]);
});

test("an impression waits until the slot has an area, even outside the viewport", async () => {
  await openFilled(SLOT);
  await see(at("a"), { width: 0 });
  await see(at("a"), { height: 0 });
  expect(types()).not.toContain("impression");
  await see(at("a"), { ratio: 0, top: 5_000 });
  expect(types()).toContain("impression");
});

test.each([
  ["until a transparent page is faded in", { isTransparent: true }, { isTransparent: false }],
  [
    "until an ad in view gets an area, which no observer reports",
    { firstView: { width: 0 } },
    { firstView: {} },
  ],
])("impressions wait %s", async (_condition, before, after) => {
  Object.assign(world, { firstView: {}, ...before });
  await openFilled(SLOT);
  await pass(5_000);
  expect(types()).toEqual(["request", "filled"]);
  Object.assign(world, after);
  await pass(1_000);
  expect(types()).toEqual(["request", "filled", "impression"]);
  await pass(1_000);
  expect(types()).toContain("viewable");
});

test("an ad without an area is not observed again by a timer", async () => {
  await openFilled(SLOT);
  const { looks } = world;
  await pass(5_000);
  expect(world.looks).toBe(looks);
});

test("an ad that a zonetag:filled listener removes sends no impression", async () => {
  world.firstView = {};
  await open(SLOT);
  at("a").addEventListener("zonetag:filled", () => at("a").querySelector("a")?.remove());
  await world.asked[0]?.fill();
  await load();
  await pass(5_000);
  expect(types()).toEqual(["request", "filled"]);
});

test("impressions wait for the page to be visible", async () => {
  await openFilled(SLOT);
  await hide(true);
  await see(at("a"));
  expect(types()).not.toContain("impression");
  await hide(false);
  await see(at("a"));
  expect(types()).toContain("impression");
});

test("an element named hidden does not delay impressions", async () => {
  await openFilled(SLOT);
  Object.defineProperty(document, "hidden", { value: document.createElement("img"), configurable: true });
  await see(at("a"));
  Reflect.deleteProperty(document, "hidden");
  expect(types()).toContain("impression");
});

test.each(["omit", "include"] as const)("impressions go out with credentials: %s", async (credentials) => {
  await openFilled(SLOT, { credentials });
  await see(at("a"));
  await pass(60);
  expect(world.pings[0]?.init.credentials).toBe(credentials);
});
