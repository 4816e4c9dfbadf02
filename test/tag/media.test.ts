import { afterEach, beforeEach, expect, test, vi } from "vitest";

interface List {
  matches: boolean;
  onchange?: () => void;
}
let lists: Record<string, List>;
let media: typeof import("../../src/tag/media.ts");

beforeEach(async () => {
  lists = {};
  vi.stubGlobal("matchMedia", (query: string) => {
    lists[query] ??= { matches: false };
    return lists[query];
  });
  vi.resetModules();
  media = await import("../../src/tag/media.ts");
});
afterEach(() => void vi.unstubAllGlobals());

test("slots of one query share what tells that it changes", () => {
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

/** Queries, and one way of writing them or their opposite that matches now. */
test.each([
  ["(min-width: 1px)", "(min-width: 1px)"],
  ["(min-width: 1px)", "not all and (min-width: 1px)"],
  ["screen and (color)", "not screen and (color)"],
  ["only screen and (color)", "not screen and (color)"],
  ["not all", "all"],
  ["(a) or (b)", "not ((a) or (b) or (a) or (b))"],
  ["(typo), print", "not  print"],
])("%s can match when %s does", (query, matching) => {
  expect(media.canMatch(query)).toBe(false);
  lists[matching] = { matches: true };
  expect(media.canMatch(query)).toBe(true);
});
