/** Each class of the dashboard belongs to one style sheet, beside the components that use it. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../../src/dashboard");
const read = (ending: string) =>
  readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .map((file) => ({ file, text: readFileSync(resolve(ROOT, file), "utf8") }));
const sheets = read(".css").map(({ file, text }) => ({ file, classes: listClasses(text) }));
const components = [...read(".tsx"), ...read(".ts")].map(({ file, text }) => ({
  file,
  used: listUsed(text),
}));

/** Sheets for print and touch, which may restyle any component. */
const MODES = ["print.css", "printPages.css", "touch.css"];
const own = sheets.filter(({ file }) => !MODES.includes(basename(file)));

/** Returns the classes in the selectors of a sheet. */
function listClasses(sheet: string): Set<string> {
  const selectors = sheet.replaceAll(/\/\*.*?\*\//gs, "").matchAll(/[^{};]+(?=\{)/g);
  return new Set(
    [...selectors].flatMap(([text]) => [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name)),
  );
}

/** Returns the words in strings on lines with `class`. The template `state-${state}` yields `state-`. */
function listUsed(code: string): Set<string> {
  const lines = code.split("\n").filter((line) => /class/i.test(line));
  const texts = lines.flatMap((line) => line.match(/"[^"]*"|`[^`]*`/g) ?? []);
  return new Set(texts.flatMap((text) => text.match(/[a-z][\w-]*/g) ?? []));
}

/** Returns the folders of the components that use a class. */
const findUsers = (name: string): string[] =>
  components
    .filter(({ used }) => used.has(name) || used.has(name.replace(/-\w+$/, "-")))
    .map(({ file }) => dirname(file));

/** Whether the chart library sets the class. */
const isForeign = (name: string) => /^(uplot|u-)/.test(name);

test("each class with rules is used by a component", () => {
  const unused = sheets.flatMap(({ file, classes }) =>
    [...classes]
      .filter((name) => !isForeign(name) && findUsers(name).length === 0)
      .map((name) => `${file} .${name}`),
  );
  expect(unused).toEqual([]);
});

test("no class has rules in two style sheets", () => {
  const names = own.flatMap(({ classes }) => [...classes]);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("the classes of a style sheet outside app/ and ui/ are used only in its folder or below", () => {
  const far = own
    .filter(({ file }) => !["app", "ui"].includes(dirname(file)))
    .flatMap(({ file, classes }) =>
      [...classes].flatMap((name) =>
        findUsers(name)
          .filter((folder) => relative(dirname(file), folder).startsWith(".."))
          .map((folder) => `${file} .${name} is used in ${folder}`),
      ),
    );
  expect(far).toEqual([]);
});

test("no field is hidden by a class: its own width would win, and make the page wider", () => {
  const fields = read(".tsx").flatMap(({ file, text }) =>
    [...text.matchAll(/<(?:input|select|textarea)\s.*?\/?>\n/gs)].map(([tag]) => `${file} ${tag}`),
  );
  expect(fields.length).toBeGreaterThan(10);
  expect(fields.filter((tag) => tag.includes("visually-hidden"))).toEqual([]);
});
