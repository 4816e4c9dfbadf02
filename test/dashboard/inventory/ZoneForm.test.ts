// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { ZoneForm } from "../../../src/dashboard/inventory/ZoneForm.tsx";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const ZONE = { id: 102, name: "Footer", site: 11, size: "300x250", version: "1", deleted: false };

test.each([
  [{ ...ZONE, note: "Sold" }, " Rented ", { note: "Rented" }],
  [{ ...ZONE, note: "Sold" }, "", { note: null }],
  [ZONE, "Rented", { note: "Rented" }],
])("a zone like %j in whose form %j is typed as the note is changed by %j", async (zone, typed, patch) => {
  const { data, calls } = createData({ answers: { "zones.change": ZONE } });
  show(h(Page, { data }, h(ZoneForm, { zone })));
  const label = [...root.querySelectorAll("label")].find(({ textContent }) =>
    textContent?.startsWith("Note"),
  );
  const field = label?.querySelector("input");
  if (!field) throw new Error("There is no field.");
  field.value = typed;
  act(() => void field.dispatchEvent(new InputEvent("input", { bubbles: true })));
  act(() => root.querySelector<HTMLElement>("form .button-primary")?.click());
  await expect.poll(() => calls.find(([name]) => name === "zones.change")?.[2]).toEqual(patch);
});
