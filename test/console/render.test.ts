// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { Fragment, h, render } from "../../src/console/render.ts";

/** Renders content into a new element and returns the element. */
function draw(...content: unknown[]): HTMLElement {
  const root = document.createElement("div");
  render(content, root);
  return root;
}

test("components render from their properties, and false, null and undefined render nothing", () => {
  const Greeting = ({ name, children }: Record<string, unknown>) =>
    h(Fragment, null, h("b", null, "Hello ", name), children);
  const root = draw(h(Greeting, { name: "Ada" }, false, null, undefined, h("i", { class: "late" }, 0)));
  expect(root.innerHTML).toBe(`<b>Hello Ada</b><i class="late">0</i>`);
});

test("rendering again keeps elements and changes only differences", () => {
  const part = (count: number) => [count > 1 && h("i", null), h("p", { title: `${count}` }, "of ", count)];
  const root = draw(part(1));
  const kept = root.querySelector("p");
  render(part(2), root);
  expect(root.innerHTML).toBe(`<i></i><p title="2">of 2</p>`);
  expect(root.querySelector("p")).toBe(kept);
  render(part(1), root);
  expect([...root.childNodes]).toEqual([kept]);
});

test("elements with a key are moved instead of created again", () => {
  const list = (...keys: string[]) => keys.map((key) => h("li", { key }, key));
  const root = draw(list("a", "b", "c"));
  const [a, b, c] = root.children;
  render(list("c", "a", "d"), root);
  expect([...root.children].slice(0, 2)).toEqual([c, a]);
  expect(root.textContent).toBe("cad");
  expect(b?.isConnected).toBe(false);
});

test("changes by the user stay while the rendered value is the same", () => {
  const part = (open: boolean, text: string) => h("details", { open }, text);
  const root = draw(part(true, "one"));
  root.firstElementChild?.removeAttribute("open");
  render(part(true, "two"), root);
  expect(root.innerHTML).toBe("<details>two</details>");
});

test("a false ARIA state is written, and other false attributes are left out", () => {
  const button = (isPressed: boolean) => h("button", { "aria-pressed": isPressed, hidden: isPressed });
  const root = draw(button(true));
  expect(root.innerHTML).toBe(`<button aria-pressed="true" hidden="true"></button>`);
  render(button(false), root);
  expect(root.innerHTML).toBe(`<button aria-pressed="false"></button>`);
});

test("only the listener of the last rendering is called", () => {
  const heard: number[] = [];
  const button = (count: number) => h("button", { onClick: () => heard.push(count) });
  const root = draw(button(1));
  render(button(2), root);
  root.querySelector("button")?.click();
  expect(heard).toEqual([2]);
});
