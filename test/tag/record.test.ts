import { beforeEach, expect, test, vi } from "vitest";

type Record = typeof import("../../src/tag/record.ts");

let record: Record;
beforeEach(async () => {
  vi.resetModules();
  vi.restoreAllMocks();
  record = await import("../../src/tag/record.ts");
});

test("note() records time, type, detail and slot key", () => {
  vi.spyOn(performance, "now").mockReturnValue(12.5);
  const data = { type: "native", data: {} };
  record.note("filled", { data }, 3);
  record.note("sent", "body");
  expect(record.notes).toEqual([
    { at: 12.5, type: "filled", detail: { data }, key: 3 },
    { at: 12.5, type: "sent", detail: "body", key: undefined },
  ]);
});

test("only the newest 500 notes are kept", () => {
  for (let at = 0; at < 500; at++) record.note("retry", at);
  expect(record.notes).toHaveLength(500);
  for (let at = 500; at < 507; at++) record.note("retry", at);
  expect(record.notes.map(({ detail }) => detail)).toEqual(Array.from({ length: 500 }, (_, at) => at + 7));
});

test("a mistake is reported once and noted for the console", () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  for (const text of ["a", "b", "a"]) record.reportOnce(text);
  expect(error.mock.calls).toEqual([
    ["[zonetag]", "a"],
    ["[zonetag]", "b"],
  ]);
  expect(record.notes.map(({ type, detail }) => [type, detail])).toEqual([
    ["wrong", "a"],
    ["wrong", "b"],
  ]);
});
