// @vitest-environment happy-dom
import { h } from "preact";
import { useState } from "preact/hooks";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { Chips } from "../../../src/dashboard/ui/Chips.tsx";
import type { Option } from "../../../src/dashboard/ui/typedKeys.ts";
import { focusUnfinished } from "../../../src/dashboard/ui/useProblemFocus.ts";
import { useRoot } from "../useRoot.ts";

const COUNTRIES: Option[] = [
  { key: "DEU", label: "Germany" },
  { key: "NER", label: "Niger" },
  { key: "NGA", label: "Nigeria" },
  { key: "GNB", label: "Guinea-Bissau" },
  { key: "GIN", label: "Guinea" },
  { key: "7", label: "Sidebar" },
  { key: "8", label: "Sidebar, lower" },
];

const { root, show: showContent } = useRoot("form");
const chosen = { current: [] as string[] };

function Probe({ options }: { options: Option[] | undefined }) {
  const [values, setValues] = useState<string[]>([]);
  chosen.current = values;
  return h(Chips, { label: "Countries", values, options, onChange: setValues });
}

function show(options: Option[] | undefined): HTMLInputElement {
  showContent(h(Probe, { options }));
  const field = root.querySelector("input");
  if (!field) throw new Error("There is no field.");
  return field;
}

function type(field: HTMLInputElement, text: string): void {
  for (const letter of text)
    act(() => {
      field.value += letter;
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    });
}

function press(field: HTMLInputElement, key: string, options: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options });
  act(() => void field.dispatchEvent(event));
  return event;
}

const leave = (field: HTMLInputElement) => act(() => void field.dispatchEvent(new FocusEvent("blur")));
const listOptions = () => [...root.querySelectorAll("[role='option']")].map(({ textContent }) => textContent);

test.each([
  ["Nigeria", "NGA"],
  ["Niger", "NER"],
  ["Guinea-Bissau", "GNB"],
  ["Sidebar, lower", "8"],
  ["germ", "DEU"],
])("typing %j and pressing Enter chooses only %s", (text, key) => {
  const field = show(COUNTRIES);
  type(field, text);
  expect([chosen.current, field.value]).toEqual([[], text]);
  expect(press(field, "Enter").defaultPrevented).toBe(true);
  expect([chosen.current, field.value]).toEqual([[key], ""]);
});

test("a comma chooses the typed name unless a longer name continues with a comma", () => {
  const field = show(COUNTRIES);
  type(field, "Niger,");
  expect([chosen.current, field.value]).toEqual([["NER"], ""]);
  type(field, "Sidebar,");
  expect([chosen.current, field.value]).toEqual([["NER"], "Sidebar,"]);
});

test("an option can be chosen by a click or with the arrow keys and Enter", () => {
  const field = show(COUNTRIES);
  type(field, "gui");
  expect(listOptions()).toEqual(["Guinea-Bissau", "Guinea"]);
  act(() => root.querySelector<HTMLElement>("[role='option']")?.click());
  expect(chosen.current).toEqual(["GNB"]);
  expect(listOptions()).toEqual([]);
  type(field, "nig");
  press(field, "ArrowDown");
  press(field, "ArrowDown");
  expect(root.querySelector("[aria-selected='true']")?.textContent).toBe("Nigeria");
  expect(field.getAttribute("aria-activedescendant")).toBe(root.querySelector("[aria-selected='true']")?.id);
  press(field, "Enter");
  expect(chosen.current).toEqual(["GNB", "NGA"]);
});

test("Enter chooses nothing when several options match", () => {
  const field = show(COUNTRIES);
  type(field, "nig");
  press(field, "Enter");
  expect([chosen.current, field.value]).toEqual([[], "nig"]);
  expect(root.textContent).toContain("Choose from the list.");
});

test("leaving the field chooses an unambiguous name; any other text prevents saving", () => {
  const field = show(COUNTRIES);
  type(field, "Germany");
  leave(field);
  expect([chosen.current, focusUnfinished(root)]).toEqual([["DEU"], false]);
  for (const text of ["Niger", "ia"]) {
    type(field, text);
    leave(field);
    expect([chosen.current, field.value]).toEqual([["DEU"], text]);
    expect(root.textContent).toContain("Choose from the list.");
    field.blur();
    expect(focusUnfinished(root)).toBe(true);
    expect(document.activeElement).toBe(field);
    field.value = "";
  }
});

test("Enter that ends an IME composition chooses nothing", () => {
  const field = show(COUNTRIES);
  type(field, "Germany");
  press(field, "Enter", { isComposing: true });
  press(field, "Enter", { keyCode: 229 });
  expect(chosen.current).toEqual([]);
  press(field, "Enter");
  expect(chosen.current).toEqual(["DEU"]);
});

test("pasted lines are chosen as separate values; text that matches no option stays in the field", () => {
  const field = show(COUNTRIES);
  const paste = (text: string) => {
    const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true });
    Object.defineProperty(event, "clipboardData", { value: { getData: () => text } });
    act(() => void field.dispatchEvent(event));
    return event.defaultPrevented;
  };
  expect(paste("Germany\nNiger\nAtlantis\n")).toBe(true);
  expect([chosen.current, field.value]).toEqual([["DEU", "NER"], "Atlantis"]);
  expect(paste("Germany")).toBe(false);
});

test("without options a comma, Enter or leaving the field adds the text", () => {
  const field = show(undefined);
  type(field, "shoes,boots");
  expect(chosen.current).toEqual(["shoes"]);
  press(field, "Enter");
  type(field, "socks");
  leave(field);
  expect(chosen.current).toEqual(["shoes", "boots", "socks"]);
  expect(focusUnfinished(root)).toBe(false);
  press(field, "Backspace");
  expect(chosen.current).toEqual(["shoes", "boots"]);
});
