/**
 * `npm run release -- VERSION`: checks, writes the version, commits, tags and packs. Publishes nothing.
 *
 * docs/releases.md says what it insists on.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const MANIFESTS = ["package.json", "packages/service/package.json", "package-lock.json"];

/** Throws an error that says what is not as it should be. */
export function checkVersion(version: string, before: string): void {
  const [next, last] = [version, before].map((text) =>
    /^(\d+)\.(\d+)\.(\d+)$/.exec(text)?.slice(1).map(Number),
  );
  if (!next) throw new Error(`"${version}" is not a version such as 0.2.0.`);
  const differing = next.findIndex((part, at) => part !== last?.[at]);
  if (differing < 0 || (next[differing] ?? 0) < (last?.[differing] ?? 0))
    throw new Error(`${version} is not newer than ${before}.`);
}

/** The changelog with what was unreleased under the version. Throws when there is nothing. */
export function closeChangelog(text: string, version: string, day: string): string {
  const [, unreleased = ""] = /^## \[Unreleased\]\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text) ?? [];
  if (!/^- /m.test(unreleased)) throw new Error("CHANGELOG.md has nothing under Unreleased.");
  return text.replace("## [Unreleased]\n", `## [Unreleased]\n\n## [${version}] - ${day}\n`);
}

async function release(root: string, version: string): Promise<void> {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const npm = (...args: string[]) => {
    if (spawnSync("npm", args, { cwd: root, stdio: "inherit" }).status !== 0)
      throw new Error(`npm ${args.join(" ")} failed.`);
  };
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  checkVersion(version, manifest.version);
  if (git("status", "--porcelain")) throw new Error("There are uncommitted changes.");
  const origin = git("remote", "get-url", "origin");
  const named = manifest.repository.url.replace(/^git\+/, "");
  if (origin.replace(/(\.git)?$/, ".git") !== named)
    throw new Error(`package.json names the repository ${named}; this is a clone of ${origin}.`);
  const changelog = closeChangelog(
    await readFile(join(root, "CHANGELOG.md"), "utf8"),
    version,
    new Date().toISOString().slice(0, 10),
  );
  npm("run", "build");
  if (git("status", "--porcelain")) throw new Error("dist/ is not what the sources make. Commit it first.");
  npm("test");

  await writeFile(join(root, "CHANGELOG.md"), changelog);
  npm("version", version, "--no-git-tag-version", "--include-workspace-root", "--workspaces");
  git("commit", "--quiet", "--message", `Release ${version}`, "--", "CHANGELOG.md", ...MANIFESTS);
  git("tag", "--annotate", `v${version}`, "--message", `Release ${version}`);
  await mkdir(join(root, "release"), { recursive: true });
  npm("pack", "--include-workspace-root", "--workspaces", "--pack-destination", "release");
  const publish = (name: string) => `npm publish release/${name}-${version}.tgz --provenance --access public`;
  console.log(`\nTagged v${version}. Next:\n
  git push --follow-tags
  ${publish("zonetag")}
  ${publish("zonetag-service")}`);
}

if (process.argv[1] === import.meta.filename) {
  try {
    await release(resolve(import.meta.dirname, ".."), process.argv[2] ?? "");
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
