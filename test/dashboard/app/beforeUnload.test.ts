// @vitest-environment happy-dom
import { h } from "preact";
import { expect, test } from "vitest";
import { useGuard } from "../../../src/dashboard/app/leaving.ts";
import { useRoot } from "../useRoot.ts";

const { show: showContent, leave } = useRoot();

const Form = ({ hasEdits }: { hasEdits: boolean }) => {
  useGuard(hasEdits, "Leave?", () => {});
  return null;
};
const show = (hasEdits: boolean) => showContent(h(Form, { hasEdits }));
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
