import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  adTypes,
  browsers,
  type Dictionary,
  devices,
  deviceTypes,
  languages,
  operatingSystems,
} from "../../../src/service/values/visitorDimensions.ts";

/** Digests of the names that the numbers from 1 on had when the first events were stored. */
const STORED: [string, Dictionary, number, string][] = [
  ["browsers", browsers, 45, "90a64cf2fd8a4d5d"],
  ["operating systems", operatingSystems, 14, "cfcf9f5caaf9a8e6"],
  ["device types", deviceTypes, 5, "47868cd53cf9ded5"],
  ["devices", devices, 19, "ec9bcbe1482f8292"],
  ["ad types", adTypes, 6, "089facb629e98961"],
  ["languages", languages, 184, "fd62827dad93e61a"],
];

test.each(STORED)("numbers of %s in stored events keep their names", (_what, dictionary, count, digest) => {
  const names = JSON.stringify(dictionary.codes.slice(0, count));
  expect(createHash("sha256").update(names).digest("hex").slice(0, 16)).toBe(digest);
});

test.each(STORED)(
  "each of the %s is found by its code in any letter case and listed with its name",
  (_what, dictionary) => {
    for (const [at, code] of dictionary.codes.entries()) {
      const id = at + 1;
      expect([code, code.toUpperCase(), code.toLowerCase()].map(dictionary.id)).toEqual([id, id, id]);
      expect(dictionary.entries()[at]).toEqual({ id, name: dictionary.name(id) });
    }
    expect(dictionary.entries()).toHaveLength(dictionary.codes.length);
  },
);

test.each(STORED)("unknown codes and numbers of %s are undefined", (_what, dictionary) => {
  expect(["", "none", "undefined"].map(dictionary.id)).toEqual([undefined, undefined, undefined]);
  const numbers = [0, -1, 1.5, dictionary.codes.length + 1];
  expect(numbers.map(dictionary.name)).toEqual(numbers.map(() => undefined));
});

test("languages have codes and English names, browsers are found by name", () => {
  const german = languages.id("de") ?? 0;
  expect([languages.name(german), languages.codes[german - 1]]).toEqual(["German", "de"]);
  expect(browsers.name(browsers.id("firefox") ?? 0)).toBe("Firefox");
});
