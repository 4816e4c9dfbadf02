import { afterEach, expect, test, vi } from "vitest";
import {
  MAX_BUYERUIDS,
  MAX_EMAIL,
  MAX_KEY,
  MAX_KEYS,
  MAX_KEYWORDS,
  MAX_REFERER,
  MAX_USER_AGENT,
  MAX_USER_ID,
  MAX_VALUE,
} from "../../src/protocol/placement.ts";
import { type Browser, composeRequest, findAddress } from "../../src/tag/request.ts";
import { encode } from "../../src/tag/text.ts";
import type { Values } from "../../src/tag/types.ts";
import { AGREED, REFUSED } from "./values.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Inputs other than slots and settings, all with defaults. */
interface Around extends Partial<Browser> {
  address?: string;
  gdpr?: { gdpr: 0 | 1; consent: string };
}

/** Composes the request for slots with these values and returns it parsed. */
function compose(slots: Values[], settings: Values = {}, around: Around = {}) {
  const { address = "https://site.example:8443/a/b?q=1#part", gdpr, ...browser } = around;
  const known = { userAgent: "UA", language: "en-US", ...browser };
  const read = slots.map((own) => ({ values: { ...settings, ...own } }));
  return JSON.parse(composeRequest(read, settings, gdpr, address, known) ?? "");
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
  const gdpr = { gdpr: 1, consent: AGREED } as const;
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
  ["a privacy signal and consent", { gdpr: 1, consent: AGREED }, true, false],
  ["GDPR without consent", { gdpr: 1, consent: "" }, false, false],
  ["GDPR with a refusal", { gdpr: 1, consent: REFUSED }, false, false],
  ["GDPR with consent", { gdpr: 1, consent: AGREED }, false, true],
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
  ["", undefined],
  ["about:blank", undefined],
  ["file:///home/me/http/page.html", undefined],
  ["https://reader:secret@site.example/a", "https://site.example/a"],
])("a page at %j has the referer %s", (address, sent) =>
  expect(compose([zone(1)], {}, { address }).user.referer).toBe(sent),
);

test.each(["path", "full", "origin"])(
  "a page opened from an app sends no referer (data-referer=%s)",
  (referer) => {
    const page = { address: "android-app://app.example/?from=https://site.example/a" };
    expect(compose([zone(1)], { referer }, page).user.referer).toBeUndefined();
  },
);

/** A window at `href` in a frame of `parent`; without a parent, it is the top window. */
const frameAt = (href: string, parent?: object): Pick<Window, "location" | "parent"> => {
  const frame = { location: { href } } as Window;
  return Object.assign(frame, { parent: parent ?? frame });
};
/** A window of another origin. */
const foreign = {
  get location(): never {
    throw new DOMException("Blocked a frame", "SecurityError");
  },
};
const AROUND = "https://around.example/sports?q=1";

test.each([
  ["a page is its own", frameAt(`${AROUND}#top`), `${AROUND}#top`],
  [
    "a page in a frame is its own",
    frameAt("https://inner.example/", frameAt(AROUND)),
    "https://inner.example/",
  ],
  ["an about:srcdoc frame is that of the page around it", frameAt("about:srcdoc", frameAt(AROUND)), AROUND],
  [
    "nested about:srcdoc frames is that of the page around them",
    frameAt("about:srcdoc", frameAt("about:srcdoc", frameAt(AROUND))),
    AROUND,
  ],
  ["an about:blank frame is that of the page around it", frameAt("about:blank", frameAt(AROUND)), AROUND],
  [
    "a blob: frame is that of the page around it",
    frameAt("blob:https://a.example/6b1f", frameAt(AROUND)),
    AROUND,
  ],
  ["a sandboxed frame is the referrer", frameAt("about:srcdoc", foreign), "https://referrer.example/"],
  ["a blob: page is the referrer", frameAt("blob:https://a.example/6b1f"), "https://referrer.example/"],
  ["a page that replaced `parent` is the referrer", frameAt("about:srcdoc", {}), "https://referrer.example/"],
])("the address of %s", (_, frame, address) => {
  vi.stubGlobal("document", { referrer: "https://referrer.example/" });
  expect(findAddress(frame)).toBe(address);
});

/** Composes with the messages that were reported. */
const composeReporting: typeof compose = (...input) => {
  const said: unknown[] = [];
  vi.spyOn(console, "error").mockImplementation((_, text) => said.push(text));
  const body = compose(...input);
  return { ...body, said };
};

const atMost = (name: string, most: number) => `${name}: expected at most ${most} characters`;
const address = (length: number) => "https://site.example/".padEnd(length, "a");

test.each([
  ["data-user-id", "id", MAX_USER_ID, (length: number) => [{ userId: "u".repeat(length) }]],
  ["user agent", "ua", MAX_USER_AGENT, (length: number) => [{}, { userAgent: "u".repeat(length) }]],
  ["data-referer", "referer", MAX_REFERER, (length: number) => [{}, { address: address(length) }]],
  ["data-referer", "referer", MAX_REFERER, (length: number) => [{ referer: address(length) }]],
  // Base64 has four characters for three bytes.
  ["email", "el", MAX_EMAIL, (length: number) => [{ email: "e".repeat((length * 3) / 4) }]],
  [
    "buyeruids",
    "buyeruids",
    MAX_BUYERUIDS,
    (length: number) => [{ buyeruids: "1".repeat((length * 3) / 4) }],
  ],
] as const)("%s of its maximum length is sent as %s; a longer one is left out", (_, field, most, make) => {
  const limits = (length: number) => {
    const [settings, around = {}] = make(length) as [Values, Around?];
    return composeReporting([zone(1), zone(2, { keywords: "a" })], settings, around);
  };
  const whole = limits(most);
  expect(whole.user[field]).toHaveLength(most);
  expect(whole.said).toEqual([]);
  vi.resetModules();
  const over = limits(most + 4);
  expect(over.user).not.toHaveProperty(field);
  expect(over.zones).toEqual([{ id: 1 }, { id: 2, keywords: "a" }]);
});

test("a value over its bound is reported once by its name", async () => {
  vi.resetModules();
  const { composeRequest } = await import("../../src/tag/request.ts");
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const settings = { userId: "u".repeat(300), email: "e".repeat(800), keywords: "k ".repeat(5000) };
  const slot = {
    values: { zoneId: "1", "target-summary": "x".repeat(1150), [`target-${"k".repeat(129)}`]: "1" },
  };
  for (let round = 0; round < 2; round++)
    composeRequest([slot, slot], settings, undefined, "", { userAgent: "UA", language: "en" });
  expect(said.mock.calls.map(([, text]) => text)).toEqual([
    atMost("data-keywords", MAX_KEYWORDS),
    "data-target-summary: expected at most 50 keys of 128 characters, values of 1024",
    `data-target-${"k".repeat(53)}: expected at most 50 keys of 128 characters, values of 1024`,
    atMost("data-user-id", MAX_USER_ID),
    atMost("email", MAX_EMAIL),
  ]);
});

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`);
test.each([
  ["keywords", words(2000).join()],
  ["keywords with blanks", words(2000).join(" , ")],
  ["the words of a text", words(2000).join(" ")],
  ["the words of phrases", words(2000).join(" ").replaceAll("9 ", "9,")],
  ["a last word that fits", `${"a,".repeat(4095)}bb,cc`],
  ["a last word that is too long by one", `${"a,".repeat(4095)}bbb,cc`],
  ["letters of two code units", "𝒳𝒳,".repeat(2000)],
])("keywords that are too long are cut after a word: %s", (_, keywords) => {
  const [first, second] = composeReporting([zone(1, { keywords }), zone(2)]).zones;
  const split = (text: string) => text.match(/[^\s,]+/g) ?? [];
  const kept = split(first.keywords);
  expect(kept).toEqual(split(keywords).slice(0, kept.length));
  const next = split(keywords)[kept.length] ?? "";
  expect(first.keywords.length).toBeLessThanOrEqual(MAX_KEYWORDS);
  expect(first.keywords.length + 1 + next.length).toBeGreaterThan(MAX_KEYWORDS);
  expect(first.keywords).toMatch(/[^\s,]$/);
  expect(second).toEqual({ id: 2 });
});

test("keywords of the maximum length are sent whole, even if blanks make the text longer", () => {
  const keywords = `${"ab,".repeat(2730)}cc`;
  expect(keywords).toHaveLength(MAX_KEYWORDS);
  for (const text of [keywords, keywords.replaceAll(",", " ,\n")]) {
    const { zones, said } = composeReporting([zone(1, { keywords: text })]);
    expect([zones[0].keywords, said]).toEqual([keywords, []]);
  }
});

test("a single word that is too long is left out, and the page's keywords are used", () => {
  const long = zone(1, { keywords: "x".repeat(MAX_KEYWORDS + 1) });
  expect(composeReporting([long]).zones).toEqual([{ id: 1 }]);
  expect(composeReporting([long], { keywords: "page" }).zones).toEqual([{ id: 1, keywords: "page" }]);
});

test("custom targeting keeps keys and values of the maximum length, and drops longer ones", () => {
  const own: Values = {
    "target-x": "x".repeat(MAX_VALUE),
    "target-y": "y".repeat(MAX_VALUE + 1),
    [`target-${"k".repeat(MAX_KEY)}`]: "1",
    [`target-${"l".repeat(MAX_KEY + 1)}`]: "2",
  };
  expect(composeReporting([zone(1, own)]).zones[0].custom_targeting).toEqual({
    x: "x".repeat(MAX_VALUE),
    ["k".repeat(MAX_KEY)]: "1",
  });
});

test("custom targeting keeps 50 keys, the slot's own before those of the page", () => {
  const list = (name: string, count: number): Values =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`target-${name}${at}`, "1"]));
  const whole = composeReporting([zone(1, list("own", MAX_KEYS))]);
  expect(Object.keys(whole.zones[0].custom_targeting)).toHaveLength(MAX_KEYS);
  const values = Object.assign(Object.create(list("page", 3)), { zoneId: "1" }, list("own", MAX_KEYS - 1));
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const { zones } = JSON.parse(
    composeRequest([{ values }], {}, undefined, "", { userAgent: "UA", language: "en" }) ?? "",
  );
  const kept = Object.keys(zones[0].custom_targeting);
  expect(kept).toEqual([...Array.from({ length: MAX_KEYS - 1 }, (_, at) => `own${at}`), "page0"]);
  expect(said.mock.calls.map(([, text]) => `${text}`.split(":")[0])).toEqual([
    "data-target-page1",
    "data-target-page2",
  ]);
});

test("a request whose different keywords exceed their bound is refused; equal texts count once", () => {
  const long = (letter: string) => letter.repeat(MAX_KEYWORDS);
  const known = { userAgent: "UA", language: "en" };
  const send = (...list: string[]) =>
    composeRequest(
      list.map((keywords) => ({ values: { zoneId: "1", keywords } })),
      {},
      undefined,
      "",
      known,
    ) !== undefined;
  expect(send(long("a"), long("b"))).toBe(true);
  expect(send(long("a"), long("b"), long("a"), long("b"))).toBe(true);
  expect(send(long("a"), long("b"), "c")).toBe(false);
  expect(send(long("ä"), long("ö"))).toBe(true);
});

test("encoding ignores a toJSON method that a page put on arrays", () => {
  Object.defineProperty(Array.prototype, "toJSON", { value: () => "mine", configurable: true });
  try {
    expect(encode({ a: [1, { b: ["c"] }], d: undefined })).toBe('{"a":[1,{"b":["c"]}]}');
  } finally {
    Reflect.deleteProperty(Array.prototype, "toJSON");
  }
});
