import { afterEach, beforeEach, expect, test, vi } from "vitest";

interface List {
  matches: boolean;
  onchange?: () => void;
}
let lists: Record<string, List>;
let media: typeof import("../../src/tag/mediaQueries.ts");

beforeEach(async () => {
  lists = {};
  vi.stubGlobal("matchMedia", (query: string) => {
    lists[query] ??= { matches: false };
    return lists[query];
  });
  vi.resetModules();
  media = await import("../../src/tag/mediaQueries.ts");
});
afterEach(() => void vi.unstubAllGlobals());

test.each([5, () => undefined, () => ({})])(
  "on a page that has replaced matchMedia by %s every query matches",
  (own) => {
    vi.stubGlobal("matchMedia", own);
    expect(media.matchesMedia("print", () => {})).toBe(true);
  },
);

test("slots with the same query share one listener", () => {
  const made = vi.fn(matchMedia);
  vi.stubGlobal("matchMedia", made);
  const onChange = vi.fn();
  expect(media.matchesMedia("(width > 1px)", onChange)).toBe(false);
  Object.assign(lists["(width > 1px)"] ?? {}, { matches: true });
  expect(media.matchesMedia("(width > 1px)", onChange)).toBe(true);
  expect(made).toHaveBeenCalledOnce();
  lists["(width > 1px)"]?.onchange?.();
  expect(onChange).toHaveBeenCalledOnce();
});
