// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepFocus } from "../../../src/dashboard/app/keepFocus.ts";

let stop: () => void;
beforeEach(() => {
  document.body.innerHTML = `
    <main tabindex="-1">
      <section id="users">
        <h2>Users</h2>
        <p role="status"></p>
        <ul><li><fieldset><button id="yes"></button></fieldset><button id="remove"></button></li></ul>
      </section>
      <section id="list">
        <h2>Zones</h2>
        <div class="bulk"><p role="status"></p><p role="status">3 paused.</p><button id="undo"></button></div>
      </section>
      <button id="alone"></button>
    </main>
    <div role="dialog"><ul><li><button id="end"></button></li></ul></div>
    <button id="outside"></button>`;
  stop = keepFocus();
});
afterEach(() => stop());

const find = (selector: string) => {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`There is no ${selector}.`);
  return element;
};

/** Focuses an element, removes another one, and waits until the browser reports it. */
async function focusAndRemove(focused: string, removed = focused): Promise<Element | null> {
  const element = find(focused);
  element.focus();
  // A removal takes the focus away in browsers, and not in this DOM:
  // https://html.spec.whatwg.org/multipage/interaction.html#focus-fixup-step
  if (find(removed).contains(element)) element.blur();
  find(removed).remove();
  await new Promise((resolve) => setTimeout(resolve));
  return document.activeElement;
}

test.each([
  ["a button with its row", "#remove", "#users li", "#users h2"],
  ["a question with its button", "#yes", "fieldset", "#users h2"],
  ["a button of the bar of selected rows", "#undo", "#undo", ".bulk p + p"],
  ["the bar of selected rows", "#undo", ".bulk", "#list h2"],
  ["a button beside all sections", "#alone", "#alone", "main"],
  ["a whole section", "#remove", "#users", "main"],
  ["a row of a dialog", "#end", "li:has(#end)", "[role='dialog']"],
])("the removal of %s moves the focus to what is left around it", async (_, focused, removed, expected) => {
  expect(await focusAndRemove(focused, removed)).toBe(find(expected));
});

test("a part that is removed later than the element passes the focus on", async () => {
  await focusAndRemove("#remove", "#users li");
  find("#users h2").blur();
  find("#users").remove();
  await expect.poll(() => document.activeElement).toBe(find("main"));
});

test("the removal of an element without focus moves nothing", async () => {
  expect(await focusAndRemove("#outside", "#users")).toBe(find("#outside"));
});

test("after a press beside all controls, nothing takes the focus", async () => {
  find("#remove").focus();
  find("#remove").blur();
  find("h2").dispatchEvent(new Event("pointerdown", { bubbles: true }));
  find("#remove").remove();
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement).toBe(document.body);
});

test("an element that the page itself focused keeps the focus", async () => {
  find("#remove").focus();
  find("#remove").remove();
  find("#end").focus();
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement).toBe(find("#end"));
});
