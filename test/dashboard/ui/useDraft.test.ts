// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, test } from "vitest";
import { openTabStorage } from "../../../src/dashboard/app/tabStorage.ts";
import { useDraft } from "../../../src/dashboard/ui/useDraft.ts";
import { useRoot } from "../useRoot.ts";

interface Entry {
  name: string;
  price: string;
}

const { show: showContent, leave } = useRoot();
afterEach(() => sessionStorage.clear());

function useIt() {
  const result = {} as { current: ReturnType<typeof useDraft<Entry>> };
  const Probe = ({ base, draft }: { base: Entry; draft: string }) => {
    result.current = useDraft(base, draft);
    return null;
  };
  const show = (base: Entry, draft = "zones 7 a") => showContent(h(Probe, { base, draft }));
  return { result, show };
}

test("edits made during a save are kept after the save", () => {
  const { result, show } = useIt();
  show({ name: "old", price: "1" });
  act(() => result.current.set({ name: "new" }));
  const saved = { ...result.current.values };
  act(() => result.current.set({ price: "2" }));
  act(() => result.current.forget(saved));
  show({ name: "new", price: "1" });
  expect(result.current.edits).toEqual({ price: "2" });
  expect(result.current.values).toEqual({ name: "new", price: "2" });
});

test("unedited fields follow the saved entry; an edit back to the saved value is removed", () => {
  const { result, show } = useIt();
  show({ name: "old", price: "1" });
  act(() => result.current.set({ name: "new" }));
  show({ name: "theirs", price: "3" });
  expect(result.current.values).toEqual({ name: "new", price: "3" });
  act(() => result.current.set({ name: "theirs" }));
  expect(result.current.edits).toEqual({});
});

test("an edit is stored before the next frame, so an immediate reload does not lose it", async () => {
  openTabStorage("2,7");
  const { result, show } = useIt();
  show({ name: "old", price: "1" });
  result.current.set({ name: "new" });
  await Promise.resolve();
  expect(Object.values(sessionStorage)).toEqual([JSON.stringify({ name: "new" })]);
});

test("edits to a version of an object survive reloads until they are saved or another user opens the tab", () => {
  const base = { name: "old", price: "1" };
  const reload = (draft?: string) => {
    leave();
    const { result, show } = useIt();
    show(base, draft);
    return result;
  };
  openTabStorage("2,7");
  const first = reload();
  expect(first.current.isRestored).toBe(false);
  act(() => first.current.set({ name: "new" }));
  const second = reload();
  expect([second.current.edits, second.current.isRestored]).toEqual([{ name: "new" }, true]);
  expect(reload("zones 7 b").current.edits).toEqual({});
  expect(reload("zones 8 a").current.edits).toEqual({});
  const last = reload();
  act(() => last.current.forget(last.current.values));
  expect(reload().current.edits).toEqual({});
  act(() => last.current.set({ name: "newer" }));
  openTabStorage("2,8");
  expect(reload().current.edits).toEqual({});
  openTabStorage("2,7");
  expect(reload().current.edits).toEqual({});
});

test("a draft moves to the new version of its object and can be discarded", () => {
  const { result, show } = useIt();
  show({ name: "old", price: "1" });
  act(() => result.current.set({ name: "new" }));
  show({ name: "theirs", price: "1" }, "zones 7 b");
  expect(Object.keys(sessionStorage)).toEqual([expect.stringContaining("zones 7 b")]);
  result.current.discard();
  expect(sessionStorage).toHaveLength(0);
});
