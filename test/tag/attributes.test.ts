import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { flatten } from "./values.ts";

let readAttributes: typeof import("../../src/tag/attributes.ts").parseAttributes;
let RULES: typeof import("../../src/tag/attributes.ts").RULES;
const reported: string[] = [];
beforeEach(async () => {
  reported.length = 0;
  // Each copy of the tag reports a wrong value once, so every test loads a new copy.
  vi.resetModules();
  ({ parseAttributes: readAttributes, RULES } = await import("../../src/tag/attributes.ts"));
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

test("attribute values stay as written", () => {
  const values = read({
    "data-zone-id": "7",
    "data-keywords": " a,\nb ",
    "data-sub": "-3",
    "data-label": "",
    "data-target-plan": "pro",
    "data-size": "300x250",
  });
  expect(values).toEqual({
    zoneId: "7",
    keywords: " a,\nb ",
    sub: "-3",
    label: "",
    size: "300x250",
    "target-plan": "pro",
  });
  expect(reported).toEqual([]);
});

test("data- attributes that the tag does not use are read without a report", () => {
  expect(read({ "data-zoneid": "x", "data-toggle": "tab" })).toEqual({ zoneid: "x", toggle: "tab" });
  expect(reported).toEqual([]);
});

test("missing and wrong values are replaced by defaults", () => {
  const defaults = { sub: "1", lazy: "200", label: "Ad" };
  const values = readAttributes(toDataset({ "data-sub": "2", "data-lazy": "near" }), defaults);
  expect(flatten(values)).toEqual({ sub: "2", lazy: "200", label: "Ad" });
  expect(defaults).toEqual({ sub: "1", lazy: "200", label: "Ad" });
});

test("only attributes that begin with data- are read", () =>
  expect(read({ "aria-label": "b", data: "c", "xdata-sub": "1", label: "d", class: "e" })).toEqual({}));

test.each(["timezone-id", "zoneid", "zone-id", "constructor", "__proto__", "1", "a_b"])(
  "the key of data-target-%s is kept as written",
  (key) => {
    const values = read({ [`data-target-${key}`]: "x" });
    expect(Object.entries(values).filter(([, value]) => value)).toEqual([[`target-${key}`, "x"]]);
  },
);

const ADDRESS = "an https address";
const ID = "a whole number from 1";
const MILLISECONDS = "a whole number from 0 to 600000";

test.each([
  [
    "data-endpoint",
    "https://a.example/v1",
    ADDRESS,
    ["", "a.example", "javascript:https://a", "//a.example", "ht tps://a"],
  ],
  [
    ...["data-zone-id", "1", ID],
    ["", " ", "0", "-1", "1.5", "x", "NaN", "Infinity", "1e3", "0x10", "+5", "5.0", "9007199254740992"],
  ],
  ["data-zone-id", "9007199254740991", ID, ["9007199254740993", "99999999999999999999", "٣"]],
  [
    ...["data-sub", "0", "a whole number"],
    ["", "x", "0.5", "-9e16", "--1", "- 1", "+1", "9007199254740992", "-9007199254740992"],
  ],
  ["data-sub", "9007199254740991", "", []],
  ["data-sub", "-9007199254740991", "", []],
  [
    ...["data-size", "1x1", "width x height"],
    ["", "0x1", "1x0", "300", "300X250", "x", "300x250;", "a300x250", "1x1 1x1"],
  ],
  ["data-lazy", "0", "a whole number from 0", ["", "-1", "x"]],
  ["data-refresh", "30", "a whole number from 30 to 86400", ["29", "0", "", "x", "86401", "3600000"]],
  ["data-refresh", "86400", "", []],
  ["data-collapse", "always", "always or nothing", ["never", "alway", "nothing"]],
  ["data-collapse", "", "", []],
  ["data-media", "min-width: 9px", "", []],
  ["data-zones", "1", ID, ["0", "", "1e1"]],
  ["data-referer", "origin", `path, full, origin or ${ADDRESS}`, ["", "paths", "a.example", "an address"]],
  ["data-referer", "https://a.example/x", "", []],
  ["data-consent-timeout", "0", MILLISECONDS, ["-1", "soon", "600001"]],
  ["data-timeout", "3000", MILLISECONDS, ["-1", "soon", "600001"]],
  ["data-credentials", "include", "omit or include", ["", "same-origin"]],
] as [string, string, string, string[]][])(
  "%s accepts %s; other values are reported once, with the words %s",
  (name, good, words, bad) => {
    if (words) expect(read({ [name]: ` ${good}\u00a0\n` })).toEqual(read({ [name]: good }));
    expect(Object.values(read({ [name]: good })).filter((value) => value != null)).toEqual([good]);
    expect(reported).toEqual([]);
    for (const value of bad) {
      expect(read({ [name]: value })).toEqual({});
      expect(reported.splice(0)).toEqual([`${name}="${value}": expected ${words}`]);
      expect(read({ [name]: value })).toEqual({});
      expect(reported).toEqual([]);
    }
  },
);

test.each(["2", "", "true", "yes", "-1"])("an invalid data-gdpr=%j is reported and counts as 1", (gdpr) => {
  expect(read({ "data-gdpr": gdpr })).toEqual({ gdpr: "1" });
  expect(reported).toEqual([`data-gdpr="${gdpr}": expected 0 or 1`]);
});

test.each(["0", "1"])("data-gdpr=%j is accepted", (gdpr) => {
  expect(read({ "data-gdpr": ` ${gdpr}\n` })).toEqual({ gdpr });
  expect(reported).toEqual([]);
});

test("every rule has words without the code of its pattern", () => {
  for (const rule of Object.values(RULES)) expect(rule?.[0]).toMatch(/^[a-z0-9 ,]+$/);
});

test("the message of a long value shows its beginning", () => {
  read({ "data-size": "300x250,".repeat(500) });
  expect(reported).toEqual([
    expect.stringMatching(/^data-size="(300x250,)+30?0?x?": expected width x height$/),
  ]);
  expect(reported[0]?.length).toBeLessThan(120);
});

test.each([" 7\n", "-07"])("white space around a number and leading zeros are accepted: %j", (sub) => {
  expect(read({ "data-sub": sub })).toEqual({ sub: sub.trim() });
});

test("data- attributes named like properties of Object.prototype are read without a rule", () => {
  const values = read({ "data-constructor": "c", "data-to-string": "s", "data-__proto__": "p" });
  expect(Object.entries(values)).toEqual([
    ["constructor", "c"],
    ["toString", "s"],
    ["__proto__", "p"],
  ]);
  expect(reported).toEqual([]);
});

test("a property that a page added to Object.prototype is not read as an attribute", () => {
  Object.defineProperty(Object.prototype, "sub", { value: 4, configurable: true });
  try {
    expect(readAttributes({}).sub).toBeUndefined();
  } finally {
    Reflect.deleteProperty(Object.prototype, "sub");
  }
});
