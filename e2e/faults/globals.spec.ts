/** Page variables with the names of browser globals do not stop the tag, however and whenever they are declared. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test, until } from "./scenario.ts";

interface Scope {
  globals: Record<string, unknown>;
  bindings: Record<string, { path: { node: { init?: { name?: string } } }; referencePaths: Reference[] }>;
}
interface Reference {
  key: string;
  parent: { type: string; property: { name: string } };
}
const { parseSync, traverse } = createRequire(import.meta.url)("@babel/core") as {
  parseSync(text: string, options: object): unknown;
  traverse(tree: unknown, visitor: Record<string, (path: { scope: Scope }) => void>): void;
};

/** Names that a page cannot declare (https://webidl.spec.whatwg.org/#LegacyUnforgeable), and `undefined`. */
const UNFORGEABLE = ["document", "location", "window", "undefined"];

/** Lists the globals of the built tag: free names, and properties read from its alias of `window`. */
function listGlobals(): string[] {
  const text = readFileSync(join(import.meta.dirname, "../../dist/zonetag.js"), "utf8");
  const names = new Set<string>();
  traverse(parseSync(text, { configFile: false, babelrc: false, sourceType: "script" }), {
    Scopable({ scope }) {
      for (const { path, referencePaths } of Object.values(scope.bindings)) {
        if (path.node.init?.name !== "window") continue;
        for (const { key, parent } of referencePaths)
          if (key === "object" && parent.type === "MemberExpression") names.add(parent.property.name);
      }
    },
    Program({ scope }) {
      for (const name of Object.keys(scope.globals)) names.add(name);
    },
  });
  return [...names].filter((name) => !UNFORGEABLE.includes(name)).sort();
}

const GLOBALS = listGlobals();

const DECLARATIONS: Record<string, (name: string) => string> = {
  var: (name) => `var ${name} = 5`,
  let: (name) => `let ${name} = 5`,
  const: (name) => `const ${name} = { now: 5 }`,
  class: (name) => `class ${name} {}`,
  function: (name) => `function ${name}() {}`,
};

/**
 * Names without which no request can be sent: a `var` or `function` with such a name replaces the window's property,
 * and the zone ends in an error.
 */
const NEEDED = ["JSON", "fetch"];

/** Records uncaught errors and unhandled rejections of the tag. */
const RECORDER = `<script>{
  const errors = [];
  addEventListener("error", ({ filename, message }) => { if (/zonetag/.test(filename)) errors.push(message) });
  addEventListener("unhandledrejection", ({ reason }) => errors.push("" + reason));
  window.report = () => [document.querySelector("ins")?.dataset.zoneState, ...errors].join();
}</script>`;

test("the list of globals contains known globals of the built tag", () => {
  expect(GLOBALS).toEqual(
    expect.arrayContaining([
      "fetch",
      "performance",
      "setTimeout",
      "MutationObserver",
      "navigator",
      "console",
    ]),
  );
});

for (const [kind, declare] of Object.entries(DECLARATIONS))
  for (const order of ["before", "after"])
    test(`a ${kind} with the name of a global ${order} the tag neither stops zones nor throws`, async ({
      tab,
      site,
      ads,
    }) => {
      ads.answer(({ zones }) => ({ zones: zones.map(({ id }) => ads.banner(id)), errors: {} }));
      const names = GLOBALS.filter((name) => name !== "zonetag" && name !== "__tcfapi");
      const tag = `<script src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script>`;
      for (const name of names) {
        const own = `<script>${declare(name)}</script>`;
        site.pages[`/${name}`] =
          `<!doctype html><title>page</title>${RECORDER}${order === "before" ? own + tag : tag + own}<ins data-zone-id="1" data-size="300x250"></ins>`;
      }
      site.pages["/"] =
        `<!doctype html><title>host</title>${names.map((name) => `<iframe name="${name}" src="/${name}" width="320" height="260"></iframe>`).join("")}`;
      await tab.goto(site.origin);
      const replaces = kind === "var" || kind === "function";
      const expected = names.map((name) => {
        const isNeeded = replaces && NEEDED.includes(name);
        return `${name}: ${isNeeded ? "error" : "filled"}`;
      });
      const read = () =>
        tab.run<string[]>(
          `[...document.querySelectorAll("iframe")].map(({ name, contentWindow }) => name + ": " + contentWindow.report?.())`,
        );
      await until(read).toEqual(expected);
    });
