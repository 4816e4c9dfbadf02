// @long Collects garbage many times.
/** Memory of an iterator over a long report. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createRole } from "../../src/statistics/role.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const PAGE = 3;

test("records() keeps only the page that is being read", async () => {
  const given: WeakRef<object>[] = [];
  const role = createRole("publisher", async (body) => {
    const { offset } = body as { offset?: number } & typeof body;
    const from = offset ?? 0;
    const result = Array.from({ length: PAGE }, (_, at) => ({
      group_by: { sub: { sub: from + at } },
      clicks: 1,
    }));
    return { request_metadata: { count: 10 * PAGE }, result };
  });
  const countKept = () => {
    collectGarbage();
    return given.filter((each) => each.deref() !== undefined).length;
  };
  for await (const record of role.records({ group_by: ["sub"], limit: PAGE })) {
    given.push(new WeakRef(record));
    if (given.length % PAGE === 1) await expect.poll(countKept).toBeLessThanOrEqual(1);
  }
  expect(given).toHaveLength(10 * PAGE);
});
