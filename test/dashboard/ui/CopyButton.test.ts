// @vitest-environment happy-dom
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, test, vi } from "vitest";
import { createLocale, ENGLISH, LocaleContext } from "../../../src/dashboard/texts/locale.ts";
import { CopyButton } from "../../../src/dashboard/ui/CopyButton.tsx";

const root = document.createElement("div");
afterEach(() => {
  act(() => render(null, root));
  root.remove();
  vi.restoreAllMocks();
});

async function copy(): Promise<void> {
  document.body.append(root);
  const button = h(CopyButton, { label: "Copy", createText: () => "one\ntwo" });
  const locale = createLocale(ENGLISH, "USD", ["en"]);
  act(() => render(h(LocaleContext.Provider, { value: locale }, button), root));
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
