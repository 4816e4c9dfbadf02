import { expect, test } from "vitest";
import { seededRandom } from "../../../src/service/placement/random.ts";

const draw = (seed: number, count: number) => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, random);
};

test("equal seeds give equal numbers, different seeds different numbers", () => {
  // First three numbers of mulberry32 with seed 1.
  expect(draw(1, 3)).toEqual([0.6270739405881613, 0.002735721180215478, 0.5274470399599522]);
  expect(draw(2, 3)).not.toEqual(draw(1, 3));
});

test("the numbers of a seed are uniform between 0 and 1", () => {
  const numbers = draw(7, 10_000);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  for (let tenth = 0; tenth < 10; tenth++) {
    const share = numbers.filter((number) => Math.floor(number * 10) === tenth).length;
    expect(share).toBeGreaterThan(850);
    expect(share).toBeLessThan(1150);
  }
});
