import { expect, test } from "vitest";
import type { Note } from "../../src/console/inside.ts";
import { storyOf } from "../../src/console/story.ts";

const note = (at: number, type: string, key?: number, detail?: unknown): Note => ({ at, type, key, detail });
const body = (...ids: number[]) => JSON.stringify({ user: {}, zones: ids.map((id) => ({ id })) });
const answer = (status: number, text = "") => ({ status, text });

test("a request's zones are those told of before it, its answer the next one", () => {
  const { exchanges, turns } = storyOf([
    note(1, "request", 1),
    note(1, "request", 2),
    note(2, "sent", undefined, body(10, 20)),
    note(3, "received", undefined, answer(200, "{}")),
    note(4, "empty", 1),
    note(5, "request", 3),
    note(5, "sent", undefined, body(30)),
  ]);
  expect(exchanges.map(({ turns: own, attempts }) => [own.length, attempts.length])).toEqual([
    [2, 1],
    [1, 0],
  ]);
  expect(exchanges[0]?.turns).toEqual([turns[1], turns[2]]);
  expect(turns[2]).toMatchObject({ requests: 1, exchange: { body: body(10, 20) } });
  expect(turns[1]?.moments.map(({ at, type }) => [at, type])).toEqual([
    [1, "request"],
    [3, "answered"],
    [4, "empty"],
  ]);
  expect(turns[3]?.moments.map(({ type }) => type)).toEqual(["request"]);
});

test.each([[0], [429], [503]])("after %d a second answer belongs to the same request", (status) => {
  const { exchanges, turns } = storyOf([
    note(1, "request", 1),
    note(1, "sent", undefined, body(10)),
    note(2, "received", undefined, answer(status)),
    note(3, "received", undefined, answer(200, "{}")),
  ]);
  expect(exchanges[0]?.attempts.map((attempt) => attempt.status)).toEqual([status, 200]);
  // When nothing came back, nothing answered.
  const answered = turns[1]?.moments.filter(({ type }) => type === "answered").map(({ at }) => at);
  expect(answered).toEqual(status ? [2, 3] : [3]);
});

test("answers that say which request they belong to are told apart", () => {
  const { exchanges } = storyOf([
    note(1, "request", 1),
    note(1, "sent", undefined, body(10)),
    note(2, "request", 2),
    note(2, "sent", undefined, body(20)),
    note(3, "received", undefined, { ...answer(200, "second"), body: body(20) }),
    note(4, "received", undefined, { ...answer(200, "first"), body: body(10) }),
  ]);
  expect(exchanges.map(({ attempts }) => attempts[0]?.text)).toEqual(["first", "second"]);
});

test("a turn begins with the zone's last request", () => {
  const notes = [note(1, "request", 1), note(2, "filled", 1), note(9, "request", 1), note(10, "wrong")];
  const { turns } = storyOf(notes);
  expect(turns).toEqual({ 1: { requests: 2, moments: [notes[2]] } });
});

test("a zone that could not be requested has what was told of it", () => {
  const { turns } = storyOf([note(1, "error", 4, { code: "invalid-zone" })]);
  expect(turns[4]).toMatchObject({ requests: 0, moments: [{ type: "error" }] });
});

test("what is left of a record that forgot its beginning is read without harm", () => {
  expect(storyOf([note(1, "received", undefined, answer(200))]).exchanges).toEqual([]);
});
