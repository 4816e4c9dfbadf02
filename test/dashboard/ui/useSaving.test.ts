// @vitest-environment happy-dom
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, test, vi } from "vitest";
import { createLocale, ENGLISH, LocaleContext } from "../../../src/dashboard/texts/locale.ts";
import { type Saving, useSaving } from "../../../src/dashboard/ui/useSaving.ts";

const locale = createLocale(ENGLISH, "USD", ["en"]);
const root = document.createElement("div");
afterEach(() => act(() => render(null, root)));

function showSaving(): { saving: Saving } {
  const shown = {} as { saving: Saving };
  const Probe = () => {
    shown.saving = useSaving();
    return null;
  };
  act(() => render(h(LocaleContext.Provider, { value: locale }, h(Probe, null)), root));
  return shown;
}

test("a second click before the button is rendered as busy sends nothing, and a later one does", async () => {
  const shown = showSaving();
  const work = vi.fn(async () => {});
  const { run } = shown.saving;
  let results: boolean[] = [];
  await act(async () => {
    results = await Promise.all([run(work), run(work)]);
  });
  expect([results, work.mock.calls.length, shown.saving.isSaved]).toEqual([[true, false], 1, true]);
  await act(async () => {
    await shown.saving.run(work);
  });
  expect(work).toHaveBeenCalledTimes(2);
});
