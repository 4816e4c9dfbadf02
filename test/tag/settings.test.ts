import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readValues } from "../../src/tag/settings.ts";

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
  vi.spyOn(console, "error").mockImplementation((_, text) => said.push(text));
});
afterEach(() => vi.restoreAllMocks());

const having = (attributes: Record<string, string>) => ({
  getAttributeNames: () => Object.keys(attributes),
  getAttribute: (name: string) => attributes[name] ?? null,
});
const read = (attributes: Record<string, string>) => ({ ...readValues(having(attributes), null) });

describe("readValues", () => {
  test("free text stays as it is, integers become numbers", () => {
    const values = read({
      "data-zone-id": "7",
      "data-keywords": " a,\nb ",
      "data-sub": "-3",
      "data-label": "",
      "data-target-plan": "pro",
      "data-size": "300x250",
    });
    expect(values).toEqual({
      zoneid: 7,
      keywords: " a,\nb ",
      sub: -3,
      label: "",
      size: "300x250",
      "target-plan": "pro",
    });
    expect(said).toEqual([]);
  });

  test("the older spelling of the id", () => expect(read({ "data-zoneid": "7" })).toEqual({ zoneid: 7 }));

  test.each([
    ["data-endpoint", "https://a.example/v1", ["", "a.example", "javascript:https://a", " https://a"]],
    ["data-zone-id", "1", ["", "0", "-1", "1.5", "x", "NaN", "Infinity", "1e400", "9007199254740992"]],
    ["data-zone-id", "9007199254740991", []],
    ["data-sub", "0", ["", "x", "0.5", "-9e16"]],
    ["data-size", "1x1", ["", "0x1", "1x0", "300", "300X250", "x", "300x250;", "a300x250", "1x1\n"]],
    ["data-lazy", "0", ["", "-1", "x"]],
    ["data-refresh", "30", ["29", "0", "", "x"]],
    ["data-collapse", "always", ["never", "alway"]],
    ["data-collapse", "", []],
    ["data-zones", "1", ["0", ""]],
    ["data-referer", "origin", ["", "paths", "a.example"]],
    ["data-referer", "https://a.example/x", []],
    ["data-gdpr", "1", ["2", "", "true"]],
    ["data-consent-timeout", "0", ["-1", "soon"]],
    ["data-timeout", "3000", ["-1", "soon"]],
    ["data-credentials", "include", ["", "same-origin"]],
  ])("%s takes %s and none of %j, each of which is named once", (name, good, bad) => {
    expect(Object.values(read({ [name]: good })).map(String)).toEqual([good]);
    expect(said).toEqual([]);
    for (const value of bad) {
      expect(read({ [name]: value })).toEqual({});
      expect(said.splice(0)).toEqual([expect.stringContaining(`${name}="${value}": expected `)]);
      expect(read({ [name]: value })).toEqual({});
      expect(said).toEqual([]);
    }
  });

  test("a complaint says the least of a number, or what fits", () => {
    read({ "data-refresh": "6", "data-gdpr": "yes" });
    expect(said).toEqual(['data-refresh="6": expected an integer from 30', 'data-gdpr="yes": expected 0|1']);
  });

  test("a media query that cannot be read is named; one that never matches is none of those", () => {
    vi.stubGlobal("matchMedia", (query: string) => ({ media: query === "width: 9px" ? "not all" : query }));
    expect(read({ "data-media": "width: 9px" })).toEqual({});
    expect(said).toEqual(['data-media="width: 9px": expected a media query']);
    expect(read({ "data-media": "not all" })).toEqual({ media: "not all" });
    expect(read({ "data-media": "(width > 1px)" })).toEqual({ media: "(width > 1px)" });
    vi.unstubAllGlobals();
  });

  test("names that objects inherit are free text", () => {
    const attributes = { "data-constructor": "c", "data-to-string": "s", "data-target-constructor": "t" };
    expect(read(attributes)).toMatchObject({
      constructor: "c",
      "to-string": "s",
      "target-constructor": "t",
    });
    expect(said).toEqual([]);
  });

  test("defaults hold for what is not named, and for what is wrong", () => {
    const defaults = readValues(having({ "data-lazy": "5" }), null);
    expect(readValues(null, defaults).lazy).toBe(5);
    expect(readValues(having({ "data-lazy": "near" }), defaults).lazy).toBe(5);
  });

  test("what a page put on every object is not a value", () => {
    Object.defineProperty(Object.prototype, "sub", { value: 4, configurable: true });
    try {
      expect(readValues(null, null).sub).toBeUndefined();
    } finally {
      Reflect.deleteProperty(Object.prototype, "sub");
    }
  });
});
