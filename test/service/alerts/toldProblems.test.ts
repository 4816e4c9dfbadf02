/** Each problem is told once until it is over, and nothing is concluded from a first look or missing events. */
import { expect, test } from "vitest";
import type { ProblemKind, Problems } from "../../../src/service/alerts/findProblems.ts";
import { compareTold, MAX_TOLD, readTold, type Told } from "../../../src/service/alerts/toldProblems.ts";

const NONE = { silent: [], late: [], finished: [], waiting: [] };

/** Problems with these keys. */
function problems(keys: Partial<Record<ProblemKind, string[]>>, isMinor = false): Problems {
  const list = (kind: ProblemKind) =>
    (keys[kind] ?? []).map((key) => ({ key, id: 1, name: key, owner: undefined, isMinor }));
  const late = list("late").map((one) => ({ ...one, forecast: 0.5, to: "2026-12-24" }));
  return { silent: list("silent"), late, finished: list("finished"), waiting: list("waiting") };
}

/** Looks at problems. Returns the keys of new ones, and what is remembered. */
function look(found: Problems, told: Told, { hasWholeDay = true, mayApprove = true } = {}) {
  const { fresh, next } = compareTold(found, told, { hasWholeDay, mayApprove });
  const listKeys = (kind: ProblemKind) => fresh[kind].map(({ key }) => key);
  return {
    fresh: {
      silent: listKeys("silent"),
      late: listKeys("late"),
      finished: listKeys("finished"),
      waiting: listKeys("waiting"),
    },
    next,
  };
}

test("a problem is new once, and again after it was over", () => {
  const silent = problems({ silent: ["1"] });
  const first = look(silent, NONE);
  expect(first).toEqual({ fresh: { ...NONE, silent: ["1"] }, next: { ...NONE, silent: ["1"] } });
  const second = look(silent, first.next);
  expect(second).toEqual({ fresh: NONE, next: first.next });
  const over = look(problems({}), second.next);
  expect(over).toEqual({ fresh: NONE, next: NONE });
  expect(look(silent, over.next).fresh).toEqual({ ...NONE, silent: ["1"] });
});

test("the same key of another kind is another problem", () => {
  expect(look(problems({ late: ["1"] }), { ...NONE, silent: ["1"] }).fresh.late).toEqual(["1"]);
});

test("the first look without a memory only records", () => {
  const keys = { silent: ["1"], late: ["2"], finished: ["3"], waiting: ["4"] };
  expect(look(problems(keys), {})).toEqual({ fresh: NONE, next: keys });
});

test("without a whole day of events, silent zones and late campaigns stay as they were", () => {
  const found = problems({ silent: ["1"], late: ["2"], finished: ["3"], waiting: ["4"] });
  const told = { ...NONE, silent: ["8"], late: ["9"] };
  expect(look(found, told, { hasWholeDay: false })).toEqual({
    fresh: { ...NONE, finished: ["3"], waiting: ["4"] },
    next: { silent: ["8"], late: ["9"], finished: ["3"], waiting: ["4"] },
  });
});

test("a first look without a whole day leaves the first look at events to the next one", () => {
  const found = problems({ silent: ["1"], waiting: ["4"] });
  const { fresh, next } = look(found, {}, { hasWholeDay: false });
  expect([fresh, next]).toEqual([NONE, { finished: [], waiting: ["4"] }]);
  expect(look(found, next)).toEqual({ fresh: NONE, next: { ...NONE, silent: ["1"], waiting: ["4"] } });
});

test("a campaign that is hardly late is not new, but is not over either once it was told", () => {
  const minor = problems({ late: ["1"] }, true);
  expect(look(minor, NONE)).toEqual({ fresh: NONE, next: NONE });
  const told = { ...NONE, late: ["1"] };
  expect(look(minor, told)).toEqual({ fresh: NONE, next: told });
});

test("of many problems at the first look none is told later, and a new one is", () => {
  const keys = Array.from({ length: 600 }, (_, at) => String(at));
  const first = look(problems({ finished: keys }), {});
  const later = look(problems({ finished: [...keys.slice(1), "new"] }), first.next);
  expect([first.fresh.finished, later.fresh.finished]).toEqual([[], ["new"]]);
});

test("while there are more problems than are remembered, none is told, and nothing is forgotten", () => {
  const keys = Array.from({ length: MAX_TOLD + 1 }, (_, at) => String(at));
  for (const told of [{}, { silent: ["1"] }])
    expect(look(problems({ silent: keys }), told).fresh.silent).toEqual([]);
  expect(look(problems({ silent: keys }), { silent: ["1"] }).next.silent).toEqual(["1"]);
  expect(look(problems({ silent: ["1", "2"] }), { silent: ["1"] }).fresh.silent).toEqual(["2"]);
});

test("a user whose right to approve returns is told only of the creatives that came meanwhile", () => {
  const told = { ...NONE, waiting: ["1", "2"] };
  const without = look(problems({}), told, { mayApprove: false });
  expect(without.next.waiting).toEqual(["1", "2"]);
  expect(look(problems({ waiting: ["2", "3"] }), without.next)).toMatchObject({
    fresh: { waiting: ["3"] },
    next: { waiting: ["2", "3"] },
  });
});

test.each([undefined, "", "{", "[]", '{"silent":[1]}', '{"silent":"1"}'])(
  "the stored memory %j counts as lost",
  (text) => {
    expect(readTold(text)).toEqual({});
  },
);

test("a memory is read as it was written", () => {
  const told = { ...NONE, silent: ["1"], waiting: ["2 2026-11-29T10:00:00.000Z"] };
  expect(readTold(JSON.stringify(told))).toEqual(told);
});
