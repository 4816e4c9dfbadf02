/** Answers of every wrong shape, with status 200. */
import type { ServerResponse } from "node:http";
import { type Scenario, scenarios } from "./scenario.ts";

const ERROR = ["error", "error"];
const EMPTY = ["empty", "empty"];

/** Answers with exactly this text. */
const text = (body: string | Buffer): Pick<Scenario, "answer"> => ({
  answer: (_: unknown, response: ServerResponse) => void response.writeHead(200).end(body),
});

/** Answers with exactly this value as JSON. */
const value = (body: unknown) => text(JSON.stringify(body));

/** One good banner among the given entries, to show that other zones are served. */
const among = (...entries: unknown[]): Pick<Scenario, "prepare"> => ({
  prepare: ({ ads }) => ads.answer(() => ({ zones: [...entries, ads.banner(2)], errors: {} })),
});

const ENTRIES: [string, unknown][] = [
  ["a number", 7],
  ["a string", "banner"],
  ["true", true],
  ["false", false],
  ["zero", 0],
  ["an empty string", ""],
  ["a list", []],
  ["an empty object", {}],
  ["data that is a string", { type: "banner", data: "x" }],
  ["data that is a list", { type: "banner", data: [] }],
  ["data without addresses", { type: "banner", data: {} }],
  ["addresses that are lists", { type: "banner", data: { url: [], impression: {}, image: 5 } }],
  [
    "addresses that cannot be written",
    { type: "banner", data: { url: { toString: 1 }, image: { toString: 1 } } },
  ],
  ["a type that is a number", { type: 5, data: {} }],
  ["a type that is an object", { type: { toString: 1 }, data: {} }],
  ["a type called __proto__", { type: "__proto__", data: {} }],
  ["a type called constructor", { type: "constructor", data: {} }],
];

scenarios("body", [
  {
    name: "HTML",
    ...text("<!doctype html><title>Sign in to this network</title>"),
    states: ERROR,
    requests: 1,
  },
  { name: "nothing", ...text(""), states: ERROR, requests: 1 },
  { name: "null", ...text("null"), states: ERROR },
  { name: "a string", ...text(`"zones"`), states: ERROR },
  { name: "a list", ...text("[]"), states: ERROR },
  { name: "an empty object", ...text("{}"), states: ERROR },
  {
    name: "a byte-order mark before a good answer",
    ...text("\uFEFF" + `{"zones":[null,null],"errors":[]}`),
    states: EMPTY,
  },
  { name: "truncated JSON", ...text(`{"zones":[null,{"idzone":2,"ty`), states: ERROR },
  {
    name: "ten megabytes",
    ...value({ zones: [null, null], errors: {}, user: "x".repeat(1e7) }),
    states: EMPTY,
  },
  {
    name: "nested 100,000 deep",
    ...text(`{"zones":[null,null],"errors":{},"more":${"[".repeat(1e5)}${"]".repeat(1e5)}}`),
    states: EMPTY,
  },
  { name: "nested 100,000 deep and never closed", ...text(`{"zones":${"[".repeat(1e5)}`), states: ERROR },
  { name: "bytes that are no text", ...text(Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x80])), states: ERROR },
  { name: "zones too short", ...value({ zones: [null], errors: {} }), states: ["empty", "error"] },
  { name: "zones empty", ...value({ zones: [], errors: {} }), states: ERROR },
  { name: "zones too long", ...value({ zones: [null, null, null, 5], errors: {} }), states: EMPTY },
  ...[7, true, "ab", { 0: null }].map(
    (zones): Scenario => ({
      name: `zones not a list but ${JSON.stringify(zones)}`,
      ...value({ zones, errors: {} }),
      states: typeof zones === "object" ? ["empty", "error"] : ERROR,
    }),
  ),
  { name: "zones null, with errors", ...value({ zones: null, errors: { 0: ["no"] } }), states: ERROR },
  ...ENTRIES.map(
    ([name, entry]): Scenario => ({
      name: `an entry that is ${name}`,
      ...among(entry),
      states: ["error", "filled"],
      requests: 1,
    }),
  ),
  {
    name: "an entry with data null",
    ...among({ idzone: 1, type: "banner", data: null }),
    states: ["empty", "filled"],
  },
  {
    name: "__proto__ and constructor keys everywhere",
    prepare: ({ ads }) =>
      ads.answer((_, response) => {
        const hostile = `"__proto__":{"polluted":1,"type":"banner"},"constructor":{"prototype":{"polluted":1}}`;
        const entry = JSON.stringify(ads.banner(2))
          .replace("{", `{${hostile},`)
          .replace('"data":{', `"data":{${hostile},`);
        response.end(`{${hostile},"zones":[{${hostile}},${entry}],"errors":{${hostile}}}`);
      }),
    states: ["error", "filled"],
    also: async ({ tab }) => {
      if (await tab.run("({}).polluted")) throw new Error("Object.prototype was polluted");
    },
  },
  {
    name: "errors as a list of paths",
    ...value({ errors: [{ "[user][ip]": "This field is missing." }] }),
    states: ERROR,
    requests: 1,
  },
  {
    name: "errors as an object",
    ...value({ zones: [null, null], errors: { 1: ["Zone 2 not found"] } }),
    states: ["empty", "error"],
  },
  { name: "errors null", ...value({ zones: [null, null], errors: null }), states: EMPTY },
  { name: "errors a number", ...value({ zones: [null, null], errors: 5 }), states: EMPTY },
  ...[5, [5, null], { a: 1 }, [[["deep"]]], true].map(
    (message): Scenario => ({
      name: `a message that is ${JSON.stringify(message)}`,
      ...value({ zones: [null, null], errors: { 0: message } }),
      states: ["error", "empty"],
    }),
  ),
  { name: "errors alone, of numbers", ...value({ errors: [5, null, { a: { b: 1 } }] }), states: ERROR },
  {
    name: "a banner of wrong width and height",
    prepare: ({ ads }) =>
      ads.answer(() => {
        const [first, second] = [ads.banner(1), ads.banner(2)];
        Object.assign(first.data, { width: "300px", height: {} });
        Object.assign(second.data, { width: -1, height: 1e300 });
        return { zones: [first, second], errors: {} };
      }),
    states: ["filled", "filled"],
  },
]);
