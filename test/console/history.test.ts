import { expect, test } from "vitest";
import { collectHistory, parseJson } from "../../src/console/history.ts";
import type { Note } from "../../src/console/slots.ts";

/** Creates a note with any detail. */
const note = (at: number, type: Note["type"], key?: number, detail?: unknown) =>
  ({ at, type, key, detail }) as Note;
const body = (...ids: number[]) => JSON.stringify({ user: {}, zones: ids.map((id) => ({ id })) });
const response = (status: number, to: string, text = "") => ({ status, text, body: to });

test("a request contains the zones noted before it and the response noted after it", () => {
  const { exchanges, timelines } = collectHistory([
    note(1, "request", 1),
    note(1, "request", 2),
    note(2, "sent", undefined, body(10, 20)),
    note(3, "received", undefined, response(200, body(10, 20), "{}")),
    note(4, "empty", 1),
    note(5, "request", 3),
    note(5, "sent", undefined, body(30)),
  ]);
  expect(exchanges.map(({ timelines: own, attempts }) => [own.length, attempts.length])).toEqual([
    [2, 1],
    [1, 0],
  ]);
  expect(exchanges[0]?.timelines).toEqual([timelines[1], timelines[2]]);
  expect(timelines[2]).toMatchObject({ requests: 1, exchange: { body: body(10, 20) } });
  expect(timelines[1]?.moments.map(({ at, type }) => [at, type])).toEqual([
    [1, "request"],
    [3, "answered"],
    [4, "empty"],
  ]);
  expect(timelines[3]?.moments.map(({ type }) => type)).toEqual(["request"]);
});

test.each([[0], [429], [503]])("a retry after status %d belongs to the same request", (status) => {
  const { exchanges, timelines } = collectHistory([
    note(1, "request", 1),
    note(1, "sent", undefined, body(10)),
    note(2, "received", undefined, response(status, body(10))),
    note(2, "retry", undefined, 500),
    note(3, "sent", undefined, body(10)),
    note(3, "received", undefined, response(200, body(10), "{}")),
  ]);
  expect(exchanges).toHaveLength(1);
  expect(exchanges[0]?.attempts.map((attempt) => attempt.status)).toEqual([status, 200]);
  expect(exchanges[0]?.retryAt).toBeUndefined();
  // Status 0 means that no response arrived.
  const answered = timelines[1]?.moments.filter(({ type }) => type === "answered").map(({ at }) => at);
  expect(answered).toEqual(status ? [2, 3] : [3]);
});

test("a request that waits for a retry contains the time of the retry", () => {
  const { exchanges } = collectHistory([
    note(1, "request", 1),
    note(1, "request", 2),
    note(1, "sent", undefined, body(10, 20)),
    note(2, "received", undefined, response(503, body(10, 20))),
    note(2, "retry", undefined, 500),
  ]);
  expect(exchanges.map(({ retryAt }) => retryAt)).toEqual([502]);
});

test("a retry that leaves out removed zones belongs to the same request", () => {
  const { exchanges } = collectHistory([
    note(1, "request", 1),
    note(1, "request", 2),
    note(1, "sent", undefined, body(10, 20)),
    note(2, "received", undefined, response(503, body(10, 20))),
    note(2, "retry", undefined, 500),
    note(502, "sent", undefined, body(10)),
    note(503, "received", undefined, response(200, body(10), "{}")),
  ]);
  expect(exchanges.map(({ attempts }) => attempts.map(({ status }) => status))).toEqual([[503, 200]]);
});

test("a response belongs to the request with the same body", () => {
  const { exchanges } = collectHistory([
    note(1, "request", 1),
    note(1, "sent", undefined, body(10)),
    note(2, "request", 2),
    note(2, "sent", undefined, body(20)),
    note(3, "received", undefined, response(200, body(20), "second")),
    note(4, "received", undefined, response(200, body(10), "first")),
  ]);
  expect(exchanges.map(({ attempts }) => attempts[0]?.text)).toEqual(["first", "second"]);
});

test("a zone that is requested again with the same body begins a new request", () => {
  const { exchanges, timelines } = collectHistory([
    note(1, "request", 1),
    note(1, "sent", undefined, body(10)),
    note(2, "received", undefined, response(200, body(10), "first")),
    note(9, "request", 1),
    note(9, "sent", undefined, body(10)),
    note(10, "received", undefined, response(200, body(10), "second")),
  ]);
  expect(exchanges.map(({ attempts }) => attempts.map(({ text }) => text))).toEqual([["first"], ["second"]]);
  expect(timelines[1]?.exchange).toBe(exchanges[1]);
});

test("a zone's timeline begins with its last request", () => {
  const notes = [note(1, "request", 1), note(2, "filled", 1), note(9, "request", 1), note(10, "wrong")];
  const { timelines } = collectHistory(notes);
  expect(timelines).toEqual({ 1: { requests: 2, moments: [notes[2]] } });
});

test("a timeline keeps the note about finding the zone and drops its earlier requests", () => {
  const notes = [note(1, "found", 1), note(2, "request", 1), note(3, "filled", 1), note(9, "request", 1)];
  expect(collectHistory(notes).timelines[1]?.moments).toEqual([notes[0], notes[3]]);
});

test("events of a zone between two attempts begin no request", () => {
  const { exchanges } = collectHistory([
    ...[note(0, "request", 2), note(0, "sent", undefined, body(20))],
    ...[note(1, "request", 1), note(1, "sent", undefined, body(10))],
    note(2, "received", undefined, response(503, body(10))),
    note(2, "retry", undefined, 500),
    note(3, "viewable", 2),
    note(502, "sent", undefined, body(10)),
  ]);
  expect(exchanges.map(({ at }) => at)).toEqual([0, 1]);
});

test("the timeline of a zone that could not be requested contains its error", () => {
  const { timelines } = collectHistory([note(1, "error", 4, { code: "invalid-zone" })]);
  expect(timelines[4]).toMatchObject({ requests: 0, moments: [{ type: "error" }] });
});

test("a response whose request is no longer recorded is ignored", () => {
  expect(collectHistory([note(1, "received", undefined, response(200, body(10)))]).exchanges).toEqual([]);
});

test("parseJson() returns undefined for missing or invalid text", () => {
  expect(parseJson("<h1>")).toBeUndefined();
  expect(parseJson()).toBeUndefined();
  expect(parseJson("[1]", (_, value) => (value === 1 ? 2 : value))).toEqual([2]);
});
