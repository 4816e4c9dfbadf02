import { expect, test } from "vitest";
import {
  isUndoable,
  type Plan,
  planPatch,
  planUndo,
  sendUndo,
} from "../../../src/dashboard/people/undoChange.ts";
import type { Change } from "../../../src/protocol/management.ts";
import { createManagement, StatisticsError } from "../../../src/statistics/index.ts";

const CHANGE: Change = {
  time: "2026-11-28T10:00:00Z",
  account: { id: 1, name: "Net" },
  action: "change",
  kind: "campaigns",
  id: 301,
  owner: 3,
  before: { id: 301, name: "Spring", weight: 1 },
  after: { id: 301, name: "Spring", weight: 2 },
};
const CREATIVE = {
  kind: "creatives",
  campaign: { id: 301, name: "Spring" },
  before: { url: "https://a.example/", review: "waiting", sentAt: "2026-11-27T10:00:00Z" },
  after: { url: "https://b.example/", review: "waiting", sentAt: "2026-11-28T10:00:00Z" },
} as const;

test.each<[string, Partial<Change>, "network" | "publisher" | "advertiser", boolean]>([
  ["a field", {}, "network", true],
  ["a field that only the network sets", {}, "advertiser", false],
  [
    "a field that advertisers set",
    { before: { active: true }, after: { active: false } },
    "advertiser",
    true,
  ],
  [
    "a field and one of the network",
    { before: {}, after: { active: false, weight: 2 } },
    "advertiser",
    false,
  ],
  ["another kind's entry", {}, "publisher", false],
  [
    "a site's blocked advertisers",
    { kind: "sites", before: {}, after: { blockedAdvertisers: [3] } },
    "publisher",
    true,
  ],
  ["a site's share", { kind: "sites", before: {}, after: { publisherShare: "0.7" } }, "publisher", false],
  ["nothing that is shown", { before: { variations: [1] }, after: { variations: [2] } }, "network", false],
  ["an account", { kind: "accounts", before: { name: "A" }, after: { name: "B" } }, "network", false],
  ["a creation", { action: "create" }, "network", false],
  ["a waiting creative", CREATIVE, "advertiser", true],
  ["an approval", { ...CREATIVE, after: { ...CREATIVE.before, review: "approved" } }, "network", false],
  [
    "a sent version",
    { ...CREATIVE, after: { ...CREATIVE.before, pending: { url: "b" } } },
    "advertiser",
    false,
  ],
  ["many entries", { ids: [301, 302], sequence: 7 }, "network", true],
  ["many entries without a number", { ids: [301, 302] }, "network", false],
])("a change of %s (%j) by %s can be undone: %s", (_, change, account, expected) => {
  expect(isUndoable({ ...CHANGE, ...change }, account)).toBe(expected);
});

test("a creative without its campaign cannot be undone", () => {
  const { campaign: _, ...lost } = CREATIVE;
  expect(isUndoable({ ...CHANGE, ...lost }, "network")).toBe(false);
});

test.each<[string, object, object, object, object, string[]]>([
  ["sets a field back", { weight: 1 }, { weight: 2 }, { weight: 2, name: "S" }, { weight: 1 }, []],
  ["names a field changed since", { weight: 1 }, { weight: 2 }, { weight: 5 }, { weight: 1 }, ["weight"]],
  ["leaves a field that is back already", { weight: 1 }, { weight: 2 }, { weight: 1 }, {}, []],
  ["removes a field that was new", {}, { to: "2026-12-01" }, { to: "2026-12-01" }, { to: null }, []],
  ["sets a removed field", { to: "2026-12-01" }, {}, {}, { to: "2026-12-01" }, []],
  [
    "changes only the part of a budget",
    { budget: { daily: "70", total: "900" } },
    { budget: { daily: "77", total: "900" } },
    { budget: { daily: "77", total: "1000" } },
    { budget: { daily: "70" } },
    [],
  ],
  [
    "names the part of a budget changed since",
    { budget: { daily: "70" } },
    { budget: {} },
    { budget: { daily: "80" } },
    { budget: { daily: "70" } },
    ["budget.daily"],
  ],
  ["replaces a list", { keywords: ["a"] }, { keywords: [] }, { keywords: [] }, { keywords: ["a"] }, []],
  [
    "removes only the new parts of a budget",
    {},
    { budget: { daily: "40" } },
    { budget: { daily: "50", total: "900" } },
    { budget: { daily: null } },
    ["budget.daily"],
  ],
  [
    "removes new targeting as a whole where its parts need each other",
    {},
    { targeting: { times: { timezone: "UTC", hours: [9] } } },
    { targeting: { times: { timezone: "UTC", hours: [9] }, countries: [] } },
    { targeting: { times: null } },
    [],
  ],
  [
    "knows the defaults that the log leaves out",
    { deleted: true },
    {},
    { deleted: false },
    { deleted: true },
    [],
  ],
  ["sets a default by its value", {}, { active: false }, { active: false }, { active: true }, []],
  ["sees that a default is set already", {}, { active: false }, { active: true }, {}, []],
  ["sees that a default was changed since", { weight: 2 }, {}, { weight: 3 }, { weight: 2 }, ["weight"]],
  ["takes an empty list for none", { keywords: [] }, { keywords: ["a"] }, {}, {}, []],
  [
    "leaves what follows from others",
    { sentAt: "a", url: "a" },
    { sentAt: "b", url: "b" },
    { url: "b" },
    { url: "a" },
    [],
  ],
])("undoing %s", (_, before, after, current, patch, overwritten) => {
  expect(planPatch(before, after, current)).toEqual({ patch, overwritten });
});

type Sent = { method: string; path: string; body?: unknown };

/** Answers requests by their path, and keeps the changes that were sent. */
function serve(
  answers: Record<string, unknown>,
  refuse: (body: object) => StatisticsError | undefined = () => undefined,
) {
  const sent: Sent[] = [];
  const management = createManagement({
    request: async ({ method, path, body }) => {
      if (method === "GET") return answers[path];
      sent.push({ method, path, body });
      const error = refuse(Object(body));
      if (error) throw error;
      const { ids = [] }: { ids?: number[] } = Object(body);
      return { result: ids.length > 0 ? ids.map((id) => ({ id, version: "v2" })) : { id: 1, version: "v2" } };
    },
  });
  return { management, sent };
}

const page = (result: object[]) => ({ request_metadata: { count: result.length }, result });
const BULK: Change = { ...CHANGE, ids: [301, 302, 303, 304], sequence: 7 };

test("a bulk change is undone with the versions of now, one request for equal former values", async () => {
  const entry = (id: number, was: number) => ({
    ...CHANGE,
    id,
    before: { weight: was },
    after: { weight: 9 },
  });
  const { management, sent } = serve({
    "/v2/changes?sequence=7&limit=500&offset=0": page([
      entry(301, 1),
      entry(302, 1),
      entry(303, 2),
      entry(304, 1),
    ]),
    "/v2/campaigns?deleted=1&limit=500&offset=0": page([
      { id: 301, version: "a", name: "One", weight: 9 },
      { id: 302, version: "b", name: "Two", weight: 4 },
      { id: 303, version: "c", name: "Three", weight: 9 },
    ]),
  });
  const plans = await planUndo(management, BULK);
  expect(plans.map(({ name, version, overwritten }) => [name, version, overwritten])).toEqual([
    ["One", "a", []],
    ["Two", "b", ["weight"]],
    ["Three", "c", []],
    ["#304", undefined, []],
  ]);
  expect(await sendUndo(management, BULK, plans)).toEqual({ count: 3, failed: [] });
  expect(sent.map(({ body }) => body)).toEqual([
    { ids: [301, 302], versions: ["a", "b"], patch: { weight: 1 } },
    { ids: [303], versions: ["c"], patch: { weight: 2 } },
  ]);
});

const plan = (id: number): Plan => ({
  id,
  name: `#${id}`,
  version: "a",
  patch: { weight: 1 },
  overwritten: [],
});

test("a refused entry is named, and the others are undone", async () => {
  const problem = { path: "[ids][1]", keys: ["ids", "1"], message: "archived" };
  const { management, sent } = serve({}, (body) =>
    Reflect.get(body, "ids").includes(302)
      ? new StatisticsError("validation", "refused", { problems: [problem] })
      : undefined,
  );
  const { count, failed } = await sendUndo(management, BULK, [301, 302, 303].map(plan));
  expect(count).toBe(2);
  expect(failed).toMatchObject([{ name: "#302", position: 1 }]);
  expect(sent).toHaveLength(2);
});

test("where the whole request is refused, every entry is named", async () => {
  const { management } = serve({}, () => new StatisticsError("conflict", "changed"));
  const { count, failed } = await sendUndo(management, BULK, [301, 302].map(plan));
  expect([count, failed.map(({ name }) => name)]).toEqual([0, ["#301", "#302"]]);
});

test("more entries than a request may have are undone in several", async () => {
  const { management, sent } = serve({});
  const { count } = await sendUndo(
    management,
    BULK,
    Array.from({ length: 1001 }, (_, at) => plan(at + 1)),
  );
  expect([count, sent.length]).toEqual([1001, 2]);
});

test("a creative is changed back in its campaign", async () => {
  const { management, sent } = serve({
    "/v2/campaigns/301/creatives": page([{ id: 301, version: "a", url: "https://b.example/" }]),
  });
  const change: Change = { ...CHANGE, ...CREATIVE };
  const plans = await planUndo(management, change);
  expect(await sendUndo(management, change, plans)).toEqual({ count: 1, failed: [] });
  expect(sent).toMatchObject([
    { method: "PATCH", path: "/v2/campaigns/301/creatives/301", body: { url: "https://a.example/" } },
  ]);
});
