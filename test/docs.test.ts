import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { expect, test } from "vitest";
import { browsers, deviceTypes, operatingSystems } from "../src/service/values/dimensions.ts";
import { ATTRIBUTES } from "../src/tag/attributes.ts";

const ROOT = resolve(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", ...guides()];

function guides(): string[] {
  const names = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
  return names.map((name) => `docs/${name}`);
}

/** The anchors that a forge makes of a page's headings. */
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

test("the README's size of the tag is the file's, rounded up", () => {
  const [, told = ""] = read("README.md").match(/<!-- size -->([\d,]+)<!-- \/size -->/) ?? [];
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  const { length } = brotliCompressSync(readFileSync(join(ROOT, "dist/zonetag.js")), { params });
  const size = Number(told.replaceAll(",", ""));
  expect(size).toBeGreaterThanOrEqual(length);
  expect(size).toBeLessThan(length * 1.1);
});

test("the README's ad service runs on what init writes", () => {
  const template = "src/service/template";
  const readme = read("README.md");
  expect(readme).toMatch(/^npx zonetag-service init ads$/m);
  const [command = ""] = readme.match(/^npx zonetag-service --catalogue .*$/m) ?? [];
  const option = (name: string) => command.match(new RegExp(`--${name} ads/(\\S+)`))?.[1] ?? "?";
  const catalogue = read(join(template, option("catalogue")));
  const images = [...catalogue.matchAll(/"\/creatives\/([^"]+)"/g)].map(([, image = ""]) => image);
  expect(images.length).toBeGreaterThan(0);
  const missing = images.filter((image) => !existsSync(join(ROOT, template, option("creatives"), image)));
  expect(missing).toEqual([]);
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

/** Names that a declaration in a source file lists, found by what stands around each. */
function names(file: string, declaration: RegExp, each: RegExp): string[] {
  const [, body = ""] = read(file).match(declaration) ?? [];
  return [...body.matchAll(each)].map(([, name = ""]) => name);
}

test("the publishers' page has every attribute, and says of each what it expects", () => {
  const [, page = ""] = read("docs/publishers.md").split("\n## All attributes\n");
  const rows = [...page.matchAll(/^\| `data-([\w-]+)` \| ([^|]*) \|/gm)].map(
    ([, name = "", expected = ""]) => [name, expected.trim()],
  );
  const expected = Object.entries(ATTRIBUTES).map(([name, words]) => [name, words || "any text"]);
  expect(rows.filter(([name]) => name && name in ATTRIBUTES)).toEqual(expected);
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

test("the console's guide says what to do where the script itself does not run", () => {
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

/** Paths below a folder, each after a slash. */
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
  const files = readdirSync(join(ROOT, "src/tag")).filter((name) => !page.includes(name));
  const entries = readdirSync(join(ROOT, "src/service"), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${name}/`);
  expect([...files, ...folders.filter((name) => !page.includes(`\`${name}`))]).toEqual([]);
});

test("every name in ARCHITECTURE.md's table of ports is one of the source", () => {
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

test("ARCHITECTURE.md says why each dependency is there", () => {
  const { devDependencies } = JSON.parse(read("package.json"));
  const { dependencies } = JSON.parse(read("packages/service/package.json"));
  const table = read("ARCHITECTURE.md").match(/## Chosen dependencies[\s\S]*/)?.[0] ?? "";
  expect(
    Object.keys({ ...devDependencies, ...dependencies }).filter((name) => !table.includes(name)),
  ).toEqual([]);
});

test("the names that targeting takes stand in the service's guide", () => {
  const table = read("docs/service.md").match(/### Names for targeting[\s\S]*?(?=\n###)/)?.[0] ?? "";
  const names = [deviceTypes, operatingSystems, browsers].flatMap(({ codes }) => codes);
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});

test("CONTRIBUTING's examples name tests that there are", () => {
  const examples = [
    ...read("CONTRIBUTING.md").matchAll(/^npx (vitest run -t|playwright test -g) "([^"]+)"/gm),
  ];
  expect(examples.length).toBe(2);
  for (const [, command = "", pattern = ""] of examples) {
    const folder = command.startsWith("vitest") ? "test" : "e2e";
    const files = readdirSync(join(ROOT, folder), { encoding: "utf8", recursive: true });
    const sources = files
      .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
      .map((name) => read(`${folder}/${name}`));
    // In the title of a test, so on the line that declares it, or in that of a table.
    const title = new RegExp(`(test|it)\\(.*${pattern}|^\\]\\)\\(".*${pattern}`, "m");
    expect(
      sources.some((source) => title.test(source)),
      pattern,
    ).toBe(true);
  }
});

/** Addresses that a guide promises on the ad service, for instance `https://ads.example/zonetag.js`. */
test("the guides name no file of the ad service that it does not serve", () => {
  const served = [
    "v1",
    "v2",
    "zonetag.js",
    "console.js",
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
