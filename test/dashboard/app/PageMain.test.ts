// @vitest-environment happy-dom
import { h } from "preact";
import { expect, test } from "vitest";
import { PageMain } from "../../../src/dashboard/app/PageMain.tsx";
import { type Router, RouterContext } from "../../../src/dashboard/app/router.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();

/** Opens the content at an address. */
function open(search: string, content: string, isEntered = false): void {
  const router = { search } as Partial<Router> as Router;
  const children = h(content, { id: "inside" });
  show(h(RouterContext.Provider, { value: router }, h(PageMain, { isEntered, children })));
}

const focus = () => root.querySelector<HTMLElement>("#inside")?.focus();

test("when the focused element is removed with its page, the focus moves to the content", () => {
  open("?zone=1", "button");
  focus();
  open("?zone=2", "input");
  expect(document.activeElement).toBe(root.querySelector("main"));
});

test("when another address keeps the focused field, such as that of a search, it stays focused", () => {
  open("?find=a", "input");
  focus();
  open("?find=ab", "input");
  expect(document.activeElement).toBe(root.querySelector("input"));
});

test("a page that the user opened takes the focus from a button above it", () => {
  const above = document.body.appendChild(document.createElement("button"));
  above.focus();
  open("?zone=1", "p");
  expect(document.activeElement).toBe(above);
  open("?zone=1", "p", true);
  expect(document.activeElement).toBe(root.querySelector("main"));
  above.remove();
});
