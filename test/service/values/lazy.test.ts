import { expect, test } from "vitest";
import { lazy } from "../../../src/service/values/lazy.ts";

test("a lazy value is computed once at the first call", () => {
  let times = 0;
  const find = lazy(() => ({ times: ++times }));
  expect(times).toBe(0);
  expect(find()).toBe(find());
  expect(times).toBe(1);
});

test("a lazy value that throws is computed again at the next call", () => {
  let times = 0;
  const find = lazy(() => {
    times += 1;
    if (times === 1) throw new Error("not yet");
    return { times };
  });
  expect(find).toThrow("not yet");
  expect(find().times).toBe(2);
});
