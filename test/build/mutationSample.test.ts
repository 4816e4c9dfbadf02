import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test, vi } from "vitest";

/** The plugin is JavaScript without types, because Stryker loads it directly. */
const { strykerPlugins } = await import(pathToFileURL(resolve("scripts/mutationSample.mjs")).href);
const [{ injectableClass: Sample }] = strykerPlugins;

interface Mutant {
  id: string;
}

interface Checker {
  group(mutants: Mutant[]): Promise<string[][]>;
  check(mutants: Mutant[]): Promise<Record<string, { status: string }>>;
}

/** Creates mutants with the file names that Stryker uses in a copy of the sources. */
function listMutants(copy: string, count = 1000): Mutant[] {
  return Array.from({ length: count }, (_, at) => ({
    id: String(at),
    fileName: `/work/.stryker-tmp/${copy}/src/service/a.ts`,
    mutatorName: "BooleanLiteral",
    replacement: "false",
    location: { start: { line: at, column: 1 }, end: { line: at, column: 5 } },
  }));
}

async function draw(size: string, seed: string, mutants: Mutant[]): Promise<string[]> {
  vi.stubEnv("ZONETAG_SAMPLE", size);
  vi.stubEnv("ZONETAG_SEED", seed);
  const sample: Checker = new Sample();
  const groups = await sample.group(mutants);
  expect(groups.flat().toSorted()).toEqual(mutants.map(({ id }) => id).toSorted());
  const checks = Object.entries(await sample.check(mutants));
  return checks.filter(([, { status }]) => status === "passed").map(([id]) => id);
}

afterEach(() => void vi.unstubAllEnvs());

test("a sample has as many mutants as requested, or all", async () => {
  expect(await draw("60", "1", listMutants("a"))).toHaveLength(60);
  expect(await draw("60", "1", listMutants("a", 7))).toHaveLength(7);
});

test("the same seed draws the same mutants; another seed draws different mutants", async () => {
  const first = await draw("60", "1", listMutants("a"));
  expect(await draw("60", "1", listMutants("b").reverse())).toEqual(first);
  expect(await draw("60", "2", listMutants("a"))).not.toEqual(first);
});

test("every mutant is drawn by some seed", async () => {
  const mutants = listMutants("a", 50);
  const drawn = new Set<string>();
  for (let seed = 1; seed <= 60; seed++)
    for (const id of await draw("10", String(seed), mutants)) drawn.add(id);
  expect(drawn.size).toBe(50);
});

test.each(["0", "-1", "1.5", "many", ""])("%j is not a valid sample size", async (size) => {
  await expect(draw(size, "1", listMutants("a"))).rejects.toThrow(
    "ZONETAG_SAMPLE is a number of mutants, from 1.",
  );
});
