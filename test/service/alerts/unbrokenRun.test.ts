/** Since when the service has run without a long break. */
import { expect, test } from "vitest";
import { UnbrokenRun } from "../../../src/service/alerts/unbrokenRun.ts";
import { createMarks } from "./support.ts";

const START = Date.parse("2026-11-29T07:00:00Z");
const MINUTE = 60_000;

function start() {
  const marks = createMarks();
  const state = { isStoring: true };
  const open = () => new UnbrokenRun({ marks, isStoring: () => state.isStoring });
  return { marks, state, open };
}

/** Notes every ten minutes from `from` to `to`, in minutes after the start. */
async function note(run: UnbrokenRun, from: number, to: number): Promise<void> {
  for (let at = from; at <= to; at += 10) await run.note(START + at * MINUTE);
}

test("a service that is noted every ten minutes has run since the first note", async () => {
  const { open } = start();
  const run = open();
  await note(run, 0, 120);
  const now = START + 125 * MINUTE;
  expect(await run.hasRunSince(START, now)).toBe(true);
  expect(await run.hasRunSince(START - 1, now)).toBe(false);
});

test("another node, or a restart within an hour, continues the run", async () => {
  const { open } = start();
  await note(open(), 0, 60);
  const other = open();
  await note(other, 110, 120);
  expect(await other.hasRunSince(START, START + 120 * MINUTE)).toBe(true);
});

test("a longer break begins a new run, also when the same process stood still", async () => {
  const { open } = start();
  const run = open();
  await note(run, 0, 60);
  expect(await run.hasRunSince(START, START + 130 * MINUTE)).toBe(false);
  await note(run, 130, 150);
  expect(await run.hasRunSince(START, START + 150 * MINUTE)).toBe(false);
  expect(await run.hasRunSince(START + 130 * MINUTE, START + 150 * MINUTE)).toBe(true);
});

test("time in which no events could be stored is a break", async () => {
  const { open, state } = start();
  const run = open();
  await note(run, 0, 10);
  state.isStoring = false;
  await note(run, 20, 80);
  state.isStoring = true;
  await note(run, 90, 100);
  expect(await run.hasRunSince(START, START + 100 * MINUTE)).toBe(false);
});

test("a lost or damaged mark, or one of a clock that was set wrong, begins a new run", async () => {
  for (const mark of [undefined, "{", JSON.stringify({ since: START, last: START + 600 * MINUTE })]) {
    const { open, marks } = start();
    if (mark !== undefined) await marks.write("run without a break", mark);
    const run = open();
    expect(await run.hasRunSince(START, START + 10 * MINUTE)).toBe(false);
    await note(run, 10, 20);
    expect(await run.hasRunSince(START + 10 * MINUTE, START + 20 * MINUTE)).toBe(true);
    expect(await run.hasRunSince(START, START + 20 * MINUTE)).toBe(false);
  }
});

test("notes within ten minutes write no mark", async () => {
  const { open, marks } = start();
  const run = open();
  for (let at = 0; at < 20; at++) await run.note(START + at * MINUTE);
  expect(marks.writes).toBe(2);
});
