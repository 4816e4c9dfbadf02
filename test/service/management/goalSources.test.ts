/** Changes of the sources of goals, before and after their first day has begun. */
import { expect, test } from "vitest";
import { aNetwork, NETWORK } from "../support/catalogue.ts";
import { manage } from "./support.ts";

const report = (from: string, goal = 1) => ({ goal, source: "report", from });

const REPORTED = "Reports of goal 1 have counted since 2026-11-20";

/** Opens an advertiser on 20 November whose first goal is reported from a day on, and changes its sources. */
async function change(from: string, patch: object) {
  const accounts = NETWORK.map((each) =>
    each.id === 3 ? { ...each, goals: 2, goalSources: [report(from)] } : each,
  );
  const { send } = await manage(aNetwork({ accounts }), { now: () => Date.parse("2026-11-20T12:00:00Z") });
  return send(1, "PATCH", "/v2/accounts/3", patch, { "If-Match": "*" });
}

test.each<[string, unknown]>([
  ["without sources", null],
  ["with an empty list", []],
  ["with another goal", [report("2026-11-20", 2)]],
  ["imported", [{ goal: 1, source: "import" }]],
  ["from the next day on", [report("2026-11-21")]],
])("a reported goal whose first day has begun cannot be changed: %s", async (_how, goalSources) => {
  const { status, json } = await change("2026-11-20", { goalSources });
  expect([status, json]).toMatchObject([
    400,
    { errors: [{ "[goalSources]": expect.stringContaining(REPORTED) }] },
  ]);
});

test.each<[string, string, object]>([
  ["an earlier day", "2026-11-20", { goalSources: [report("2026-11-19")] }],
  ["another reported goal", "2026-11-20", { goalSources: [report("2026-12-01", 2), report("2026-11-20")] }],
  ["other fields", "2026-11-20", { goalNames: ["Sale"] }],
  ["an import before the first day", "2026-11-21", { goalSources: [] }],
  ["a later day before the first day", "2026-11-21", { goalSources: [report("2026-12-01")] }],
])("a reported goal may have %s", async (_what, from, patch) => {
  expect((await change(from, patch)).status).toBe(200);
});

test("the schema reports sources that are no list", async () => {
  const { status, json } = await change("2026-11-20", { goalSources: "report" });
  expect(status).toBe(400);
  expect(JSON.stringify(json)).not.toContain(REPORTED);
});
