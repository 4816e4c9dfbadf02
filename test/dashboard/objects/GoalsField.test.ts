// @vitest-environment happy-dom
import { h } from "preact";
import { expect, test } from "vitest";
import { GoalsField } from "../../../src/dashboard/objects/GoalsField.tsx";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const ROW = { name: "Order", source: "report", from: "2026-12-01" } as const;

test("the fields of each goal have names of their own, and the service's problems", () => {
  const goals = [ROW, { ...ROW, name: "" }];
  const problems = { "goalSources.1.from": "Too early." };
  const field = { goals, saved: 0, today: "2026-12-01", problems, onChange: () => {} };
  show(h(Page, createData(), h(GoalsField, field)));
  const labels = [...root.querySelectorAll("label > span:first-child")].map((each) => each.textContent);
  expect(labels).toHaveLength(6);
  expect(new Set(labels).size).toBe(6);
  expect([...root.querySelectorAll("[placeholder]")].map((each) => each.getAttribute("placeholder"))).toEqual(
    ["Goal 1", "Goal 2"],
  );
  const wrong = [...root.querySelectorAll("[aria-invalid=true]")].map((each) => each.closest("label"));
  expect(wrong.map((label) => label?.textContent)).toEqual([
    expect.stringMatching(/^Goal 2: Reports from.*Too early/),
  ]);
});
