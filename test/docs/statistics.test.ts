/** Checks that the guide to the statistics is complete and that its examples are valid. */

import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { BLOCKS, FILTERS, GROUPINGS, MAX_LIMIT, ORDER_METRICS } from "../../src/protocol/statistics.ts";
import { parseLine } from "../../src/service/import/line.ts";
import { parseReportRequest } from "../../src/service/reports/request.ts";
import { describeFields } from "../../src/service/values/problemList.ts";

const guide = await readFile("docs/statistics.md", "utf8");
const viewer = { kind: "publisher", role: "publisher", goals: 0 } as const;
const context = { viewer, now: Date.now(), dateTimezone: "UTC" };

test.each([
  ["groupings", Object.keys(GROUPINGS)],
  ["filters", Object.keys(FILTERS).filter((name) => !(name in GROUPINGS))],
  ["orders", Object.keys(ORDER_METRICS)],
  ["blocks", Object.keys(BLOCKS)],
  ["metrics", Object.values(BLOCKS).flatMap(({ metrics }) => Object.keys(metrics))],
])("the guide to the statistics names all %s", (_, names) => {
  for (const name of names) expect(guide).toMatch(new RegExp(`\`${name}[:\`]`));
  expect(guide).toContain(MAX_LIMIT.toLocaleString("en-US"));
});

test("the guide to the statistics shows a request that is valid", () => {
  const body = /-d '(\{\n[\s\S]*?\n\})'/.exec(guide)?.[1] ?? "";
  expect(parseReportRequest(JSON.parse(body), context)).toHaveProperty("request");
});

test("the guide to the statistics shows a line that can be imported", () => {
  const line = /^\{"time".*\}$/m.exec(guide)?.[0] ?? "";
  expect(parseLine({ ...JSON.parse(line), publisher_id: 1 }, undefined)).toHaveProperty("fact");
});

test("the guide to the statistics shows validation errors as the service reports them", () => {
  const shown = JSON.parse(/^\{ "message".*\}$/m.exec(guide)?.[0] ?? "");
  const request = { group_by: ["date"], limit: 0, filter: { date_from: "2026-02-30" } };
  const answer = parseReportRequest(request, context);
  const { errors, codes } = describeFields("errors" in answer ? answer.errors : []);
  expect(errors).toEqual(expect.arrayContaining(shown.errors));
  expect(codes).toEqual(expect.arrayContaining(shown.codes));
});
