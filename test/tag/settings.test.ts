import { describe, expect, test } from "vitest";
import { readValues } from "../../src/tag/settings.ts";

function read(attributes: Record<string, string>) {
  const said: string[] = [];
  const list = Object.entries(attributes).map(([name, value]) => ({ name, value }));
  return { values: { ...readValues(list, (text) => said.push(text)) }, said };
}

describe("readValues", () => {
  test("free text stays as it is, integers become numbers", () => {
    const { values, said } = read({
      "data-zone-id": "7",
      "data-keywords": " a,\nb ",
      "data-sub": "-3",
      "data-label": "",
      "data-target-plan": "pro",
      "data-size": "300x250",
    });
    expect(values).toEqual({
      "zone-id": 7,
      keywords: " a,\nb ",
      sub: -3,
      label: "",
      size: "300x250",
      targeting: { plan: "pro" },
    });
    expect(said).toEqual([]);
  });

  test("the older spelling of the id", () => expect(read({ "data-zoneid": "7" }).values["zone-id"]).toBe(7));

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
  ])("%s takes %s and none of %j", (name, good, bad) => {
    const key = name.slice(5);
    expect(String((read({ [name]: good }).values as Record<string, unknown>)[key])).toBe(good);
    for (const value of bad) {
      const { values, said } = read({ [name]: value });
      expect(values).toEqual({ targeting: {} });
      expect(said).toHaveLength(1);
      expect(said[0]).toContain(`${name}="${value}": expected `);
    }
  });

  test("a complaint says the least of a number", () => {
    expect(read({ "data-refresh": "5" }).said[0]).toMatch(/ 30$/);
  });

  test("names that objects inherit are free text", () => {
    const { values, said } = read({
      "data-constructor": "c",
      "data-to-string": "s",
      "data-target-constructor": "t",
    });
    expect(values).toMatchObject({ constructor: "c", "to-string": "s", targeting: { constructor: "t" } });
    expect(said).toEqual([]);
  });

  test("what a page put on every object is not a value", () => {
    Object.defineProperty(Object.prototype, "sub", { value: 4, configurable: true });
    try {
      expect(readValues([], () => {}).sub).toBeUndefined();
    } finally {
      Reflect.deleteProperty(Object.prototype, "sub");
    }
  });
});
