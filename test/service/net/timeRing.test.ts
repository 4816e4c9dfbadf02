import fc from "fast-check";
import { expect, test } from "vitest";
import { TimeRing } from "../../../src/service/net/timeRing.ts";

test("after random additions and removals, a ring contains the same times as a list", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 200, size: "max" }), (steps) => {
      const ring = new TimeRing();
      const list: number[] = [];
      for (const [time, isAdded] of steps.entries()) {
        if (isAdded) {
          ring.add(time);
          list.push(time);
        } else {
          ring.dropOldest();
          list.shift();
        }
        expect([ring.length, ring.oldest]).toEqual([list.length, list[0]]);
      }
    }),
  );
});

test("a ring that grew after removals returns all times in order", () => {
  const ring = new TimeRing();
  for (let time = 0; time < 5; time++) ring.add(time);
  for (let time = 0; time < 3; time++) ring.dropOldest();
  for (let time = 5; time < 40; time++) ring.add(time);
  const times: (number | undefined)[] = [];
  for (; ring.length > 0; ring.dropOldest()) times.push(ring.oldest);
  expect(times).toEqual(Array.from({ length: 37 }, (_, at) => at + 3));
  expect(ring.oldest).toBe(undefined);
});
