/** The tag's pure stages against whatever pages and services can say. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { composeRequest, languageOf, refererOf } from "../../src/tag/request.ts";
import { isAddress, readResponse } from "../../src/tag/response.ts";
import { readValues } from "../../src/tag/settings.ts";
import { address, anything, share, text } from "./cases.ts";

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

/** As the browser itself reads it: a web address with a host and no user info. */
function isPlain(value: string): boolean {
  const { protocol, hostname, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && hostname !== "" && username + password === "";
}

test("an address that is taken is http(s) in the browser's eyes, with a host, without user info", () => {
  fc.assert(
    fc.property(address, (value) => {
      if (!isAddress(value)) return;
      // What the browser cannot read at all it does not follow either.
      if (URL.canParse(value)) expect(isPlain(value)).toBe(true);
    }),
    share(0.2),
  );
});

test("any answer gives each zone one result, and every banner has plain addresses", () => {
  fc.assert(
    fc.property(answer, fc.integer({ min: 1, max: 5 }), (body, count) => {
      const results = readResponse(JSON.stringify(body), Array(count).fill(0));
      if (!results) return;
      expect(results).toHaveLength(count);
      for (const result of results) {
        if (!result) continue;
        if (Object.hasOwn(result, "code"))
          expect(typeof (result as { message: unknown }).message).toBe("string");
        else if ((result as { type: string }).type === "banner")
          for (const name of ["url", "impression", "image"])
            expect(isAddress((result as { data: Record<string, unknown> }).data[name])).toBe(true);
      }
    }),
    share(0.3),
  );
});

test("any text is an answer or none", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        answer.map((body) => JSON.stringify(body).slice(0, -1)),
      ),
      (body) => {
        readResponse(body, [0, 0]);
      },
    ),
    share(0.1),
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

test("any attributes give values that keep their rules, and a word for each that does not", () => {
  fc.assert(
    fc.property(fc.array(attribute, { maxLength: 8 }), (attributes) => {
      const said: string[] = [];
      const values = readValues(attributes, (line) => said.push(line));
      for (const name of ["zone-id", "sub", "lazy", "refresh", "timeout"] as const)
        if (values[name] !== undefined) expect(Number.isSafeInteger(values[name])).toBe(true);
      if (values["zone-id"] !== undefined) expect(values["zone-id"]).toBeGreaterThan(0);
      if (values.size !== undefined) expect(values.size).toMatch(/^[1-9]\d*x[1-9]\d*$/);
      for (const line of said) expect(line).toContain("expected");
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    }),
    share(0.15),
  );
});

/** What browsers can be set to. */
const tags = fc.oneof(
  fc.constantFrom("", "en", "en-US", "zh-Hant-TW", "de-CH-1996", "x-klingon", "fil", "es-419", "EN_us"),
  fc.stringMatching(/^[a-zA-Z]{1,4}(-[a-zA-Z0-9]{1,8}){0,3}$/),
);

const USER = ["id", "ua", "language", "referer", "el", "gdpr", "buyeruids"];
const ZONE = ["id", "sub", "keywords", "custom_targeting"];
const pairs = fc.dictionary(text, text, { maxKeys: 3 });

test("any settings give a request of the specified fields alone, and nothing personal against the visitor's will", () => {
  const zone = fc.record({
    id: fc.integer({ min: 1 }),
    own: fc.record(
      { sub: fc.integer(), keywords: text, targeting: pairs, credentials: fc.constant("omit" as const) },
      { requiredKeys: ["targeting", "credentials"] },
    ),
  });
  const settings = fc.record(
    {
      credentials: fc.constant("omit" as const),
      targeting: pairs,
      keywords: text,
      email: text,
      buyeruids: anything,
      "user-id": text,
      referer: fc.constantFrom("path", "full", "origin"),
    },
    { requiredKeys: ["targeting", "credentials"] },
  );
  fc.assert(
    fc.property(
      fc.array(zone, { minLength: 1, maxLength: 4 }),
      settings,
      tags,
      fc.boolean(),
      (zones, page, language, refuses) => {
        const browser = { userAgent: "ua", language, globalPrivacyControl: refuses };
        const body = JSON.parse(
          composeRequest(zones, page, undefined, browser, "https://u:p@a.example/x?y#z"),
        );
        expect(Object.keys(body)).toEqual(["user", "zones"]);
        expect(Object.keys(body.user).filter((name) => !USER.includes(name))).toEqual([]);
        if (refuses) for (const name of ["id", "el", "buyeruids"]) expect(body.user).not.toHaveProperty(name);
        if (body.user.language !== undefined) expect(body.user.language).toMatch(/^[^A-Z-]{2}(-[a-z]{2})?$/);
        expect(body.user.referer).not.toMatch(/u:p|#/);
        expect(body.zones.map(({ id }: { id: number }) => id)).toEqual(zones.map(({ id }) => id));
        for (const one of body.zones) {
          expect(Object.keys(one).filter((name) => !ZONE.includes(name))).toEqual([]);
          if (one.keywords !== undefined) expect(one.keywords.trim()).not.toBe("");
        }
      },
    ),
    share(0.15),
  );
});

test("any language tag and any address can be reduced", () => {
  fc.assert(
    fc.property(
      fc.oneof(text, tags),
      address,
      fc.constantFrom("path", "full", "origin"),
      (language, page, mode) => {
        expect(typeof languageOf(language)).toBe("string");
        // As `location.href` writes it.
        if (URL.canParse(page) && isAddress(page))
          expect(refererOf(new URL(page).href, mode)).not.toMatch(/#/);
      },
    ),
    share(0.05),
  );
});
