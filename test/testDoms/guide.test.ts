/** Runs the guide's component tests with Vitest in a project that has the package installed. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { useFolder } from "../support/folder.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const GUIDE = readFileSync(join(ROOT, "docs/frameworks.md"), "utf8");

const folder = useFolder();

test("the guide's component tests pass in Vitest with happy-dom", () => {
  const [, section = ""] = GUIDE.split("\n## Testing components\n");
  const [, code = ""] = section.match(/^```js\n(\/\/ @vitest-environment [\s\S]*?)^```$/m) ?? [];
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "zonetag"), { recursive: true });
  copyFileSync(join(ROOT, "packages/zonetag/package.json"), join(modules, "zonetag/package.json"));
  symlinkSync(join(ROOT, "dist"), join(modules, "zonetag/dist"));
  for (const name of ["vitest", "happy-dom"])
    symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "article.test.js"), code);
  // With these variables, Vitest would treat the process as one of its workers.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST")));
  const printed = execFileSync(
    process.execPath,
    [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--reporter=json"],
    { cwd: folder, env, encoding: "utf8" },
  );
  const { success, numPassedTests } = JSON.parse(printed);
  expect({ success, numPassedTests }).toEqual({ success: true, numPassedTests: 2 });
});
