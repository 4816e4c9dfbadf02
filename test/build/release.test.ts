// @programs Starts npm five times.
import { execFileSync, spawnSync } from "node:child_process";
import { appendFile, chmod, cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { closeMark, openMark, SECTION_NAMES } from "../../scripts/benchSections.ts";
import { checkVersion, chooseVersion, closeChangelog } from "../../scripts/release.ts";
import { useEmptyFolder } from "../support/folder.ts";

const ROOT = resolve(import.meta.dirname, "../..");

test.each(["0.1.1", "0.2.0", "1.0.0"])("%s is accepted as the version after 0.1.0", (version) => {
  expect(() => checkVersion(version, "0.1.0")).not.toThrow();
});
test.each(["0.1.0", "0.0.9", "v0.2.0", "0.2", ""])("%j is refused as the version after 0.1.0", (version) => {
  expect(() => checkVersion(version, "0.1.0")).toThrow(/is not (newer than|a version)/);
});

test("the first release takes its version from package.json; later releases require an explicit version", () => {
  expect(chooseVersion(undefined, "0.1.0", [])).toBe("0.1.0");
  expect(chooseVersion("0.1.0", "0.1.0", [])).toBe("0.1.0");
  expect(chooseVersion("0.2.0", "0.1.0", ["v0.1.0"])).toBe("0.2.0");
  expect(() => chooseVersion(undefined, "0.1.0", ["v0.1.0"])).toThrow("Name the new version");
  expect(() => chooseVersion("0.1.0", "0.1.0", ["v0.1.0"])).toThrow("not newer");
});

test("closing the changelog moves the entries under Unreleased to the new version", () => {
  const text =
    "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- This.\n\n## [0.1.0] - 2026-01-01\n\n- That.\n";
  const closed = closeChangelog(text, "0.2.0", "2026-11-22");
  expect(closed).toContain("## [Unreleased]\n\n## [0.2.0] - 2026-11-22\n\n### Added\n\n- This.\n");
  expect(() => closeChangelog(closed, "0.3.0", "2026-11-23")).toThrow("nothing under Unreleased");
});

const folder = useEmptyFolder();
const clone = join(folder, "clone");
const git = (...args: string[]) => execFileSync("git", args, { cwd: clone, encoding: "utf8" });

/** Creates a minimal clone, and an `npm` that skips slow commands. */
beforeEach(async () => {
  for (const name of ["packages/service", "packages/zonetag"])
    await mkdir(join(clone, name), { recursive: true });
  await mkdir(join(clone, "scripts"));
  await mkdir(join(clone, "bench"));
  for (const name of [
    "package.json",
    "packages/service/package.json",
    "packages/zonetag/package.json",
    "scripts/release.ts",
    "scripts/benchSections.ts",
    "CHANGELOG.md",
  ])
    await cp(join(ROOT, name), join(clone, name));
  await writeFile(join(clone, "package-lock.json"), '{ "lockfileVersion": 3, "packages": {} }\n');
  await writeFile(join(clone, ".gitignore"), "release/\nnode_modules/\n");
  await symlink(join(ROOT, "node_modules"), join(clone, "node_modules"));
  await writeNpm(folder);
  execFileSync("git", ["init", "--quiet", clone]);
  await appendFile(join(clone, ".git/info/exclude"), "/node_modules\n");
  git("config", "user.name", "Tester");
  git("config", "user.email", "tester@site.example");
  const { repository } = JSON.parse(await readFile(join(clone, "package.json"), "utf8"));
  git("remote", "add", "origin", repository.url.replace("git+", ""));
  git("add", ".");
  git("commit", "--quiet", "--message", "Begin");
  const revision = git("rev-parse", "--short", "HEAD").trim();
  const sections = SECTION_NAMES.map(
    (name) => `${openMark(name)}*Measured at ${revision}: here.*\n${closeMark(name)}`,
  );
  await writeFile(join(clone, "bench/RESULTS.md"), sections.join("\n"));
  git("add", ".");
  git("commit", "--quiet", "--message", "Measure");
});

const run = (...args: string[]) =>
  spawnSync(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), join(clone, "scripts/release.ts"), ...args],
    {
      cwd: clone,
      encoding: "utf8",
      env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
    },
  );

test("npm run release commits, tags and packs, and prints the remaining steps", async () => {
  const { status, stdout, stderr } = run("9.0.0");
  expect([status, stderr]).toEqual([0, ""]);
  expect(git("tag")).toBe("v9.0.0\n");
  expect(git("status", "--porcelain")).toBe("");
  for (const name of ["package.json", "packages/service/package.json", "packages/zonetag/package.json"])
    expect(JSON.parse(git("show", `v9.0.0:${name}`)).version).toBe("9.0.0");
  expect(git("show", "v9.0.0:CHANGELOG.md")).toMatch(/^## \[9\.0\.0\] - \d{4}-\d\d-\d\d$/m);
  expect(stdout).toContain("npm publish release/zonetag-service-9.0.0.tgz --provenance");
  expect(await readdir(join(clone, "release"))).toEqual(["packed"]);
});

test("npm run release --dry-run makes tag, changelog and tarballs of the first release in a clone", async () => {
  // A dry run checks neither the remote nor the tests.
  git("remote", "remove", "origin");
  await writeFile(join(folder, "failing"), "test:all");
  const head = git("rev-parse", "HEAD");
  const { status, stdout, stderr } = run("--dry-run");
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("The clone release/dry-run has the tag v0.2.0");
  expect([git("tag"), git("status", "--porcelain"), git("rev-parse", "HEAD")]).toEqual(["", "", head]);
  const trial = join(clone, "release/dry-run");
  const inTrial = (...args: string[]) => execFileSync("git", args, { cwd: trial, encoding: "utf8" });
  expect(inTrial("show", "v0.2.0:CHANGELOG.md")).toMatch(/^## \[0\.2\.0\] - \d{4}-\d\d-\d\d$/m);
  expect(await readdir(join(trial, "release"))).toEqual(["packed"]);
});

test.each<[string, () => Promise<void> | void, RegExp]>([
  ["uncommitted changes", () => writeFile(join(clone, "CHANGELOG.md"), "x"), /uncommitted changes/],
  [
    "another repository",
    () => void git("remote", "set-url", "origin", "https://git.example/fork.git"),
    /clone of/,
  ],
  [
    "timings older than their sources",
    async () => {
      await mkdir(join(clone, "src/tag"), { recursive: true });
      await writeFile(join(clone, "src/tag/zone.ts"), "");
      git("add", ".");
      git("commit", "--quiet", "--message", "Change the tag");
    },
    /Measure again with npm run bench:\npage: measured at \w+; commits to its sources since: 1/,
  ],
  [
    "a failed test",
    () => writeFile(join(folder, "failing"), "test:all"),
    /npm run test:all -- --complete failed/,
  ],
  ["a failed build", () => writeFile(join(folder, "failing"), "build"), /npm run build failed/],
])("npm run release refuses %s", async (_what, change, message) => {
  await change();
  const { status, stderr } = run("9.0.0");
  expect(status).toBe(1);
  expect(stderr).toMatch(message);
  expect(git("tag")).toBe("");
});

/** Writes a fake npm: `version` runs the real npm; other commands take minutes and are tested elsewhere. */
async function writeNpm(folder: string): Promise<void> {
  const real = execFileSync("which", ["npm"], { encoding: "utf8" }).trim();
  const script = `#!/bin/sh
case "$1" in
  version) exec "${real}" "$@" --workspaces-update=false >/dev/null 2>&1 ;;
  pack) touch release/packed ;;
  *) ! grep -qx "$2" "${folder}/failing" 2>/dev/null ;;
esac
`;
  await writeFile(join(folder, "npm"), script);
  await chmod(join(folder, "npm"), 0o755);
}
