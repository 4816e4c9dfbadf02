// @vitest-environment happy-dom
/** Placeholders that pages change, write anew, take away, and name. */
import { expect, test } from "vitest";
import { at, listWatchers, load, open, openFilled, pass, see, state, types, usePage, world } from "./page.ts";

usePage();

const slot = (id: number | string, more = "") => `<ins id="z${id}" data-zone-id="${id}" ${more}></ins>`;
/** Ids of each request. */
const asked = () => world.asked.map(({ ids }) => ids);

test("attributes are read again at each request", async () => {
  const z = await openFilled(slot(1, `data-keywords="a"`));
  at("z1").dataset.keywords = "b";
  at("z1").dataset.targetPlan = "pro";
  z.refresh();
  await pass(10);
  expect(world.asked[1]?.body.zones).toEqual([{ id: 1, keywords: "b", custom_targeting: { plan: "pro" } }]);
});

test("a changed zone id is requested by itself, and nothing of the old zone stays", async () => {
  await openFilled(`<ins id="a" data-zone-id="1"><b>house</b></ins>`);
  at("a").dataset.zoneId = "2";
  await pass(10);
  expect(asked()).toEqual([[1], [2]]);
  expect([state(at("a")), at("a").innerHTML]).toEqual(["pending", "<b>house</b>"]);
});

test("the same zone id written again changes nothing", async () => {
  await openFilled(slot(1));
  at("z1").dataset.zoneId = "1";
  await pass(10);
  expect([asked(), state(at("z1"))]).toEqual([[[1]], "filled"]);
});

test("an element that gets a zone id later is found, and one that loses it is given back", async () => {
  await open(`<ins id="a"></ins>`);
  await pass(10);
  at("a").dataset.zoneid = "3";
  await pass(10);
  expect(asked()).toEqual([[3]]);
  at("a").removeAttribute("data-zoneid");
  await pass(10);
  expect(state(at("a"))).toBeNull();
  expect(listWatchers(at("a"))).toEqual([]);
});

test("with data-manual a changed id is requested where its placeholder was scanned, and no other", async () => {
  const z = await open(slot(1) + slot(2), { manual: "" });
  z.scan(at("z1"));
  await pass(10);
  for (const id of [1, 2]) at(`z${id}`).dataset.zoneId = `${id + 10}`;
  await pass(10);
  expect(asked()).toEqual([[1], [11]]);
});

test("a placeholder that was given back stays so when its zone id changes", async () => {
  const z = await openFilled(slot(1));
  z.destroy();
  at("z1").dataset.zoneId = "2";
  await pass(10);
  expect(asked()).toEqual([[1]]);
});

test("a wrong zone id in place of a good one ends in a state, and the others go on", async () => {
  const z = await openFilled(slot(1) + slot(2));
  at("z1").dataset.zoneId = "x";
  await pass(10);
  expect(state(at("z1"))).toBe("error");
  z.refresh();
  await pass(10);
  expect(asked()).toEqual([[1, 2], [2]]);
});

test("an ad that comes back as markup written by the page is not fallback content", async () => {
  await openFilled(`<main id="m">${slot(1)}</main>`);
  at("m").innerHTML += "<p>more</p>";
  expect(at("z1").innerHTML).not.toBe("");
  await pass(10);
  expect([asked(), state(at("z1")), at("z1").innerHTML]).toEqual([[[1], [1]], "pending", ""]);
  await world.asked[1]?.fill([null]);
  expect([state(at("z1")), at("z1").innerHTML]).toEqual(["empty", ""]);
});

test("what the publisher wrote beside an ad stays when the page writes its markup again", async () => {
  await open(`<ins id="a" data-zone-id="1" data-zone-state="filled"><b>house</b></ins>`);
  expect(at("a").innerHTML).toBe("<b>house</b>");
});

test("a placeholder that left is let go also where it was in a shadow root", async () => {
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

test("a placeholder that left is let go also where it was scanned by hand", async () => {
  const z = await open(`<main id="m">${slot(1)}</main>`, { manual: "" });
  const [main, el] = [at("m"), at("z1")];
  z.scan(main);
  await pass(0);
  main.remove();
  await pass(0);
  expect([state(el), listWatchers(el)]).toEqual([null, []]);
});

test("a placeholder that left before it was observed holds up no others", async () => {
  await open(slot(1) + slot(2, `data-lazy="0"`));
  expect(asked()).toEqual([]);
  at("z2").remove();
  await pass(10);
  expect(asked()).toEqual([[1]]);
});

test("null is no target of refresh or destroy", async () => {
  const z = await openFilled(slot(1));
  z.refresh(null);
  z.destroy(null);
  await pass(10);
  expect([asked(), state(at("z1"))]).toEqual([[[1]], "filled"]);
});

test("refresh of all leaves lazy placeholders alone that were never near", async () => {
  const z = await open(slot(1) + slot(2, `data-lazy="0"`) + slot(3, `data-lazy="0"`));
  await see(at("z2"), { ratio: 0 });
  await see(at("z3"));
  await pass(10);
  z.refresh();
  await pass(10);
  expect(asked()).toEqual([
    [1, 3],
    [1, 3],
  ]);
});

test("destroyed placeholders stay given back when they move, until they are named", async () => {
  const z = await openFilled(slot(1));
  z.destroy();
  document.body.append(at("z1"));
  await pass(10);
  expect(asked()).toEqual([[1]]);
  z.scan(at("z1"));
  await pass(10);
  expect(asked()).toEqual([[1], [1]]);
});

test("refresh inside the event of a slot that is requested, or filled, takes effect", async () => {
  const z = await open(slot(1), { manual: "" });
  for (const type of ["request", "filled"]) {
    const refresh = () => {
      at("z1").removeEventListener(`zonetag:${type}`, refresh);
      z.refresh(at("z1"));
    };
    at("z1").addEventListener(`zonetag:${type}`, refresh);
  }
  z.refresh(at("z1"));
  await pass(10);
  expect(asked()).toEqual([[1], [1]]);
  await world.asked[1]?.fill();
  await load();
  await pass(10);
  expect(asked()).toEqual([[1], [1], [1]]);
});

test("scan and destroy inside the event of a slot that is requested take effect", async () => {
  const z = await open(slot(1) + slot(2), { manual: "" });
  at("z1").addEventListener("zonetag:request", () => z.scan(at("z2")));
  at("z1").addEventListener("zonetag:request", () => z.destroy(at("z1")));
  z.scan(at("z1"));
  await pass(10);
  expect(asked()).toEqual([[2]]);
  expect(state(at("z1"))).toBeNull();
});

test("destroy inside the event of a wrong id takes effect", async () => {
  const z = await open(slot("x"), { manual: "" });
  at("zx").addEventListener("zonetag:error", () => z.destroy(at("zx")));
  z.scan();
  expect(state(at("zx"))).toBeNull();
});

test("destroy inside the event of a slot that is filled leaves nothing, and counts nothing", async () => {
  world.firstView = {};
  const z = await open(slot(1));
  at("z1").addEventListener("zonetag:filled", () => z.destroy(at("z1")));
  await world.asked[0]?.fill();
  await load();
  await pass(2_000);
  expect([state(at("z1")), at("z1").innerHTML, listWatchers(at("z1"))]).toEqual([null, "", []]);
  expect(types()).toEqual(["request", "filled"]);
});
