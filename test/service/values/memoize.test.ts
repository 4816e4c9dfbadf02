import { expect, test, vi } from "vitest";
import { memoize } from "../../../src/service/values/memoize.ts";

test("a value is computed once per object identity, so equal objects have separate values", () => {
  const compute = vi.fn(({ id }: { id: number }) => [id]);
  const get = memoize(compute);
  const [one, equal] = [{ id: 1 }, { id: 1 }];
  expect(get(one)).toBe(get(one));
  expect(get(equal)).not.toBe(get(one));
  expect(compute).toHaveBeenCalledTimes(2);
});
