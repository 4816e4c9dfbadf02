// @vitest-environment happy-dom
/** Second tries, and what waits for them. */
import { expect, test, vi } from "vitest";
import { MAX_BODY } from "../../src/protocol/placement.ts";
import { at, open, pass, state, usePage, world } from "./page.ts";

usePage();

const slot = (id: number) => `<ins id="z${id}" data-zone-id="${id}"></ins>`;
const asked = () => world.asked.map(({ ids }) => ids);

const sizes = () => world.asked.map(({ init }) => Buffer.byteLength(`${init.body}`));
const weigh = (id: number, keywords: string) =>
  `<ins id="z${id}" data-zone-id="${id}" data-keywords="${keywords}"></ins>`;

test("a request that is too large for a service is split, in bytes of UTF-8", async () => {
  const ids = Array.from({ length: 40 }, (_, at) => at + 1);
  // 2,300 bytes each, in half as many letters.
  await open(ids.map((id) => weigh(id, "ж".repeat(1_150))).join(""));
  await pass(100);
  expect(sizes().every((size) => size <= MAX_BODY)).toBe(true);
  expect(asked()).toEqual([ids.slice(20), ids.slice(0, 20)]);
  await world.asked[1]?.fill(ids.slice(0, 20).map(() => null));
  expect([1, 20, 21].map((id) => state(at(`z${id}`)))).toEqual(["empty", "empty", "pending"]);
});

test("a request of just the largest size is one", async () => {
  await open(slot(1));
  const rest = MAX_BODY - (sizes()[0] ?? 0) - `,"keywords":""`.length;
  await open(weigh(1, "k".repeat(rest)));
  expect(sizes().at(-1)).toBe(MAX_BODY);
  expect(state(at("z1"))).toBe("pending");
});

test("a zone that is too large alone fails with its size, and the others are requested", async () => {
  await open(slot(1) + weigh(2, "k".repeat(MAX_BODY)) + slot(3));
  expect(asked().flat().sort()).toEqual([1, 3]);
  const { detail } = world.told.find(({ type }) => type === "error") ?? {};
  expect(detail).toMatchObject({ zoneId: 2, code: "config", message: expect.stringMatching(/^65\d\d\d$/) });
});

test("bodies of unknown size are sent as they are, where the page has replaced Blob", async () => {
  vi.stubGlobal("Blob", undefined);
  await open(weigh(1, "k".repeat(MAX_BODY)));
  expect(asked()).toEqual([[1]]);
});

test("a network failure is tried once more, and no third time", async () => {
  vi.spyOn(performance, "now").mockReturnValue(350);
  await open(slot(1));
  await world.asked[0]?.fail(new TypeError("Failed to fetch"));
  expect(state(at("z1"))).toBe("pending");
  await pass(649);
  expect(asked()).toEqual([[1]]);
  await pass(1);
  expect(asked()).toEqual([[1], [1]]);
  await world.asked[1]?.fail(new TypeError("Failed to fetch"));
  expect(state(at("z1"))).toBe("error");
  await pass(60_000);
  expect(asked()).toHaveLength(2);
});

test("a second try is noted for the console before it waits, with how long it waits", async () => {
  vi.spyOn(performance, "now").mockReturnValue(350);
  const z = await open(slot(1));
  await world.asked[0]?.answer("", 503);
  const { notes } = await import("../../src/tag/record.ts");
  expect(notes.map(({ type, detail }) => (type === "retry" ? [type, detail] : type))).toEqual([
    "found",
    "request",
    "sent",
    "received",
    ["retry", 650],
  ]);
  z.destroy();
  await pass(60_000);
  await open(slot(1));
  await world.asked[1]?.answer("", 404);
  expect((await import("../../src/tag/record.ts")).notes.map(({ type }) => type)).not.toContain("retry");
});

test.each([404, 200])("what no second try can help, %d, is tried once", async (status) => {
  await open(slot(1));
  await world.asked[0]?.answer("oops", status);
  expect(state(at("z1"))).toBe("error");
});

test("the second try has only the zones that are still there, read by their new positions", async () => {
  await open(slot(1) + slot(2) + slot(3));
  await world.asked[0]?.answer("", 429, { "Retry-After": "30" });
  at("z1").remove();
  await pass(30_000);
  expect(asked()).toEqual([
    [1, 2, 3],
    [2, 3],
  ]);
  await world.asked[1]?.fill([null, 5]);
  expect([state(at("z2")), state(at("z3"))]).toEqual(["empty", "error"]);
});

test("there is no second try when all zones have left", async () => {
  const z = await open(slot(1));
  await world.asked[0]?.answer("", 429, { "Retry-After": "30" });
  z.destroy();
  await pass(60_000);
  expect(asked()).toEqual([[1]]);
});

test("later requests wait for the second try", async () => {
  await open(slot(1));
  await world.asked[0]?.answer("", 429, { "Retry-After": "30" });
  document.body.insertAdjacentHTML("beforeend", slot(2));
  await pass(29_990);
  expect(asked()).toEqual([[1]]);
  await pass(20);
  expect(asked().flat().toSorted()).toEqual([1, 1, 2]);
});

test("a zone id that becomes wrong while waiting is left out of the request", async () => {
  const z = await open(slot(1) + slot(2), { manual: "" });
  z.scan();
  at("z1").dataset.zoneId = "x";
  await pass(10);
  expect(asked()).toEqual([[2]]);
  expect(state(at("z1"))).toBe("error");
});
