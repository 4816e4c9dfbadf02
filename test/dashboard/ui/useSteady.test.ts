// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { mayLeave, useGuard } from "../../../src/dashboard/app/leaving.ts";
import { useSteady } from "../../../src/dashboard/ui/useSteady.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();

interface EntryProps {
  version: string;
  awaited: number;
  isEdited?: boolean;
}

/** An entry of the inbox, with a form for the reason of a rejection. */
function Entry({ version, awaited, isEdited = false }: EntryProps) {
  useGuard(isEdited, "Leave?", () => {});
  return h("section", { class: "approval" }, useSteady(version, [{ awaited }]));
}

const update = (props: EntryProps) => show(h(Entry, props));
const point = (target: Element) =>
  act(() => void target.dispatchEvent(new PointerEvent("pointerover", { bubbles: true })));

test("under the pointer an entry changes only with an answer that the user waits for", () => {
  update({ version: "first", awaited: 1 });
  point(root.querySelector("section") ?? root);
  update({ version: "second", awaited: 1 });
  expect(root.textContent).toBe("first");
  update({ version: "third", awaited: 2 });
  expect(root.textContent).toBe("third");
  update({ version: "fourth", awaited: 2 });
  expect(root.textContent).toBe("third");
  point(document.body);
  expect(root.textContent).toBe("fourth");
});

test("an entry with an unsaved form changes only once the form is saved or left", () => {
  update({ version: "first", awaited: 1, isEdited: true });
  update({ version: "second", awaited: 1, isEdited: true });
  expect(root.textContent).toBe("first");
  update({ version: "second", awaited: 1 });
  update({ version: "third", awaited: 1 });
  expect([root.textContent, mayLeave()]).toEqual(["third", true]);
});
