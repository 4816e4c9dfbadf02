import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { flatten } from "./values.ts";

let settings: typeof import("../../src/tag/settings.ts");
beforeEach(async () => {
  vi.resetModules();
  settings = await import("../../src/tag/settings.ts");
});
afterEach(() => vi.restoreAllMocks());

const defaults = { keywords: "script", userId: "script", gdpr: "1", consent: "script" } as const;

test("values set by code win over the script's attributes until they are removed", () => {
  settings.setDefaults(defaults);
  settings.setValues({
    userId: 5 as never,
    keywords: ["a", "b"],
    email: "e@a.example",
    targeting: { plan: "pro" },
  });
  expect(flatten(settings.settings)).toMatchObject({
    userId: "5",
    keywords: "a,b",
    email: "e@a.example",
    "target-plan": "pro",
  });
  settings.setValues({ userId: undefined, keywords: null, email: undefined, targeting: { plan: null } });
  expect(flatten(settings.settings)).toEqual(defaults);
});

test("setting gdpr sets and removes the GDPR flag and the consent string together", () => {
  settings.setDefaults(defaults);
  settings.setValues({ gdpr: { gdpr: 0, consent: "" } });
  expect(settings.settings).toMatchObject({ gdpr: "0", consent: "" });
  settings.setValues({ userId: "u" });
  expect(settings.settings).toMatchObject({ gdpr: "0", consent: "" });
  settings.setValues({ gdpr: undefined });
  expect(settings.settings).toMatchObject({ gdpr: "1", consent: "script" });
});

test("numbers and choices from code follow the rules of attributes", () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  settings.setDefaults({ timeout: "1000" });
  const values = { timeout: "1e3", sub: " 5 ", gdpr: { gdpr: 7, consent: "C" } } as object;
  settings.setValues(values);
  expect(flatten(settings.settings)).toEqual({ timeout: "1000", sub: "5", gdpr: "1", consent: "C" });
  expect(error.mock.calls.map(([, text]) => text)).toEqual([
    'timeout="1e3": expected a whole number from 0 to 600000',
    'gdpr="7": expected 0 or 1',
  ]);
});

test.each([
  ["a number", "0", 0],
  ["a text", "1", "1"],
  ["an object", "1", { gdpr: 1 }],
  ["a wrong number", "1", 2],
  ["a boolean", "1", true],
  ["a TC string alone", "1", "CPX"],
  ["an object with an object", "1", { gdpr: {} }],
])("gdpr set by code as %s is kept as %s with the consent of the script", (_, kept, gdpr) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  settings.setDefaults({ consent: "script" });
  settings.setValues({ gdpr } as object);
  expect(flatten(settings.settings)).toEqual({ gdpr: kept, consent: "script" });
});

test.each([
  ["an object", {}, "[object Object]"],
  ["a number", 5, "5"],
  ["an empty text", "", ""],
])("consent set by code as %s replaces the script's", (_, consent, kept) => {
  settings.setDefaults(defaults);
  settings.setValues({ gdpr: { gdpr: 1, consent } } as object);
  expect(settings.settings.consent).toBe(kept);
});

test.each([undefined, null, {}, { gdpr: null }])("gdpr set by code as %j leaves consent unknown", (gdpr) => {
  settings.setDefaults({});
  settings.setValues({ gdpr } as object);
  expect(flatten(settings.settings)).toEqual({});
});

test("buyer ids are kept as JSON, or reported if they cannot be encoded", () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  settings.setDefaults({});
  settings.setValues({ buyeruids: ["a", { b: 1 }] });
  expect(settings.settings.buyeruids).toBe('["a",{"b":1}]');
  const circle: unknown[] = [];
  circle.push(circle);
  settings.setValues({ buyeruids: circle });
  expect(settings.settings.buyeruids).toBeUndefined();
  expect(error).toHaveBeenCalled();
  settings.setValues({ buyeruids: undefined, targeting: null });
  expect(flatten(settings.settings)).toEqual({});
});

const set = (value: unknown) => {
  settings.setDefaults({});
  settings.setValues({ keywords: "before", targeting: { x: "before" } });
  settings.setValues({ keywords: value as string, targeting: { x: value as string } });
  return flatten(settings.settings);
};

test.each([
  ["a text", "x", "x"],
  ["a number", 5, "5"],
  ["a large whole number", 2n ** 64n, "18446744073709551616"],
  ["a boolean", true, "true"],
  ["a list, which is joined", ["a", 1], "a,1"],
])("a value set by code may be %s", (_, value, text) =>
  expect(set(value)).toEqual({ keywords: text, "target-x": text }),
);

test.each([undefined, null])("a value set by code that is %s removes an earlier one", (value) => {
  const error = vi.spyOn(console, "error");
  expect(set(value)).toEqual({});
  expect(error).not.toHaveBeenCalled();
});

test.each([
  ["an object", {}, "[object Object]"],
  ["a function", () => {}, "() => {}"],
  ["a list of objects", [{}], "[object Object]"],
  ["an object without a text form", Object.create(null), "object"],
])("a value set by code that is %s is reported and left out", (_, value, shown) => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(set(value)).toEqual({});
  expect(error.mock.calls.map(([, text]) => text)).toEqual([
    `keywords="${shown}": expected text`,
    `target-x="${shown}": expected text`,
  ]);
});
