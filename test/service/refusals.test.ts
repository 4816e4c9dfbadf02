/** Refusals of the statistics and management interfaces come from the table of problems. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { ENGLISH } from "../../src/protocol/problems.ts";

const ROOT = resolve(import.meta.dirname, "../../src/service");
const SOURCES = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, text: readFileSync(join(ROOT, name), "utf8") }));

test("no handler of an interface writes a sentence of its own into a refusal", () => {
  const own = SOURCES.filter(({ name }) =>
    /^(management|statisticsRoutes|interface)\/|\/(permissions|serveInterfaces|serveRoutes)\.ts/.test(name),
  );
  expect(own.length).toBeGreaterThan(40);
  expect(
    own.filter(({ text }) => /json\(\s*\{\s*(message|errors):/.test(text)).map(({ name }) => name),
  ).toEqual([]);
});

test("the service uses every code of the table", () => {
  // The dashboard checks macros, too.
  const shared = readFileSync(resolve(ROOT, "../protocol/macros.ts"), "utf8");
  const text = [shared, ...SOURCES.map((source) => source.text)].join("\n");
  expect(Object.keys(ENGLISH).filter((code) => !text.includes(`"${code}"`))).toEqual([]);
});
