// @vitest-environment happy-dom
/** Retries, and requests that wait for a retry. */
import { expect, test, vi } from "vitest";
import { asked, at, open, pass, state, usePage, world } from "./page.ts";

usePage();

const slot = (id: number) => `<ins id="z${id}" data-zone-id="${id}"></ins>`;

test("a batch is split where its different keywords exceed the bound of a request", async () => {
  const keyed = (id: number, letter: string) =>
    `<ins data-zone-id="${id}" data-keywords="${letter.repeat(8192)}"></ins>`;
  await open(keyed(1, "a") + keyed(2, "b") + keyed(3, "a"));
  expect(asked()).toEqual([[1, 2, 3]]);
  await open(keyed(4, "a") + keyed(5, "b") + keyed(6, "c"));
  expect(asked().slice(1)).toEqual([[4], [5, 6]]);
});

test("a network failure is retried once", async () => {
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

test("a retry is recorded for the console with its delay before the wait begins", async () => {
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

test.each([404, 200])("status %d is not retried", async (status) => {
  await open(slot(1));
  await world.asked[0]?.answer("oops", status);
  expect(state(at("z1"))).toBe("error");
});

test("a retry contains only the remaining zones and reads results by their new positions", async () => {
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

test("a request is not retried when all its zones have left the page", async () => {
  const z = await open(slot(1));
  await world.asked[0]?.answer("", 429, { "Retry-After": "30" });
  z.destroy();
  await pass(60_000);
  expect(asked()).toEqual([[1]]);
});

test("later requests wait for the retry", async () => {
  await open(slot(1));
  await world.asked[0]?.answer("", 429, { "Retry-After": "30" });
  document.body.insertAdjacentHTML("beforeend", slot(2));
  await pass(29_990);
  expect(asked()).toEqual([[1]]);
  await pass(20);
  expect(asked().flat().toSorted()).toEqual([1, 1, 2]);
});

test("a zone id that becomes invalid before the request is sent is left out", async () => {
  const z = await open(slot(1) + slot(2), { manual: "" });
  z.scan();
  at("z1").dataset.zoneId = "x";
  await pass(10);
  expect(asked()).toEqual([[2]]);
  expect(state(at("z1"))).toBe("error");
});
