/** Finds the tests for `npm test -- PATTERN`. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

export interface Matching {
  units: string[];
  browsers: string[];
  /** Whether the pattern was found in the files' text, such as a test's title, and not in their paths. */
  isTitle: boolean;
}

/** Finds test files whose path contains the pattern, or else those whose text contains it. */
export function findMatching(pattern: string): Matching {
  const units = listFiles("test", /\.test\.tsx?$/);
  const browsers = listFiles("e2e", /\.spec\.ts$/);
  const isTitle = ![...units, ...browsers].some((path) => path.includes(pattern));
  const matches = (path: string) =>
    (isTitle ? readFileSync(join(ROOT, path), "utf8") : path).includes(pattern);
  return { units: units.filter(matches), browsers: browsers.filter(matches), isTitle };
}

function listFiles(folder: string, name: RegExp): string[] {
  const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return paths
    .filter((path) => name.test(path) && !path.includes("node_modules"))
    .map((path) => join(folder, path));
}
