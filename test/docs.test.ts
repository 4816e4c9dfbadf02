import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { writeReference } from "../scripts/reference.ts";
import { PACKAGES } from "../scripts/stagePackage.ts";
import { findMatching } from "../scripts/testing/matching.ts";
import { NAMES, OF_PLACEHOLDER, OF_SCRIPT, toAttribute } from "../src/console/attributes.ts";
import { MACROS } from "../src/protocol/macros.ts";
import { listKeys } from "../src/protocol/tables.ts";
import { manageCommands } from "../src/service/commands/manage.ts";
import { browsers, deviceTypes, operatingSystems } from "../src/service/values/visitorDimensions.ts";
import { RULES } from "../src/tag/attributes.ts";

const ROOT = resolve(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", ...guides()];

function guides(): string[] {
  const names = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
  return names.map((name) => `docs/${name}`);
}

/** Returns the anchors that GitHub creates from a page's headings. */
function anchors(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return headings.map((heading) => {
    const plain = heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "");
    return plain.trim().replaceAll(" ", "-");
  });
}

test.each(PAGES)("%s links to files and headings that exist", (page) => {
  const text = read(page);
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  const local = links.filter((target) => !/^https?:/.test(target));
  const broken = local.filter((target) => {
    const [path = "", anchor] = target.split("#");
    const file = path ? resolve(ROOT, dirname(page), path) : join(ROOT, page);
    if (!existsSync(file)) return true;
    return anchor !== undefined && !anchors(readFileSync(file, "utf8")).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test("deploy/ names only guides and headings that exist", () => {
  const files = listBelow("deploy").filter((path) => /\.\w+$|file$/.test(path));
  const texts = files.map((path) => read(`deploy${path}`).replaceAll(String.raw`\"`, '"'));
  const named = texts.flatMap((text) => [...text.matchAll(/(?:"([^"\n]+)" in )?(docs\/\w+\.md)/g)]);
  expect(named.length).toBeGreaterThan(5);
  const broken = named.filter(([, heading, page = ""]) => {
    if (!existsSync(join(ROOT, page))) return true;
    return heading !== undefined && !new RegExp(`^#+ ${heading}$`, "m").test(read(page));
  });
  expect(broken.map(([text]) => text)).toEqual([]);
});

test("each release in the changelog has every section and every entry once, and Upgrading first", () => {
  const releases = read("CHANGELOG.md").split(/^## /m).slice(1);
  expect(releases.length).toBeGreaterThan(0);
  for (const release of releases) {
    const sections = [...release.matchAll(/^### (.+)$/gm)].map(([, name]) => name);
    expect(new Set(sections).size).toBe(sections.length);
    if (sections.includes("Upgrading")) expect(sections[0]).toBe("Upgrading");
    const entries = release.split(/^(?=- |#)/m).filter((text) => text.startsWith("- "));
    expect(entries.filter((text, at) => entries.indexOf(text) !== at)).toEqual([]);
  }
});

/** Documentation pages of each package. Only the README has a different path in the repository. */
const PACKAGED = listKeys(PACKAGES).flatMap((name) => {
  const copied: readonly string[] = PACKAGES[name].copied;
  const pages = guides().filter((page) => copied.includes("docs") || copied.includes(page));
  return [...pages, `${PACKAGES[name].folder}/README.md`].map((page) => ({ page, name }));
});

test.each(PACKAGED)("$page refers to nothing outside of the package $name", ({ page, name }) => {
  const text = read(page);
  const copied: readonly string[] = PACKAGES[name].copied;
  const folder = page.startsWith("docs/") ? join(ROOT, "docs") : ROOT;
  const targets = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target = ""]) => target);
  const paths = targets.filter((target) => !/^https?:/.test(target));
  const isPackaged = (path: string) => copied.some((one) => path === one || path.startsWith(`${one}/`));
  expect(paths.filter((path) => !isPackaged(relative(ROOT, resolve(folder, path))))).toEqual([]);
  const [own = "?"] = JSON.parse(read("package.json")).homepage.split("#");
  expect(targets.filter((target) => target.startsWith(own) || target.includes("npmjs.com"))).toEqual([]);
  // The guide to releases explains how to build the files from the repository.
  const code = page === "docs/releases.md" ? "" : text;
  expect(
    code.match(/`(src|test|e2e|demo|scripts|packages)\/[^`]*`|npm (run|start|ci|test)\b/g) ?? [],
  ).toEqual([]);
});

test("both READMEs begin with the same commands", () => {
  const commands = (page: string) => {
    const found = read(page).matchAll(
      /^(?:npx zonetag-service|node dist\/zonetag-service.mjs) ((?:init|--config) .*)$/gm,
    );
    return [...found].map(([, command]) => command);
  };
  expect(commands("README.md")).toEqual(commands("packages/service/README.md"));
  expect(commands("README.md")).toEqual(["init ads", "--config ads/service.jsonc"]);
});

test("the digests for subresource integrity are those of the built files", () => {
  const digests: Record<string, string> = JSON.parse(read("dist/integrity.json"));
  expect(Object.keys(digests)).toContain("zonetag.js");
  for (const [name, digest] of Object.entries(digests)) {
    const bytes = readFileSync(join(ROOT, "dist", name));
    expect(digest).toBe(`sha384-${createHash("sha384").update(bytes).digest("base64")}`);
  }
});

test.each(["SECURITY.md", "test/MUTANTS.md"])("every test that %s names exists", (page) => {
  const named = [...read(page).matchAll(/`((?:e2e|test)\/[^`]*)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

/** Returns the names that `each` matches in a declaration of a source file. */
function names(file: string, declaration: RegExp, each: RegExp): string[] {
  const [, body = ""] = read(file).match(declaration) ?? [];
  return [...body.matchAll(each)].map(([, name = ""]) => name);
}

test("the publishers' guide lists every attribute with its element and the tag's words for its value", () => {
  const [, page = ""] = read("docs/publishers.md").split("\n## All attributes\n");
  // Words in parentheses are the guide's own.
  const rows = [...page.matchAll(/^\| `(data-[\w-]+)` \| ([^|(]*?)(?: \(.*\))? \| (\w+) \|/gm)].map(
    ([, ...cells]) => cells,
  );
  const FREE: Record<string, string> = { media: "a media query", manual: "nothing; its presence is enough" };
  const findPlace = (name: (typeof NAMES)[number]) =>
    OF_SCRIPT.includes(name) ? "script" : OF_PLACEHOLDER.includes(name) ? "placeholder" : "both";
  const words = NAMES.map((name) => [
    toAttribute(name),
    RULES[name]?.[0] ?? FREE[name] ?? "any text",
    findPlace(name),
  ]);
  expect(rows.sort()).toEqual(words.sort());
});

test.each([
  ["event", "src/tag/index.ts", /interface GlobalEventHandlersEventMap \{([^}]*)\}/, /"(zonetag:\w+)"/g],
  ["error code", "src/tag/types.ts", /type ErrorCode =([^;]*);/, /"([\w-]+)"/g],
  ["call", "src/tag/types.ts", /interface Zonetag \{([^}]*)\}/, /^ {2}(\w+)\(/gm],
  ["value of set()", "src/tag/types.ts", /interface PageValues \{([^}]*)\}/, /^ {2}(\w+)\?:/gm],
])("every %s is on the developers' page", (_kind, file, declaration, each) => {
  const listed = names(file, declaration, each);
  expect(listed.length).toBeGreaterThan(3);
  const page = read("docs/developers.md");
  expect(listed.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
});

test("the console's guide has a remedy for each reason why the script does not run", () => {
  const [, section = ""] = read("docs/console.md").match(/^## If it does not open$(.*?)^## /ms) ?? [];
  const causes = [...section.matchAll(/^\| (.+?) \| (.+?) \|$/gm)].slice(1);
  for (const sign of [
    "no such line",
    "ERR_BLOCKED_BY_CLIENT",
    "`CSP`",
    "404",
    "integrity",
    "a frame",
    "loaded",
  ]) {
    const [, , remedy = ""] = causes.find(([, cause = ""]) => cause.includes(sign)) ?? [];
    expect([sign, remedy.length > 20]).toEqual([sign, true]);
  }
});

/** Lists the paths below a folder, each with a leading slash. */
function listBelow(folder: string): string[] {
  const paths = readdirSync(join(ROOT, folder), { encoding: "utf8", recursive: true });
  return paths.map((path) => `/${path.replaceAll("\\", "/")}`);
}

const SOURCES = listBelow("src");
const BROWSER_TESTS = listBelow("e2e");

test.each(["ARCHITECTURE.md", "CONTRIBUTING.md"])("every file and folder that %s names exists", (page) => {
  const text = read(page).replace(/## Chosen dependencies[\s\S]*?(?=\n### )/, "");
  const files = [...text.matchAll(/(?<![\w./-])[\w-][\w./-]*\.(?:tsx?|mjs|json|md)\b(?!\.)/g)];
  const folders = [...text.matchAll(/`([\w-][\w./-]*\/)`/g)].map(([, path = ""]) => [path.slice(0, -1)]);
  const named = [...files, ...folders].map(([path = ""]) => path);
  expect(named.length).toBeGreaterThan(10);
  const isThere = (path: string) =>
    existsSync(join(ROOT, path)) ||
    [...SOURCES, ...BROWSER_TESTS].some((source) => source.endsWith(`/${path}`));
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});

test("ARCHITECTURE.md names every file of the tag and every folder of the service", () => {
  const page = read("ARCHITECTURE.md");
  const sources = readdirSync(join(ROOT, "src/tag")).filter((name) => name.endsWith(".ts"));
  const files = sources.filter((name) => !page.includes(name));
  const entries = readdirSync(join(ROOT, "src/service"), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${name}/`);
  expect([...files, ...folders.filter((name) => !page.includes(`\`${name}`))]).toEqual([]);
});

test("the service exports every name in ARCHITECTURE.md's table of ports", () => {
  const table = read("ARCHITECTURE.md").match(/### Ports[\s\S]*?(?=\n## )/)?.[0] ?? "";
  const names = [...table.matchAll(/`([A-Za-z]+)`/g)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(10);
  const service = SOURCES.filter((path) => /^\/service\/.*\.ts$/.test(path)).map((path) =>
    read(`src${path}`),
  );
  const isDeclared = (name: string) =>
    service.some((text) => new RegExp(`^export .*\\b${name}\\b`, "m").test(text));
  expect(names.filter((name) => !isDeclared(name))).toEqual([]);
});

test("the advertisers' guide lists the macros, and the maximum length of a click id", () => {
  const page = read("docs/advertisers.md");
  const rows = [...page.matchAll(/^\| `\{(\w+)\}` \|/gm)].map(([, name]) => name);
  expect(rows).toEqual(listKeys(MACROS));
  expect(page).toContain(`at most ${MACROS.click_id} characters`);
});

test("ARCHITECTURE.md lists every dependency", () => {
  const { devDependencies } = JSON.parse(read("package.json"));
  const { dependencies } = JSON.parse(read("packages/service/package.json"));
  const table = read("ARCHITECTURE.md").match(/## Chosen dependencies[\s\S]*/)?.[0] ?? "";
  expect(
    Object.keys({ ...devDependencies, ...dependencies }).filter((name) => !table.includes(name)),
  ).toEqual([]);
});

test("the reference of catalogue fields and settings in the service's guide is up to date", () => {
  const guide = read("docs/service.md");
  expect(guide, "run npm run reference").toBe(writeReference(guide));
  for (const name of ["timezone", "variations.review", "deleted", "--limit-keys <number>"])
    expect(guide).toContain(`| \`${name}`);
});

test("the service's guide lists every name for targeting", () => {
  const table = read("docs/service.md").match(/### Names for targeting[\s\S]*?(?=\n###)/)?.[0] ?? "";
  const names = [deviceTypes, operatingSystems, browsers].flatMap(({ codes }) => codes);
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});

test("the example pattern in CONTRIBUTING.md matches titles of unit tests", () => {
  const [, pattern = ""] = /^npm test -- "([^"]+)"/m.exec(read("CONTRIBUTING.md")) ?? [];
  const { units, isTitle } = findMatching(pattern);
  expect([isTitle, units.length > 0]).toEqual([true, true]);
});

test("the guides name only commands and settings that the ad service has", () => {
  const sources = SOURCES.filter((path) => /^\/service\/.*\.ts$/.test(path)).map((path) =>
    read(`src${path}`),
  );
  const declared = sources.flatMap((text) => [...text.matchAll(/new Command\("([a-z-]+)/g)]);
  const commands = [
    ...declared.map(([, name]) => name),
    ...manageCommands().map((command) => command.name()),
  ];
  const texts = [...guides(), "README.md", "packages/service/README.md"].map(read);
  const named = texts.flatMap((text) => [...text.matchAll(/zonetag-service ([a-z][a-z-]+)/g)]);
  expect(named.length).toBeGreaterThan(20);
  const written = named.map(([, name]) => name);
  expect(written.filter((name) => !commands.includes(name))).toEqual([]);
  const all = sources.join("\n");
  const settings = texts.flatMap((text) => [...text.matchAll(/`(--[a-z][a-z-]+[a-z])[ `]/g)]);
  expect(settings.length).toBeGreaterThan(50);
  const options = settings.map(([, option = ""]) => option);
  expect(options.filter((option) => !all.includes(option))).toEqual([]);
});

/** Checks URLs of the ad service in the guides, for example `https://ads.example/zonetag.js`. */
test("the guides mention only URLs that the ad service serves", () => {
  const served = [
    "v1",
    "v2",
    "zonetag.js",
    "console.js",
    "consent.js",
    "statistics.mjs",
    "dashboard",
    "collections",
    "openapi.json",
  ];
  const named = PAGES.flatMap((page) =>
    [...read(page).matchAll(/https:\/\/ads\.example\/([\w.-]+)/g)].map(([, path = ""]) => path),
  );
  expect(named).toContain("zonetag.js");
  expect(named.filter((path) => !served.includes(path))).toEqual([]);
});
