// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, test, vi } from "vitest";
import { CopyButton } from "../../../src/dashboard/ui/CopyButton.tsx";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
afterEach(() => void vi.restoreAllMocks());

async function copy(): Promise<void> {
  show(h(CopyButton, { label: "Copy", createText: () => "one\ntwo" }));
  await act(async () => root.querySelector("button")?.click());
}

test("a text that cannot be copied is shown and selected", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("No clipboard."));
  await copy();
  const field = root.querySelector("textarea");
  expect([field?.value, field?.selectionStart, field?.selectionEnd]).toEqual(["one\ntwo", 0, 7]);
  expect(root.textContent).toContain("The text is selected: press Ctrl+C.");
});

test("a text that was copied is not shown", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await copy();
  expect(write).toHaveBeenCalledWith("one\ntwo");
  expect([root.querySelector("textarea"), root.textContent]).toEqual([null, "CopyLink copied."]);
});
