import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { encode } from "../../src/tag/json.ts";
import { composeRequest } from "../../src/tag/request.ts";
import type { Placement, Values } from "../../src/tag/zone.ts";

/** A page's address and the one before it, as the browser gives them to scripts. */
const standOn = (href: string, referrer = "") => {
  const { origin, pathname, search } = new URL(href);
  vi.stubGlobal("location", { href, origin, pathname, search });
  vi.stubGlobal("document", { referrer });
};
beforeEach(() => standOn("https://site.example:8443/a/b?q=1#part"));
afterEach(() => vi.unstubAllGlobals());

const zone = (id: number, own: Partial<Values> = {}, settings = page()): Placement => ({
  own: { __proto__: settings, zoneid: id, ...own } as never,
});
const page = (more: Partial<Values> = {}): Values => ({ credentials: "omit", ...more });

function compose(
  zones: Placement[],
  settings = page(),
  gdpr?: { gdpr: 0 | 1; consent: string },
  browser: { language?: string; globalPrivacyControl?: boolean } = {},
) {
  return JSON.parse(
    composeRequest(zones, settings, gdpr, { userAgent: "UA", language: "en-US", ...browser }),
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
      "target-plan": "pro",
      "target-section": "home",
    });
    const gdpr = { gdpr: 1, consent: "CPX" } as const;
    const own = { sub: 0, keywords: " a , ,b", "target-section": "sports" };
    expect(compose([zone(1, own, settings), zone(2, {}, settings)], settings, gdpr)).toEqual({
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
    // The service takes a text alone, and many have numbers.
    expect(compose([zone(1)], page({ userId: 5 as never })).user.id).toBe("5");
  });

  test("what is empty is left out", () => {
    expect(compose([zone(1)], page({ email: "", buyeruids: "" })).user).not.toHaveProperty("el");
    expect(compose([zone(1)], page({ email: "", buyeruids: "" })).user).not.toHaveProperty("buyeruids");
  });

  test.each(["", " ", ",", " , ,"])("keywords %j are none", (keywords) => {
    expect(compose([zone(1, { keywords })]).zones).toEqual([{ id: 1 }]);
    expect(compose([zone(1, { keywords })], page({ keywords: "page" })).zones[0].keywords).toBe("page");
  });

  test("a keyword may have several words, however they are spaced", () => {
    const keywords = "red shoes,  trail  running\tshoes ,\nx y";
    expect(compose([zone(1, { keywords })]).zones[0].keywords).toBe("red shoes,trail  running\tshoes,x y");
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
  ["fil", undefined],
  ["fil-PH", undefined],
  ["", undefined],
  ["a-a", undefined],
])("language %j is sent as %j", (language, sent) =>
  expect(compose([zone(1)], page(), undefined, { language }).user.language).toBe(sent),
);

test.each([
  [undefined, "https://site.example:8443/a/b"],
  ["path", "https://site.example:8443/a/b"],
  ["full", "https://site.example:8443/a/b?q=1"],
  ["origin", "https://site.example:8443"],
  ["https://other.example/x?y#z", "https://other.example/x?y#z"],
])("referer %j is sent as %s", (referer, sent) =>
  expect(compose([zone(1)], page(referer ? { referer } : {})).user.referer).toBe(sent),
);

test.each([
  ["about:srcdoc", "https://around.example/page?q=1&r", "https://around.example/page"],
  ["about:blank", "", undefined],
  ["file:///home/me/http/page.html", "", undefined],
])("a page at %s opened from %j has the referer %s", (href, referrer, sent) => {
  standOn(href, referrer);
  expect(compose([zone(1)]).user.referer).toBe(sent);
});

test("encoding passes over a toJSON that a page put on lists", () => {
  Object.defineProperty(Array.prototype, "toJSON", { value: () => "mine", configurable: true });
  try {
    expect(encode({ a: [1, { b: ["c"] }], d: undefined })).toBe('{"a":[1,{"b":["c"]}]}');
  } finally {
    Reflect.deleteProperty(Array.prototype, "toJSON");
  }
});
