import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ATTRIBUTES, readAttributes } from "../../src/tag/attributes.ts";

const reported: string[] = [];
beforeEach(() => {
  reported.length = 0;
  vi.spyOn(console, "error").mockImplementation((_, text) => reported.push(text));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The `dataset` of an element with these attributes: https://html.spec.whatwg.org/#dom-dataset */
const toDataset = (attributes: Record<string, string>): DOMStringMap =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => name.startsWith("data-"))
      .map(([name, text]) => [name.slice(5).replace(/-([a-z])/g, (_, letter) => letter.toUpperCase()), text]),
  );
const read = (attributes: Record<string, string>) => ({ ...readAttributes(toDataset(attributes)) });

test("values of attributes stay as written", () => {
  const values = read({
    "data-zone-id": "7",
    "data-keywords": " a,\nb ",
    "data-sub": "-3",
    "data-label": "",
    "data-target-plan": "pro",
    "data-size": "300x250",
  });
  expect(values).toEqual({
    "zone-id": "7",
    keywords: " a,\nb ",
    sub: "-3",
    label: "",
    size: "300x250",
    "target-plan": "pro",
  });
  expect(reported).toEqual([]);
});

test("the older spelling of the zone id's attribute means the same", () =>
  expect(read({ "data-zoneid": "7" })).toMatchObject({ "zone-id": "7" }));

test("of both spellings of the zone id the one of today counts, and a wrong one is reported as it is written", () => {
  expect(read({ "data-zone-id": "7", "data-zoneid": "8" })).toMatchObject({ "zone-id": "7" });
  expect(read({ "data-zoneid": "x" })["zone-id"]).toBeUndefined();
  expect(reported).toEqual([`data-zoneid="x": expected 1 to 9007199254740991`]);
});

test("what an element does not have is the default's, also where its own value is wrong", () => {
  const defaults = { sub: "1", lazy: "200", label: "Ad" };
  const values = readAttributes(toDataset({ "data-sub": "2", "data-lazy": "near" }), defaults);
  expect({ ...values }).toEqual({ sub: "2", lazy: "200", label: "Ad" });
  expect(defaults).toEqual({ sub: "1", lazy: "200", label: "Ad" });
});

test("only what begins with data- is an attribute of the tag", () =>
  expect(read({ "aria-label": "b", data: "c", "xdata-sub": "1", label: "d", class: "e" })).toEqual({}));

test.each(["timezone-id", "zoneid", "zone-id", "constructor", "__proto__", "1", "a_b"])(
  "data-target-%s is the key as written",
  (key) => {
    const values = read({ [`data-target-${key}`]: "x" });
    expect(Object.entries(values).filter(([, value]) => value)).toEqual([[`target-${key}`, "x"]]);
  },
);

test.each([
  ["data-endpoint", "https://a.example/v1", ["", "a.example", "javascript:https://a", " https://a"]],
  ["data-zone-id", "1", ["", "0", "-1", "1.5", "x", "NaN", "Infinity", "1e400", "9007199254740992"]],
  ["data-zone-id", "9007199254740991", []],
  ["data-sub", "0", ["", "x", "0.5", "-9e16"]],
  ["data-size", "1x1", ["", "0x1", "1x0", "300", "300X250", "x", "300x250;", "a300x250", "1x1\n"]],
  ["data-lazy", "0", ["", "-1", "x"]],
  ["data-refresh", "30", ["29", "0", "", "x", "86401", "3600000"]],
  ["data-refresh", "86400", []],
  ["data-collapse", "always", ["never", "alway", "nothing"]],
  ["data-collapse", "", []],
  ["data-zones", "1", ["0", ""]],
  ["data-referer", "origin", ["", "paths", "a.example", "an address"]],
  ["data-referer", "https://a.example/x", []],
  ["data-gdpr", "1", ["2", "", "true"]],
  ["data-consent-timeout", "0", ["-1", "soon", "600001"]],
  ["data-timeout", "3000", ["-1", "soon", "600001"]],
  ["data-credentials", "include", ["", "same-origin"]],
])("%s takes %s and none of %j, each of which is reported once", (name, good, bad) => {
  expect(Object.values(read({ [name]: good })).map(String)).toEqual([good]);
  expect(reported).toEqual([]);
  for (const value of bad) {
    expect(read({ [name]: value })).toEqual({});
    expect(reported.splice(0)).toEqual([
      `${name}="${value}": expected ${ATTRIBUTES[name.slice(5) as keyof typeof ATTRIBUTES]}`,
    ]);
    expect(read({ [name]: value })).toEqual({});
    expect(reported).toEqual([]);
  }
});

test("a media query that can never match is reported and ignored", () => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: !query.includes("widht") }));
  expect(read({ "data-media": "(min-widht: 9px)" })).toEqual({});
  expect(reported).toEqual(['data-media="(min-widht: 9px)": expected a media query']);
  expect(read({ "data-media": "(width > 1px)" })).toEqual({ media: "(width > 1px)" });
});

test("names that objects inherit are no attributes of the tag", () =>
  expect(read({ "data-constructor": "c", "data-to-string": "s", "data-__proto__": "p" })).toEqual({}));

test("what a page put on every object is not the value of an attribute", () => {
  Object.defineProperty(Object.prototype, "sub", { value: 4, configurable: true });
  try {
    expect(readAttributes({}).sub).toBeUndefined();
  } finally {
    Reflect.deleteProperty(Object.prototype, "sub");
  }
});
