// @programs Builds twice, with the compiler.
/** Failing builds of a copy of the sources, which leaves the real sources unchanged. */
import { spawnSync } from "node:child_process";
import { appendFile, cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { useFolder } from "../support/folder.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const copy = useFolder();

beforeAll(async () => {
  const configurations = ["package.json", "tsconfig.json", "tsconfig.types.json"];
  for (const name of ["src", "scripts", ...configurations])
    await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
  await mkdir(join(copy, "dist"));
  await writeFile(join(copy, "dist/zonetag.js"), "as it was");
});

test.each([
  ["a syntax error", "src/tag/zonetag.ts", "const = 1;", /Expected identifier/],
  [
    "a type error",
    "src/statistics/index.ts",
    'export const wrong: number = "text";',
    /error TS2322: Type 'string'/,
  ],
])("%s fails the build with its message and leaves dist/ unchanged", async (_what, file, code, message) => {
  const path = join(copy, file);
  const before = await readFile(path);
  await appendFile(path, `\n${code}\n`);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", join(copy, "scripts/build.ts")],
    { cwd: copy, encoding: "utf8" },
  );
  await writeFile(path, before);
  expect(status).toBe(1);
  expect(stdout + stderr).toMatch(message);
  expect(stderr).toContain("The build failed; the folder is unchanged");
  expect(await readFile(join(copy, "dist/zonetag.js"), "utf8")).toBe("as it was");
  expect((await readdir(copy)).filter((name) => name.startsWith(".dist"))).toEqual([]);
});
