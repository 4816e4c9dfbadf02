import fc from "fast-check";
import { expect, test } from "vitest";
import { checkRequest, readRequest } from "../../../src/service/placement/readRequest.ts";
import { writeErrors } from "../../../src/service/values/problemList.ts";

const rules = { maxZones: 100, isIpRequired: false };
const user = { ip: "192.0.2.1" };
const zones = [{ id: 1 }];

function problems(value: unknown, more: Partial<typeof rules> = {}): unknown {
  const reading = checkRequest(value, { ...rules, ...more });
  return "problems" in reading ? writeErrors(reading.problems) : [];
}

const MISSING = "This field is missing.";
const UNEXPECTED = "This field was not expected.";
const own = (json: string) => JSON.parse(json) as unknown;

test.each<[string, unknown, Record<string, string>[]]>([
  ["complete", { user, zones }, []],
  ["a list", [], [{ "[body]": "This value should be of type object." }]],
  ["null", null, [{ "[body]": "This value should be of type object." }]],
  ["empty", {}, [{ "[user]": MISSING }, { "[zones]": MISSING }]],
  ["with another field", { user, zones, a: 1 }, [{ "[a]": UNEXPECTED }]],
  [
    "with a user that is a text",
    { user: "x", zones },
    [{ "[user]": "This value should be of type object." }],
  ],
  [
    "with zones that are not a list",
    { user, zones: {} },
    [{ "[zones]": "This value should be of type array." }],
  ],
  [
    "without a zone",
    { user, zones: [] },
    [{ "[zones]": "This collection should contain 1 element or more." }],
  ],
  [
    "with a zone that is a number",
    { user, zones: [1] },
    [{ "[zones][0]": "This value should be of type object." }],
  ],
  ["with a zone without id", { user, zones: [{}] }, [{ "[zones][0][id]": MISSING }]],
  [
    "with an id as text",
    { user, zones: [{ id: "1" }] },
    [{ "[zones][0][id]": "This value should be of type integer." }],
  ],
  [
    "with a fractional sub",
    { user, zones: [{ id: 1, sub: 1.5 }] },
    [{ "[zones][0][sub]": "This value should be of type integer." }],
  ],
  [
    "with an unknown field of a zone",
    { user, zones: [{ id: 1 }, { id: 2, testing: 1 }] },
    [{ "[zones][1][testing]": UNEXPECTED }],
  ],
  [
    "with a targeting value that is not a text",
    { user, zones: [{ id: 1, custom_targeting: { a: 1 } }] },
    [{ "[zones][0][custom_targeting][a]": "This value should be of type string." }],
  ],
  [
    "with an unknown field of the user",
    { user: { ...user, age: 3 }, zones },
    [{ "[user][age]": UNEXPECTED }],
  ],
  [
    "with an invalid address",
    { user: { ip: "1.2.3" }, zones },
    [{ "[user][ip]": "This is not a valid IP address." }],
  ],
  [
    "with an octal address",
    { user: { ip: "010.1.1.1" }, zones },
    [{ "[user][ip]": "This is not a valid IP address." }],
  ],
  [
    "with a language in another format",
    { user: { ...user, language: "english" }, zones },
    [{ "[user][language]": "This value should have the form xx or xx-yy." }],
  ],
  [
    "with el that is not Base64",
    { user: { ...user, el: "a@b.c" }, zones },
    [{ "[user][el]": "This value should be Base64." }],
  ],
  [
    "with buyeruids of JSON in invalid Base64",
    { user: { ...user, buyeruids: `!${btoa('["a"]')}` }, zones },
    [{ "[user][buyeruids]": "This value should be JSON in Base64." }],
  ],
  [
    "with a user agent that is not a text",
    { user: { ...user, ua: 1 }, zones },
    [{ "[user][ua]": "This value should be of type string." }],
  ],
  [
    "with targeting that is a text",
    { user, zones: [{ id: 1, custom_targeting: "a" }] },
    [{ "[zones][0][custom_targeting]": "This value should be of type object." }],
  ],
  [
    "with buyeruids that contain no JSON",
    { user: { ...user, buyeruids: "AAAA" }, zones },
    [{ "[user][buyeruids]": "This value should be JSON in Base64." }],
  ],
  [
    "with a gdpr object without its flag",
    { user: { ...user, gdpr: { consent: "" } }, zones },
    [{ "[user][gdpr][gdpr]": MISSING }],
  ],
  [
    "with a boolean gdpr flag",
    { user: { ...user, gdpr: { gdpr: true, consent: "" } }, zones },
    [{ "[user][gdpr][gdpr]": "This value should be 0 or 1." }],
  ],
  [
    "with fields named like inherited properties",
    own('{"user":{"constructor":1,"__proto__":2},"zones":[{"id":1,"toString":1}]}'),
    [
      { "[user][constructor]": UNEXPECTED },
      { "[user][__proto__]": UNEXPECTED },
      { "[zones][0][toString]": UNEXPECTED },
    ],
  ],
])("a request is checked: %s", (_name, value, expected) => {
  expect(problems(value)).toEqual(expected);
});

test("all problems of a request are reported together", () => {
  const value = { user: { id: 1 }, zones: [{ id: "x", testing: 2 }, { sub: "y" }], more: 1 };
  expect(problems(value, { isIpRequired: true })).toHaveLength(7);
});

const PLACES: [string, number, (text: string) => object][] = [
  ["[user][id]", 256, (id) => ({ user: { id }, zones })],
  ["[user][ua]", 2048, (ua) => ({ user: { ua }, zones })],
  ["[user][referer]", 16_384, (referer) => ({ user: { referer }, zones })],
  ["[user][el]", 1024, (el) => ({ user: { el }, zones })],
  ["[user][gdpr][consent]", 16_384, (consent) => ({ user: { gdpr: { gdpr: 1, consent } }, zones })],
  ["[zones][0][keywords]", 8192, (keywords) => ({ user, zones: [{ id: 1, keywords }] })],
  ["[zones][0][custom_targeting][a]", 1024, (a) => ({ user, zones: [{ id: 1, custom_targeting: { a } }] })],
];
test.each(PLACES)("%s accepts at most %i characters", (path, length, make) => {
  expect(problems(make("a".repeat(length)))).toEqual([]);
  const message = `This value is too long. It should have ${length} characters or less.`;
  expect(problems(make("a".repeat(length + 4)))).toEqual([{ [path]: message }]);
});

test.each([
  ["ip", 64, `192.0.2.1${" ".repeat(60)}`],
  ["language", 16, "en".repeat(9)],
  ["buyeruids", 16_384, btoa(JSON.stringify(["a".repeat(13_000)]))],
])(
  "user.%s of more than %i characters is refused only for its length, even if its format is wrong",
  (field, length, text) => {
    const message = `This value is too long. It should have ${length} characters or less.`;
    expect(problems({ user: { [field]: text }, zones })).toEqual([{ [`[user][${field}]`]: message }]);
  },
);

test("custom targeting accepts at most 50 keys of at most 128 characters", () => {
  const path = "[zones][0][custom_targeting]";
  const target = (keys: string[]) =>
    problems({
      user,
      zones: [{ id: 1, custom_targeting: Object.fromEntries(keys.map((key) => [key, ""])) }],
    });
  const keys = (count: number) => Array.from({ length: count }, (_, at) => `key${at}`);
  expect(target(keys(50))).toEqual([]);
  expect(target(keys(51))).toEqual([{ [path]: "This collection should contain 50 elements or less." }]);
  expect(target(["k".repeat(128)])).toEqual([]);
  const message = "This key is too long. It should have 128 characters or less.";
  expect(target(["k".repeat(129)])).toEqual([{ [`${path}[${"k".repeat(99)}…]`]: message }]);
});

test("validation stops after 20 problems, the maximum of a response", () => {
  const wrong = { id: "x", testing: 1 };
  const unread = Object.defineProperty({}, "id", {
    enumerable: true,
    get: () => expect.fail("A zone after the last problem was validated."),
  });
  const found = problems({ user, zones: [...Array(11).fill(wrong), unread] }) as object[];
  expect(found).toHaveLength(21);
  expect(found.at(-1)).toEqual({ "[body]": "There are more problems; they are not listed." });
  const custom = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, 1]));
  expect(problems({ user, zones: [{ id: 1, custom_targeting: custom }, unread] })).toHaveLength(21);
});

test("user.ip may be missing unless isIpRequired is set", () => {
  expect(problems({ user: {}, zones }, { isIpRequired: true })).toEqual([{ "[user][ip]": MISSING }]);
  expect(problems({ user: {}, zones })).toEqual([]);
  expect(problems({ user, zones }, { isIpRequired: true })).toEqual([]);
  const noUser = [{ "[user]": "This value should be of type object." }];
  expect(problems({ user: "x", zones }, { isIpRequired: true })).toEqual(noUser);
});

test.each([
  [
    "language",
    ["en", "en-us", "EN-US", "eN"],
    ["", "e", "eng", "en-", "en-u", "en-usa", "en_us", " en", "en "],
  ],
  [
    "el",
    ["", "YQ==", "YQ", "YWI=", "YWI", "YWJj", "YWJjYQ==", "-_-_", "+/+/", "+/", "-_A"],
    ["Y", "YWJjY", "YQ=", "YWI==", "YQ==YQ==", "YWJj=", "Y!", "Y!A", "YW!j", "YQ== ", "\nYQ=="],
  ],
] as const)("the field %s accepts every valid form and refuses similar values", (field, right, wrong) => {
  const isTaken = (value: string) => problems({ user: { ...user, [field]: value }, zones });
  for (const value of right) expect([value, isTaken(value)]).toEqual([value, []]);
  for (const value of wrong) expect([value, isTaken(value)]).toEqual([value, [expect.anything()]]);
});

test("a request with too many zones is refused without checking each", () => {
  const many = Array.from({ length: 10_000 }, () => ({ wrong: 1 }));
  const expected = [{ "[zones]": "This collection should contain 100 elements or less." }];
  expect(problems({ user, zones: many })).toEqual(expected);
  expect(problems({ user, zones: [...zones, ...zones] }, { maxZones: 2 })).toEqual([]);
});

/** Creates zones with keywords of `length` characters each, different unless `same`. */
const keyed = (count: number, length: number, character: string, same = false) =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    keywords: `${same ? 10 : 10 + at}${character.repeat(length - 2)}`,
  }));
const TOO_LONG_TOGETHER =
  "This value is too long. All different ones of a request should have 16384 characters or less.";

test.each(["a", "ö", "東", "𠮷", "́"])(
  "keywords of %j have at most 8,192 characters a zone, and 16,384 in all different texts of a request",
  (character) => {
    expect(problems({ user, zones: keyed(1, 8192, character) })).toEqual([]);
    expect(problems({ user, zones: keyed(1, 8193, character) })).toEqual([
      { "[zones][0][keywords]": "This value is too long. It should have 8192 characters or less." },
    ]);
    expect(problems({ user, zones: keyed(4, 4096, character) })).toEqual([]);
    const zones = [...keyed(4, 4096, character), { id: 5, keywords: "x" }, { id: 6, keywords: "y" }];
    expect(problems({ user, zones })).toEqual([{ "[zones][4][keywords]": TOO_LONG_TOGETHER }]);
    expect(problems({ user, zones: keyed(10, 8192, character, true) })).toEqual([]);
  },
);

test("an empty gdpr object or list counts as absent, and only there", () => {
  for (const gdpr of [{}, []])
    expect(checkRequest({ user: { ...user, gdpr }, zones }, rules)).toEqual({ request: { user, zones } });
  for (const gdpr of [[0], null, "", 0])
    expect(problems({ user: { ...user, gdpr }, zones })).toEqual([
      { "[user][gdpr]": "This value should be of type object." },
    ]);
});

test("ids and sub ids are exact to 2^53 - 1", () => {
  const most = Number.MAX_SAFE_INTEGER;
  expect(
    problems({
      user,
      zones: [
        { id: most, sub: most },
        { id: 1, sub: -most },
      ],
    }),
  ).toEqual([]);
  const message = "This value should be of type integer.";
  expect(problems({ user, zones: [{ id: most + 1, sub: -most - 1 }] })).toEqual([
    { "[zones][0][id]": message },
    { "[zones][0][sub]": message },
  ]);
});

test("a request may have an empty list in place of empty custom targeting", () => {
  const reading = checkRequest({ user, zones: [{ id: 1, custom_targeting: [] }] }, rules);
  expect(reading).toEqual({ request: { user, zones: [{ id: 1, custom_targeting: {} }] } });
  expect(problems({ user, zones: [{ id: 1, custom_targeting: ["x"] }] })).toEqual([
    { "[zones][0][custom_targeting]": "This value should be of type object." },
  ]);
});

test("a request with every documented field is accepted", () => {
  const full = {
    id: "u",
    ip: "2001:db8::1",
    ua: "x",
    language: "en-us",
    referer: "https://a.example/",
    el: btoa("a@b.example"),
    gdpr: { gdpr: 1, consent: "" },
    buyeruids: btoa('["a"]'),
  };
  const zone = { id: 1, sub: -2, keywords: "a,b", custom_targeting: { k: "v" } };
  expect(problems({ user: full, zones: [zone] })).toEqual([]);
});

test.each([
  ["incomplete JSON", Buffer.from("{")],
  ["zero bytes", Buffer.from("")],
  ["invalid UTF-8", Buffer.from([0x22, 0xff, 0x22])],
  ["60,000 unclosed lists", Buffer.from("[".repeat(60_000))],
])("a body of %s is malformed", (_name, body) => {
  expect(readRequest(body, rules)).toEqual({
    problems: [{ path: "[body]", problem: { code: "body-malformed" } }],
  });
});

test("a body of 30,000 nested lists is refused as a list instead of overflowing the stack", () => {
  const body = Buffer.from("[".repeat(30_000) + "]".repeat(30_000));
  expect(readRequest(body, rules)).toEqual({
    problems: [{ path: "[body]", problem: { code: "value-type", type: "object" } }],
  });
});

test("a body may begin with a byte order mark", () => {
  const body = Buffer.from(`\ufeff${JSON.stringify({ user, zones })}`);
  expect(readRequest(body, rules)).toEqual({ request: { user, zones } });
});

test("a body with lone surrogates is read, and an unknown field is reported", () => {
  const body = Buffer.from('{"user":{"\\ud800":1},"zones":[{"id":1,"keywords":"\\udfff"}]}');
  expect(readRequest(body, rules)).toEqual({
    problems: [{ path: "[user][\ud800]", problem: { code: "field-unexpected" } }],
  });
});

/** Generates mostly valid values, with an occasional arbitrary JSON value among them. */
const mostly = <T>(right: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 30, arbitrary: right }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });
const anyText = mostly(fc.string());
const moreFields = fc.oneof(
  { weight: 30, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })) },
);
const anyObject = (fields: Record<string, fc.Arbitrary<unknown>>, requiredKeys: string[] = []) =>
  mostly(fc.tuple(moreFields, fc.record(fields, { requiredKeys })).map(([a, b]) => ({ ...a, ...b })));
const anyZone = anyObject(
  {
    id: mostly(fc.integer()),
    sub: mostly(fc.integer()),
    keywords: anyText,
    custom_targeting: anyObject({ a: anyText }),
  },
  ["id"],
);
const anyUser = anyObject({
  id: anyText,
  ip: mostly(fc.ipV4()),
  ua: anyText,
  referer: anyText,
  el: mostly(fc.base64String()),
  language: mostly(fc.constantFrom("en", "en-us")),
});
const anyRequest = anyObject({ user: anyUser, zones: mostly(fc.array(anyZone, { maxLength: 4 })) }, [
  "user",
  "zones",
]);

test("any JSON gives a request or problems with one path and one message each", () => {
  const answers = { requests: 0, refusals: 0 };
  fc.assert(
    fc.property(anyRequest, fc.boolean(), (value, isIpRequired) => {
      const reading = readRequest(Buffer.from(JSON.stringify(value)), { ...rules, isIpRequired });
      if ("request" in reading) {
        answers.requests += 1;
        return reading.request.zones.every(({ id }) => Number.isSafeInteger(id));
      }
      answers.refusals += 1;
      return reading.problems.length > 0 && writeErrors(reading.problems).every(isProblem);
    }),
    { numRuns: 500 },
  );
  expect(answers.requests).toBeGreaterThan(50);
  expect(answers.refusals).toBeGreaterThan(50);
});

function isProblem(problem: Record<string, string>): boolean {
  const [[path, message] = ["", ""], ...rest] = Object.entries(problem);
  return rest.length === 0 && path.startsWith("[") && path.endsWith("]") && message.endsWith(".");
}

test("random bytes are refused with problems", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      (body) => "problems" in readRequest(Buffer.from(body), rules),
    ),
  );
});
