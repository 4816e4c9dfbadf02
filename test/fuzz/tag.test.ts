/** Fuzzes the tag's pure functions with page attributes, settings and responses. */
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { checkRequest } from "../../src/service/placement/readRequest.ts";
import { parseAttributes } from "../../src/tag/attributes.ts";
import { composeRequest } from "../../src/tag/request.ts";
import { parseResult } from "../../src/tag/response.ts";
import { setDefaults, settings, setValues } from "../../src/tag/settings.ts";
import { isAddress } from "../../src/tag/text.ts";
import type { Answer, PageValues, Values } from "../../src/tag/types.ts";
import { address, anything, share, text } from "./cases.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const entry = fc.oneof(
  anything,
  fc.record(
    {
      idzone: anything,
      type: fc.oneof({ weight: 4, arbitrary: fc.constant("banner") }, anything),
      data: fc.oneof(
        {
          weight: 4,
          arbitrary: fc.record({ url: address, impression: address, image: address, width: anything }),
        },
        anything,
      ),
    },
    { requiredKeys: [] },
  ),
);

const errors = fc.oneof(
  anything,
  fc.dictionary(fc.nat(4).map(String), fc.oneof(anything, fc.array(text, { maxLength: 3 })), { maxKeys: 4 }),
  fc.array(fc.dictionary(text, text, { maxKeys: 1 }), { maxLength: 3 }),
);

const answer = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      { zones: fc.oneof(fc.array(entry, { maxLength: 5 }), anything), errors },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: anything },
);

/** Whether the browser parses an address as http(s) with a host and without user info. */
function isPlain(value: string): boolean {
  const { protocol, hostname, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && hostname !== "" && username + password === "";
}

test("the browser parses every accepted address as http(s) with a host and without user info", () => {
  fc.assert(
    fc.property(address, (value) => {
      if (!isAddress(value)) return;
      // The browser does not follow addresses that it cannot parse.
      if (URL.canParse(value)) expect(isPlain(value)).toBe(true);
    }),
    share(0.2),
  );
});

test("any response gives each zone a result, and banners have only accepted addresses", () => {
  fc.assert(
    fc.property(answer, fc.nat(4), (body, at) => {
      // The transport accepts only responses with `zones`.
      const read: Answer | null = JSON.parse(JSON.stringify(body) ?? "null");
      if (!read?.zones) return;
      const [code, message, ad] = parseResult(read, at);
      if (code) expect([typeof code, typeof message, ad]).toEqual(["string", "string", undefined]);
      else if (ad?.type === "banner")
        for (const name of ["url", "impression", "image"] as const)
          expect(isAddress((ad.data as Record<string, unknown>)[name])).toBe(true);
    }),
    share(0.4),
  );
});

const NAMES = [
  "zone-id",
  "zoneid",
  "sub",
  "keywords",
  "size",
  "lazy",
  "refresh",
  "collapse",
  "label",
  "timeout",
];
const attribute = fc.record({
  name: fc
    .oneof(fc.constantFrom(...NAMES, "target-a", "target-__proto__", "__proto__", "constructor"), text)
    .map((name) => `data-${name}`),
  value: fc.oneof(
    text,
    fc.integer().map(String),
    fc.double().map(String),
    fc.constantFrom("300x250", "always", "1e3"),
  ),
});

/** Builds a `dataset` from any attribute names; the last of duplicate names wins. */
const having = (attributes: { name: string; value: string }[]): DOMStringMap =>
  Object.fromEntries(
    attributes.map(({ name, value }) => [
      name.slice(5).replace(/-([a-z])/g, (_, letter) => letter.toUpperCase()),
      value,
    ]),
  );

test("any attributes give valid values, and errors name the expected value", () => {
  fc.assert(
    fc.property(fc.array(attribute, { maxLength: 8 }), (attributes) => {
      const said: string[] = [];
      vi.spyOn(console, "error").mockImplementation((_, line) => said.push(line));
      const values = parseAttributes(having(attributes));
      for (const name of ["zoneId", "sub", "lazy", "refresh", "timeout"] as const)
        if (values[name] !== undefined) expect(Number.isInteger(Number(values[name]))).toBe(true);
      if (values.zoneId !== undefined) expect(Number(values.zoneId)).toBeGreaterThan(0);
      if (values.size !== undefined) expect(values.size).toMatch(/^[1-9]\d*x[1-9]\d*$/);
      for (const line of said) expect(line).toContain("expected");
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    }),
    share(0.15),
  );
});

/** Languages that can be set in browsers. */
const tags = fc.oneof(
  fc.constantFrom("", "en", "en-US", "zh-Hant-TW", "de-CH-1996", "x-klingon", "fil", "es-419", "EN_us"),
  fc.stringMatching(/^[a-zA-Z]{1,4}(-[a-zA-Z0-9]{1,8}){0,3}$/),
);

const USER = ["id", "ua", "language", "referer", "el", "gdpr", "buyeruids"];
const ZONE = ["id", "sub", "keywords", "custom_targeting"];
const pairs = fc
  .dictionary(text, text, { maxKeys: 3 })
  .map((all) => Object.fromEntries(Object.entries(all).map(([name, value]) => [`target-${name}`, value])));

/** Applies values as page code passes them, and returns the resulting settings. */
const settingsFrom = ({
  keywords,
  email,
  buyeruids,
  userId,
  x,
  ...script
}: Record<string, unknown>): Values => {
  setDefaults(script as Values);
  setValues({ keywords, email, buyeruids, userId, targeting: { x } } as PageValues);
  return settings;
};

test("any settings give a request with only specified fields, without personal data under Global Privacy Control", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const long = fc.tuple(text, fc.nat(9000)).map(([text, length]) => "long, ".repeat(length / 6) + text);
  const own = fc.record(
    {
      zoneId: fc.integer({ min: 1 }).map(String),
      sub: fc.integer().map(String),
      keywords: fc.oneof(text, long),
    },
    { requiredKeys: ["zoneId"] },
  );
  const zone = fc.tuple(own, pairs).map(([own, targeting]): Values => ({ ...targeting, ...own }));
  const page = fc.record(
    {
      keywords: fc.oneof(text, anything),
      email: fc.oneof(text, anything, long),
      buyeruids: text,
      userId: fc.oneof(text, anything, long),
      referer: fc.constantFrom("path", "full", "origin"),
      x: fc.oneof(anything, long),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      fc.array(zone, { minLength: 1, maxLength: 4 }),
      page,
      tags,
      fc.boolean(),
      (zones, page, language, refuses) => {
        const browser = { userAgent: "ua", language, globalPrivacyControl: refuses };
        const href = `https://a.example/x?y#${encodeURIComponent(language)}`;
        const settings = settingsFrom(page);
        const slots = zones.map((own) => ({ values: { ...settings, ...own } }));
        const text = composeRequest(slots, settings, undefined, href, browser);
        // The keywords of two zones never exceed the bound of a request.
        if (text === undefined) {
          expect(zones.length).toBeGreaterThan(2);
          return;
        }
        const body = JSON.parse(text);
        expect(checkRequest(body, { maxZones: 4, isIpRequired: false })).toHaveProperty("request");
        expect(Object.keys(body)).toEqual(["user", "zones"]);
        expect(Object.keys(body.user).filter((name) => !USER.includes(name))).toEqual([]);
        if (refuses) for (const name of ["id", "el", "buyeruids"]) expect(body.user).not.toHaveProperty(name);
        if (body.user.language !== undefined) expect(body.user.language).toMatch(/^[^A-Z-]{2}(-[a-z]{2})?$/);
        expect(body.user.referer).not.toMatch(/#/);
        expect(body.zones.map(({ id }: { id: number }) => id)).toEqual(
          zones.map((own) => Number(own.zoneId)),
        );
        for (const one of body.zones) {
          expect(Object.keys(one).filter((name) => !ZONE.includes(name))).toEqual([]);
          if (one.keywords !== undefined) expect(one.keywords.trim()).not.toBe("");
          for (const value of Object.values(one.custom_targeting ?? {})) expect(typeof value).toBe("string");
        }
      },
    ),
    share(0.15),
  );
});
