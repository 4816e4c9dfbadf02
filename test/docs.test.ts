import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { describe, expect, test } from "vitest";

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

describe.each(PAGES)("%s", (page) => {
  const text = read(page);
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  const local = links.filter((target) => !/^https?:/.test(target));

  test("links to files and headings that exist", () => {
    const broken = local.filter((target) => {
      const [path = "", anchor] = target.split("#");
      const file = path ? resolve(ROOT, dirname(page), path) : join(ROOT, page);
      if (!existsSync(file)) return true;
      return anchor !== undefined && !anchors(readFileSync(file, "utf8")).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

test("the README's size of the tag is the file's, rounded up", () => {
  const [, told = ""] = read("README.md").match(/<!-- size -->([\d,]+)<!-- \/size -->/) ?? [];
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  const { length } = brotliCompressSync(readFileSync(join(ROOT, "dist/zonetag.js")), { params });
  const size = Number(told.replaceAll(",", ""));
  expect(size).toBeGreaterThanOrEqual(length);
  expect(size).toBeLessThan(length * 1.1);
});

test("the README's ad service has the images that its catalogue names", () => {
  const [command = ""] = read("README.md").match(/^node dist\/service\.mjs .*$/m) ?? [];
  const option = (name: string) => join(ROOT, command.match(new RegExp(`--${name} (\\S+)`))?.[1] ?? "?");
  const catalogue = readFileSync(option("catalogue"), "utf8");
  const images = [...catalogue.matchAll(/"\/creatives\/([^"]+)"/g)].map(([, image = ""]) => image);
  expect(images.length).toBeGreaterThan(0);
  expect(images.filter((image) => !existsSync(join(option("creatives"), image)))).toEqual([]);
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

test("every attribute is on the publishers' page", () => {
  const values = names("src/tag/zone.ts", /interface Values \{([^}]*)\}/, /^ {2}"?([\w-]+)"?\??:/gm);
  expect(values).toContain("zoneid");
  const fromCodeAlone = ["email", "buyeruids", "userId"];
  const attributes = values
    .filter((name) => !fromCodeAlone.includes(name))
    .map((name) => `data-${name === "zoneid" ? "zone-id" : name}`);
  const page = read("docs/publishers.md");
  expect(attributes.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});

test.each([
  ["event", "src/tag/index.ts", /interface HTMLElementEventMap \{([^}]*)\}/, /"(zonetag:\w+)"/g],
  ["error code", "src/tag/zone.ts", /type ErrorCode =([^;]*);/, /"([\w-]+)"/g],
  ["call", "src/tag/zonetag.ts", /interface Zonetag \{([^}]*)\}/, /^ {2}(\w+)\(/gm],
  ["value of set()", "src/tag/zone.ts", /interface PageValues \{([^}]*)\}/, /^ {2}(\w+)\?:/gm],
])("every %s is on the developers' page", (_kind, file, declaration, each) => {
  const listed = names(file, declaration, each);
  expect(listed.length).toBeGreaterThan(3);
  const page = read("docs/developers.md");
  expect(listed.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
});

test("ARCHITECTURE.md says why each dependency is there", () => {
  const { devDependencies } = JSON.parse(read("package.json"));
  const table = read("ARCHITECTURE.md").match(/## Chosen dependencies[\s\S]*/)?.[0] ?? "";
  expect(Object.keys(devDependencies).filter((name) => !table.includes(name))).toEqual([]);
});
