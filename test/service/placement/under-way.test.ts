import { expect, it } from "vitest";
import { UnderWay } from "../../../src/service/placement/under-way.ts";

function write() {
  let finish: (error?: unknown) => void = () => {};
  const done = new Promise<void>((resolve, reject) => {
    finish = (error) => (error ? reject(error) : resolve());
  });
  return { done, finish };
}

it("counts who waits, and for how long the first of them has", async () => {
  const clock = { time: 1000 };
  const underWay = new UnderWay(() => clock.time);
  expect(underWay).toMatchObject({ count: 0, longest: 0 });
  const [first, second] = [write(), write()];
  const told: [string, unknown][] = [];
  const tell = (name: string) => (error?: unknown) => void told.push([name, error]);

  underWay.add(first.done, tell("a"));
  clock.time += 30;
  underWay.add(first.done, tell("b"));
  underWay.add(second.done, tell("c"));
  clock.time += 50;
  expect(underWay).toMatchObject({ count: 3, longest: 80 });

  const problem = new Error("no");
  second.finish(problem);
  await second.done.catch(() => {});
  expect(underWay).toMatchObject({ count: 2, longest: 80 });
  first.finish();
  await first.done;
  expect(underWay).toMatchObject({ count: 0, longest: 0 });
  expect(told).toEqual([
    ["c", problem],
    ["a", undefined],
    ["b", undefined],
  ]);
});
