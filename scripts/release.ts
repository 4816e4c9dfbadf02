/**
 * `npm run release -- [VERSION]`: checks, writes the version, commits, tags and packs. Publishes nothing.
 *
 * CONTRIBUTING.md lists the checks.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { appendFile, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { listStale } from "./benchSections.ts";

const MANIFESTS = [
  "package.json",
  "packages/service/package.json",
  "packages/zonetag/package.json",
  "package-lock.json",
];

/** Chooses the version: by default, the first release has the one in `package.json`. */
export function chooseVersion(given: string | undefined, current: string, tags: readonly string[]): string {
  const isFirst = !tags.includes(`v${current}`);
  if (given === undefined && !isFirst)
    throw new Error(`${current} is released. Name the new version: npm run release -- VERSION`);
  const version = given ?? current;
  if (version !== current || !isFirst) checkVersion(version, current);
  return version;
}

/** Throws an error that says why the version is invalid. */
export function checkVersion(version: string, before: string): void {
  const [next, last] = [version, before].map((text) =>
    /^(\d+)\.(\d+)\.(\d+)$/.exec(text)?.slice(1).map(Number),
  );
  if (!next) throw new Error(`"${version}" is not a version such as 0.2.0.`);
  const differing = next.findIndex((part, at) => part !== last?.[at]);
  if (differing < 0 || (next[differing] ?? 0) < (last?.[differing] ?? 0))
    throw new Error(`${version} is not newer than ${before}.`);
}

/** Moves the entries under "Unreleased" to the version. Throws when there are none. */
export function closeChangelog(text: string, version: string, day: string): string {
  const [, unreleased = ""] = /^## \[Unreleased\]\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text) ?? [];
  if (!/^- /m.test(unreleased)) throw new Error("CHANGELOG.md has nothing under Unreleased.");
  return text.replace("## [Unreleased]\n", `## [Unreleased]\n\n## [${version}] - ${day}\n`);
}

interface Trial {
  /** Skips the checks of the repository's address, of the age of timings, and the tests. */
  isTrial?: boolean;
}

/** Makes a release and resolves with its version. */
async function release(
  root: string,
  given: string | undefined,
  { isTrial = false }: Trial = {},
): Promise<string> {
  const git = createGit(root);
  const npm = (...args: string[]) => {
    if (spawnSync("npm", args, { cwd: root, stdio: "inherit" }).status !== 0)
      throw new Error(`npm ${args.join(" ")} failed.`);
  };
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const version = chooseVersion(given, manifest.version, git("tag").split("\n"));
  requireClean(git, "There are uncommitted changes.");
  if (!isTrial) checkOrigin(git("remote", "get-url", "origin"), manifest.repository.url);
  const changelog = closeChangelog(
    await readFile(join(root, "CHANGELOG.md"), "utf8"),
    version,
    new Date().toISOString().slice(0, 10),
  );
  const stale = isTrial ? [] : listStale(root, await readFile(join(root, "bench/RESULTS.md"), "utf8"));
  if (stale.length) throw new Error(`Measure again with npm run bench:\n${stale.join("\n")}`);
  npm("run", "build");
  requireClean(git, "dist/ differs from a build of the sources. Commit it first.");
  if (!isTrial) npm("run", "test:all", "--", "--complete");

  await writeFile(join(root, "CHANGELOG.md"), changelog);
  const options = ["--no-git-tag-version", "--allow-same-version"];
  npm("version", version, ...options, "--include-workspace-root", "--workspaces");
  git("commit", "--quiet", "--message", `Release ${version}`, "--", "CHANGELOG.md", ...MANIFESTS);
  git("tag", "--annotate", `v${version}`, "--message", `Release ${version}`);
  await mkdir(join(root, "release"), { recursive: true });
  npm("pack", "--workspaces", "--pack-destination", "release");
  return version;
}

type Git = (...args: string[]) => string;

function createGit(cwd: string): Git {
  return (...args) => execFileSync("git", args, { cwd, encoding: "utf8" }).trim();
}

function requireClean(git: Git, message: string): void {
  if (git("status", "--porcelain")) throw new Error(message);
}

function checkOrigin(origin: string, repository: string): void {
  const named = repository.replace(/^git\+/, "");
  if (origin.replace(/(\.git)?$/, ".git") !== named)
    throw new Error(`package.json names the repository ${named}; this is a clone of ${origin}.`);
}

/** Makes a trial release in a clone at `release/dry-run`, which is kept for inspection. */
async function tryRelease(root: string, given: string | undefined): Promise<string> {
  const git = createGit(root);
  requireClean(git, "There are uncommitted changes. The dry run uses committed files only.");
  const clone = join(root, DRY_RUN);
  await rm(clone, { recursive: true, force: true });
  const identity = ["user.name", "user.email"].map((key) => `--config=${key}=${git("config", key)}`);
  git("clone", "--quiet", ...identity, ".", clone);
  // A symbolic link is not ignored by .gitignore, which names the folder.
  await appendFile(join(clone, ".git/info/exclude"), "/node_modules\n");
  await symlink(join(root, "node_modules"), join(clone, "node_modules"));
  return release(clone, given, { isTrial: true });
}

const DRY_RUN = "release/dry-run";

function describeRelease(version: string): string {
  const publish = (name: string) => `npm publish release/${name}-${version}.tgz --provenance --access public`;
  return `Tagged v${version}. Next:\n
  git push --follow-tags
  ${publish("zonetag")}
  ${publish("zonetag-service")}`;
}

function describeTrial(version: string): string {
  return `The clone ${DRY_RUN} has the tag v${version}, the changelog, and both tarballs in its release/. Neither the tests
nor the repository's address were checked, and nothing else was changed.`;
}

if (process.argv[1] === import.meta.filename) {
  const command = new Command("npm run release --")
    .description("Checks, writes the version, commits, tags and packs both packages. Publishes nothing.")
    .argument("[version]", "new version, such as 0.2.0; the first release has the one of package.json")
    .option("--dry-run", `do it in a clone at ${DRY_RUN}, without the tests`)
    .parse();
  const root = resolve(import.meta.dirname, "..");
  const [given] = command.processedArgs;
  try {
    const text = command.opts().dryRun
      ? describeTrial(await tryRelease(root, given))
      : describeRelease(await release(root, given));
    console.log(`\n${text}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
