// @vitest-environment happy-dom
/** Automatic refreshes and refresh(). */
import { expect, test } from "vitest";
import { at, hide, load, open, openFilled, pass, see, state, types, usePage, world } from "./page.ts";

usePage();

const SLOT = `<ins id="a" data-zone-id="7"></ins>`;

const open30 = () => openFilled(`<ins id="a" data-zone-id="7" data-refresh="30"></ins>`);

test("data-refresh counts only seconds in view on a visible page", async () => {
  await open30();
  await see(at("a"));
  await pass(20_000);
  await see(at("a"), { ratio: 0 });
  await pass(60_000);
  await see(at("a"));
  await hide(true);
  await pass(60_000);
  await hide(false);
  await see(at("a"));
  await pass(9_990);
  expect(world.asked).toHaveLength(1);
  await pass(20);
  expect(world.asked).toHaveLength(2);
  expect(at("a").querySelector("img")).not.toBeNull();
  await world.asked[1]?.fill();
  await load();
  await see(at("a"));
  await pass(29_990);
  expect(world.asked).toHaveLength(2);
  await pass(20);
  expect(world.asked).toHaveLength(3);
});

test("data-refresh also requests an empty slot again", async () => {
  await open(`<ins id="a" data-zone-id="7" data-refresh="30"></ins>`);
  await world.asked[0]?.fill([null]);
  await see(at("a"));
  await pass(30_010);
  expect(world.asked).toHaveLength(2);
});

test("without data-refresh nothing is requested again", async () => {
  await openFilled(SLOT);
  await see(at("a"));
  await pass(600_000);
  expect(world.asked).toHaveLength(1);
});

test.each([
  ["no ad", [null], "empty"],
  ["a failure", [5], "error"],
])("a refresh answered by %s keeps the current banner and its state", async (_, entries, told) => {
  const z = await openFilled(SLOT);
  const shown = at("a").innerHTML;
  z.refresh();
  await pass(0);
  expect(state(at("a"))).toBe("pending");
  await world.asked[1]?.fill(entries);
  expect(types().at(-1)).toBe(told);
  expect([state(at("a")), at("a").innerHTML]).toEqual(["filled", shown]);
});

test.each(["load", "error"] as const)(
  "a refresh replaces the old banner only when the new image loads; the image ends in %s",
  async (end) => {
    const z = await openFilled(SLOT);
    const [old] = at("a").children;
    z.refresh();
    await pass(0);
    await world.asked[1]?.fill();
    expect([...at("a").children]).toEqual([old]);
    await load("newest", end);
    expect(at("a").children[0] === old).toBe(end === "error");
    expect([types().at(-1), state(at("a"))]).toEqual([end === "load" ? "filled" : "error", "filled"]);
  },
);

test("a banner does not become viewable while its slot is being refreshed", async () => {
  const z = await openFilled(SLOT);
  await see(at("a"));
  await pass(500);
  z.refresh();
  await pass(0);
  await hide(true);
  await hide(false);
  await see(at("a"));
  await pass(5_000);
  expect(types()).not.toContain("viewable");
});
