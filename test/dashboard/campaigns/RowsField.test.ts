// @vitest-environment happy-dom
import { h } from "preact";
import { useState } from "preact/hooks";
import { act } from "preact/test-utils";
import { beforeEach, expect, test } from "vitest";
import { RowsField } from "../../../src/dashboard/campaigns/RowsField.tsx";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();

interface Row {
  name: string;
}

function Rows() {
  const [rows, setRows] = useState<Row[]>([{ name: "first" }, { name: "second" }]);
  return h(RowsField<Row>, {
    label: "Rows",
    hint: "",
    rows,
    onChange: setRows,
    isDisabled: false,
    rowClass: "row",
    add: "Add",
    empty: { name: "" },
    nameRow: ({ name }) => name,
    children: ({ name }, at, change) =>
      h("input", {
        value: name,
        "aria-label": String(at),
        onInput: (event: { currentTarget: HTMLInputElement }) => change({ name: event.currentTarget.value }),
      }),
  });
}

const fields = () => [...root.querySelectorAll("input")];
const values = () => fields().map(({ value }) => value);
const press = (find: (button: HTMLButtonElement) => boolean) =>
  act(() => [...root.querySelectorAll("button")].find(find)?.click());
const isAdd = ({ textContent }: HTMLButtonElement) => textContent === "Add";

beforeEach(() => void show(h(Rows, null)));

test("editing an added row leaves the other rows unchanged", () => {
  press(isAdd);
  const field = fields()[2];
  if (!field) throw new Error("There is no third row.");
  field.value = "third";
  act(() => void field.dispatchEvent(new InputEvent("input", { bubbles: true })));
  expect(values()).toEqual(["first", "second", "third"]);
});

test("removing a row moves the focus to the button that adds one", () => {
  press((button) => button.getAttribute("aria-label")?.includes("first") === true);
  expect(values()).toEqual(["second"]);
  expect(document.activeElement?.textContent).toBe("Add");
});
