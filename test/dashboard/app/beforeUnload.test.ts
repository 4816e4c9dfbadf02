// @vitest-environment happy-dom
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, test } from "vitest";
import { useGuard } from "../../../src/dashboard/app/leaving.ts";

const root = document.createElement("div");
const leave = () => act(() => render(null, root));
afterEach(leave);

const Form = ({ hasEdits }: { hasEdits: boolean }) => {
  useGuard(hasEdits, "Leave?", () => {});
  return null;
};
const show = (hasEdits: boolean) => act(() => render(h(Form, { hasEdits }), root));
/** Whether the browser would ask before it closes the tab. */
const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("closing the tab asks for confirmation only while there are unsaved edits", () => {
  show(false);
  expect(asks()).toBe(false);
  show(true);
  expect(asks()).toBe(true);
  show(false);
  expect(asks()).toBe(false);
  show(true);
  leave();
  expect(asks()).toBe(false);
});
