/** Bodies that depend on how a browser reads text and JSON. `test/tag/response.test.ts` tests other bodies. */
import type { ServerResponse } from "node:http";
import { type Scenario, scenarios } from "./scenario.ts";

const ERROR = ["error", "error"];
const EMPTY = ["empty", "empty"];

/** Responds with exactly this text. */
const text = (body: string | Buffer): Pick<Scenario, "answer"> => ({
  answer: (_: unknown, response: ServerResponse) => void response.writeHead(200).end(body),
});

scenarios("response body", [
  {
    name: "a byte-order mark before a valid response",
    ...text("\uFEFF" + `{"zones":[null,null],"errors":[]}`),
    states: EMPTY,
  },
  {
    name: "a response of ten megabytes",
    ...text(JSON.stringify({ zones: [null, null], errors: {}, user: "x".repeat(1e7) })),
    states: EMPTY,
  },
  {
    name: "arrays nested 100,000 deep",
    ...text(`{"zones":[null,null],"errors":{},"more":${"[".repeat(1e5)}${"]".repeat(1e5)}}`),
    states: EMPTY,
  },
  { name: "unclosed arrays nested 100,000 deep", ...text(`{"zones":${"[".repeat(1e5)}`), states: ERROR },
  { name: "bytes that are not UTF-8", ...text(Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x80])), states: ERROR },
  {
    name: "__proto__ and constructor keys in every object",
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
    name: "a banner with invalid width and height",
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
