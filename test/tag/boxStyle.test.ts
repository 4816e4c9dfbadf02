import { expect, test } from "vitest";
import { describeBox, describeReserved, FIRST_ROW, RULES } from "../../src/tag/boxStyle.ts";

test("every declaration of a box is important", () => {
  const declarations = (describeBox("300x250") + FIRST_ROW).split(";").map((text) => text.trim());
  expect(declarations.pop()).toBe("");
  for (const declaration of declarations) expect(declaration).toMatch(/^[a-z-]+: .+!important$/);
});

test.each([
  ["300", "100vw"],
  ["320", "100vw"],
  ["321", "80vw"],
  ["728", "80vw"],
])("a box of %s pixels asks for at most %s where its container is as wide as its content", (width, share) => {
  expect(describeBox(`${width}x90`)).toContain(`contain-intrinsic-width: min(${width}px, ${share})`);
});

test("a box is at most as wide and high as its container, and keeps its ratio", () => {
  const box = describeBox("300x250");
  for (const part of ["width: min(300px, 100%)", "aspect-ratio: 300 / 250", "max-height: 100%"])
    expect(box).toContain(part);
});

test("a placeholder itself gets no rule for its display, width or alignment", () => {
  const own = (RULES + describeReserved("300x250")).replace(
    /@layer zonetag \{(?:[^{}]*\{[^{}]*\})*\s*\}/g,
    "",
  );
  expect(own).toContain("pointer-events");
  expect(own).not.toMatch(/display|[^-]width:|margin|text-align|!important/);
});

test("rules for placeholders outside the layer have no specificity but for pointer-events", () => {
  expect(describeReserved("300x250")).toMatch(/^\s*:where\([^{]*\) \{/);
});

test("no space is reserved where an ad is shown, also during its refresh, and no rule looks for the link", () => {
  const rules = describeReserved("300x250");
  expect(rules.match(/:not\(\[data-zone-state=filled\],\s*\[data-zone-ad\]\)/g)).toHaveLength(3);
  expect(rules).not.toContain("style");
});
