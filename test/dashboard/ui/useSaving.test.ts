// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { expect, test, vi } from "vitest";
import { type Saving, useSaving } from "../../../src/dashboard/ui/useSaving.ts";
import { useRoot } from "../useRoot.ts";

const { call } = useRoot();

function showSaving(): { saving: Saving } {
  const shown = {} as { saving: Saving };
  call(() => {
    shown.saving = useSaving();
  });
  return shown;
}

test("a second click before the button shows busy does not save again; a later click does", async () => {
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
