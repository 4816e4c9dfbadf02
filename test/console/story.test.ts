import { expect, test } from "vitest";
import type { Note } from "../../src/console/inside.ts";
import { exchangesOf, turnOf } from "../../src/console/story.ts";

const note = (at: number, type: string, key?: number, detail?: unknown): Note => ({ at, type, key, detail });
const body = (...ids: number[]) => JSON.stringify({ user: {}, zones: ids.map((id) => ({ id })) });
const answer = (status: number, text = "") => ({ status, text });

test("a request's zones are those told of before it, its answer the next one", () => {
  const notes = [
    note(1, "request", 1),
    note(1, "request", 2),
    note(2, "sent", undefined, body(10, 20)),
    note(3, "received", undefined, answer(200, "{}")),
    note(4, "empty", 1),
    note(5, "request", 3),
    note(5, "sent", undefined, body(30)),
  ];
  const exchanges = exchangesOf(notes);
  expect(exchanges.map(({ keys, attempts }) => [keys, attempts.length])).toEqual([
    [[1, 2], 1],
    [[3], 0],
  ]);
  expect(turnOf(notes, exchanges, 2)).toMatchObject({
    requests: 1,
    position: 1,
    exchange: { body: body(10, 20) },
  });
  expect(turnOf(notes, exchanges, 1).moments.map(({ type }) => type)).toEqual(["request", "empty"]);
});

test.each([[0], [429], [503]])("after %d a second answer belongs to the same request", (status) => {
  const [exchange] = exchangesOf([
    note(1, "request", 1),
    note(1, "sent", undefined, body(10)),
    note(2, "received", undefined, answer(status)),
    note(3, "received", undefined, answer(200, "{}")),
  ]);
  expect(exchange?.attempts.map((attempt) => attempt.status)).toEqual([status, 200]);
});

test("answers that say which request they belong to are told apart", () => {
  const exchanges = exchangesOf([
    note(1, "request", 1),
    note(1, "sent", undefined, body(10)),
    note(2, "request", 2),
    note(2, "sent", undefined, body(20)),
    note(3, "received", undefined, { ...answer(200, "second"), body: body(20) }),
    note(4, "received", undefined, { ...answer(200, "first"), body: body(10) }),
  ]);
  expect(exchanges.map(({ attempts }) => attempts[0]?.text)).toEqual(["first", "second"]);
});

test("a turn begins with the zone's last request; a placeholder that the tag leaves alone has none", () => {
  const notes = [note(1, "request", 1), note(2, "filled", 1), note(9, "request", 1), note(10, "wrong")];
  expect(turnOf(notes, [], 1)).toMatchObject({ requests: 2, moments: [{ at: 9 }], exchange: undefined });
  expect(turnOf(notes, [], undefined)).toMatchObject({ requests: 0, moments: [] });
});

test("what is left of a record that forgot its beginning is read without harm", () => {
  expect(exchangesOf([note(1, "received", undefined, answer(200))])).toEqual([]);
});
