import { expect, test } from "vitest";
import type { Values } from "../../src/tag/attributes.ts";
import { type Browser, composeRequest } from "../../src/tag/request.ts";
import { encode } from "../../src/tag/text.ts";

/** Inputs other than slots and settings, all with defaults. */
interface Around extends Partial<Browser> {
  href?: string;
  referrer?: string;
  gdpr?: { gdpr: 0 | 1; consent: string };
}

/** Composes the request for slots with these values and returns it parsed. */
function compose(slots: Values[], settings: Values = {}, around: Around = {}) {
  const { href = "https://site.example:8443/a/b?q=1#part", referrer = "", gdpr, ...browser } = around;
  const known = { userAgent: "UA", language: "en-US", ...browser };
  const read = slots.map((own) => ({ values: { ...settings, ...own } }));
  return JSON.parse(composeRequest(read, settings, gdpr, href, referrer, known));
}

const zone = (id: number, own: Values = {}): Values => ({ zoneId: `${id}`, ...own });

test("a request leaves out unknown fields", () => {
  expect(compose([zone(1)], {}, { language: "" })).toEqual({
    user: { ua: "UA", referer: "https://site.example:8443/a/b" },
    zones: [{ id: 1 }],
  });
});

test("a request contains every field that a page can set", () => {
  const settings: Values = {
    userId: "u1",
    email: "jörg@a.example",
    buyeruids: '[{"id":0}]',
    keywords: "page",
    "target-plan": "pro",
    "target-section": "home",
  };
  const gdpr = { gdpr: 1, consent: "CPX" } as const;
  const own: Values = { sub: "0", keywords: " a , ,b", "target-section": "sports" };
  expect(compose([zone(1, own), zone(2)], settings, { gdpr })).toEqual({
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

test("a request leaves out empty fields", () => {
  const { user } = compose([zone(1)], { email: "", buyeruids: "" });
  expect([user.el, user.buyeruids]).toEqual(["", ""].map(() => undefined));
});

test.each(["", " ", ",", " , ,"])(
  "empty keywords %j are replaced by the page's keywords, if any",
  (keywords) => {
    expect(compose([zone(1, { keywords })]).zones).toEqual([{ id: 1 }]);
    expect(compose([zone(1, { keywords })], { keywords: "page" }).zones[0].keywords).toBe("page");
  },
);

test("a keyword may have several words, and spaces around it are removed", () => {
  const keywords = "red shoes,  trail  running\tshoes ,\nx y";
  expect(compose([zone(1, { keywords })]).zones[0].keywords).toBe("red shoes,trail  running\tshoes,x y");
});

const personal = { userId: "u", email: "e@a.example", buyeruids: "[1]" };
test.each([
  ["a privacy signal", undefined, true, false],
  ["a privacy signal and consent", { gdpr: 1, consent: "C" }, true, false],
  ["GDPR without consent", { gdpr: 1, consent: "" }, false, false],
  ["GDPR with consent", { gdpr: 1, consent: "C" }, false, true],
  ["no GDPR", { gdpr: 0, consent: "" }, false, true],
  ["no consent information", undefined, false, true],
] as const)(
  "with %s (GDPR %j, GPC %s) a request contains personal values: %s",
  (_, gdpr, globalPrivacyControl, open) => {
    const { user } = compose([zone(1)], personal, { ...(gdpr && { gdpr }), globalPrivacyControl });
    expect(["id", "el", "buyeruids"].map((name) => name in user)).toEqual([open, open, open]);
  },
);

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
  ["en_US", undefined],
  // Unicode extensions are not regions.
  ["en-US-u-ca-gregory", "en-us"],
  ["en-u-ca-gregory", "en"],
  ["zh-cmn-Hans-CN", "zh-cn"],
])("language %j is sent as %j", (language, sent) =>
  expect(compose([zone(1)], {}, { language }).user.language).toBe(sent),
);

test.each([
  [undefined, "https://site.example:8443/a/b"],
  ["path", "https://site.example:8443/a/b"],
  ["full", "https://site.example:8443/a/b?q=1"],
  ["origin", "https://site.example:8443"],
  ["https://other.example/x?y#z", "https://other.example/x?y#z"],
])("referer %j is sent as %s", (referer, sent) =>
  expect(compose([zone(1)], referer ? { referer } : {}).user.referer).toBe(sent),
);

test.each([
  ["about:srcdoc", "https://around.example/page?q=1&r", "https://around.example/page"],
  ["blob:https://site.example/6b1f", "https://site.example/maker", "https://site.example/maker"],
  ["blob:https://site.example/6b1f", "", undefined],
  ["about:blank", "", undefined],
  ["file:///home/me/http/page.html", "", undefined],
  ["https://reader:secret@site.example/a", "", "https://site.example/a"],
])("a page at %s opened from %j has the referer %s", (href, referrer, sent) =>
  expect(compose([zone(1)], {}, { href, referrer }).user.referer).toBe(sent),
);

test.each(["path", "full", "origin"])(
  "a page opened from an app sends no referer (data-referer=%s)",
  (referer) => {
    const page = { href: "about:blank", referrer: "android-app://app.example/?from=https://site.example/a" };
    expect(compose([zone(1)], { referer }, page).user.referer).toBeUndefined();
  },
);

test("an about:srcdoc page sends its parent's origin when data-referer is origin", () => {
  const around = { href: "about:srcdoc", referrer: "https://around.example/page?q=1" };
  expect(compose([zone(1)], { referer: "origin" }, around).user.referer).toBe("https://around.example");
});

test("encoding ignores a toJSON method that a page put on arrays", () => {
  Object.defineProperty(Array.prototype, "toJSON", { value: () => "mine", configurable: true });
  try {
    expect(encode({ a: [1, { b: ["c"] }], d: undefined })).toBe('{"a":[1,{"b":["c"]}]}');
  } finally {
    Reflect.deleteProperty(Array.prototype, "toJSON");
  }
});
