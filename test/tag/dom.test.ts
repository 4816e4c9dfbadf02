// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { callMethod } from "../../src/tag/dom.ts";

test("callMethod() calls a method that an own property shadows", () => {
  const element = document.createElement("form");
  element.title = "form";
  Object.defineProperty(element, "getAttribute", { value: document.createElement("input") });
  expect(callMethod(element, "getAttribute", "title")).toBe("form");
});

test("calling a method that the node's class lacks returns undefined", () => {
  const node: Node & Partial<ParentNode> = document.createTextNode("text");
  expect(callMethod(node, "querySelectorAll", "*")).toBeUndefined();
});
