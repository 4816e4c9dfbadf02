import { describe, expect, test } from "vitest";
import { composeRequest, encode, languageOf, refererOf } from "../../src/tag/request.ts";
import type { Placement, Values } from "../../src/tag/zone.ts";

const PAGE = "https://user:pass@site.example:8443/a/b?q=1#part";
const zone = (id: number, own: Partial<Values> = {}): Placement => ({
  id,
  own: { targeting: {}, credentials: "omit", ...own },
});
const page = (more: Partial<Values> = {}): Values => ({ targeting: {}, credentials: "omit", ...more });

function compose(
  zones: Placement[],
  settings = page(),
  gdpr?: { gdpr: 0 | 1; consent: string },
  browser: { language?: string; globalPrivacyControl?: boolean } = {},
) {
  return JSON.parse(
    composeRequest(zones, settings, gdpr, { userAgent: "UA", language: "en-US", ...browser }, PAGE),
  );
}

describe("composeRequest", () => {
  test("the least: what is not known is left out", () => {
    expect(compose([zone(1)], page(), undefined, { language: "" })).toEqual({
      user: { ua: "UA", referer: "https://site.example:8443/a/b" },
      zones: [{ id: 1 }],
    });
  });

  test("everything a page can say", () => {
    const settings = page({
      "user-id": "u1",
      email: "jörg@a.example",
      buyeruids: [{ id: 0 }],
      keywords: "page",
      targeting: { plan: "pro", section: "home" },
    });
    const gdpr = { gdpr: 1, consent: "CPX" } as const;
    const own = { sub: 0, keywords: " a , ,b", targeting: { section: "sports" } };
    expect(compose([zone(1, own), zone(2)], settings, gdpr)).toEqual({
      user: {
        id: "u1",
        ua: "UA",
        language: "en-us",
        referer: "https://site.example:8443/a/b",
        el: Buffer.from("jörg@a.example").toString("base64"),
        gdpr,
        buyeruids: Buffer.from('[{"id":0}]').toString("base64"),
      },
      zones: [
        { id: 1, sub: 0, keywords: "a,b", custom_targeting: { plan: "pro", section: "sports" } },
        { id: 2, keywords: "page", custom_targeting: { plan: "pro", section: "home" } },
      ],
    });
  });

  test("what code sets wins over the attribute", () => {
    expect(compose([zone(1)], page({ "user-id": "a", userId: "b" })).user.id).toBe("b");
  });

  test.each(["", " ", ",", " , ,"])("keywords %j are none", (keywords) => {
    expect(compose([zone(1, { keywords })]).zones).toEqual([{ id: 1 }]);
    expect(compose([zone(1, { keywords })], page({ keywords: "page" })).zones[0].keywords).toBe("page");
  });

  const personal = page({ "user-id": "u", email: "e@a.example", buyeruids: [1] });
  test.each([
    ["a privacy signal", undefined, true, false],
    ["a privacy signal and consent", { gdpr: 1, consent: "C" }, true, false],
    ["GDPR without consent", { gdpr: 1, consent: "" }, false, false],
    ["GDPR with consent", { gdpr: 1, consent: "C" }, false, true],
    ["no GDPR", { gdpr: 0, consent: "" }, false, true],
    ["nothing said", undefined, false, true],
  ] as const)("%s", (_, gdpr, globalPrivacyControl, open) => {
    const { user } = compose([zone(1)], personal, gdpr, { globalPrivacyControl });
    expect(["id", "el", "buyeruids"].map((name) => name in user)).toEqual([open, open, open]);
  });
});

test.each([
  ["en", "en"],
  ["en-US", "en-us"],
  ["EN-us", "en-us"],
  ["zh-Hant-TW", "zh-tw"],
  ["de-CH-1996", "de-ch"],
  ["es-419", "es"],
  ["fil", ""],
  ["fil-PH", ""],
  ["", ""],
  ["a-a", ""],
])("language %j is sent as %j", (tag, sent) => expect(languageOf(tag)).toBe(sent));

test.each([
  [undefined, "https://site.example:8443/a/b"],
  ["path", "https://site.example:8443/a/b"],
  ["full", "https://site.example:8443/a/b?q=1"],
  ["origin", "https://site.example:8443"],
  ["https://other.example/x?y#z", "https://other.example/x?y#z"],
])("referer %j is sent as %s", (mode, sent) => expect(refererOf(PAGE, mode)).toBe(sent));

test("an at sign behind the host is no user info", () => {
  expect(refererOf("https://site.example/@name?x", "path")).toBe("https://site.example/@name");
});

test("encoding passes over a toJSON that a page put on lists", () => {
  Object.defineProperty(Array.prototype, "toJSON", { value: () => "mine", configurable: true });
  try {
    expect(encode({ a: [1, { b: ["c"] }], d: undefined })).toBe('{"a":[1,{"b":["c"]}]}');
  } finally {
    Reflect.deleteProperty(Array.prototype, "toJSON");
  }
});
