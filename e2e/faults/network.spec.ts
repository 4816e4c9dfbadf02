/** The way to the ad service, broken in every manner. */
import type { ServerResponse } from "node:http";
import { expect, type Scenario, scenarios, zone } from "./scenario.ts";

const status = (code: number, headers = {}) => ({
  answer: (_: unknown, response: ServerResponse) => void response.writeHead(code, headers).end(),
});

/** Fails the first time in the given manner, then serves. */
const once = (fail: (response: ServerResponse) => void): Pick<Scenario, "prepare"> => ({
  prepare: ({ ads }) => {
    let times = 0;
    ads.answer(({ zones }, response) =>
      times++ ? { zones: zones.map(({ id }) => ads.banner(id)), errors: {} } : void fail(response),
    );
  },
});

const ERROR = ["error", "error"];
const FILLED = ["filled", "filled"];

scenarios("network", [
  {
    name: "the host has no address",
    tag: `<script async src="/dist/zonetag.js" data-endpoint="http://ads.invalid/v1/placement"></script>`,
    states: ERROR,
    requests: 0,
  },
  {
    name: "nobody listens at the port",
    tag: `<script async src="/dist/zonetag.js" data-endpoint="http://127.0.0.1:9/v1/placement"></script>`,
    states: ERROR,
    requests: 0,
  },
  {
    name: "the connection is reset, always",
    answer: (_, response) => void response.destroy(),
    states: ERROR,
  },
  { name: "the connection is reset once", ...once((response) => response.destroy()), states: FILLED },
  {
    name: "no answer, ever",
    answer: () => undefined,
    script: `data-timeout="200"`,
    states: ERROR,
    requests: 2,
  },
  {
    name: "no answer at first",
    ...once(() => {}),
    script: `data-timeout="400"`,
    states: FILLED,
    requests: 2,
  },
  {
    name: "headers, then a body that stalls",
    answer: (_, response) => void response.writeHead(200).write(`{"zones":[null,`),
    script: `data-timeout="200"`,
    states: ERROR,
    requests: 2,
  },
  {
    name: "headers, half a body, then a reset",
    answer: (_, response) => {
      response
        .writeHead(200, { "content-length": "4000" })
        .write(`{"zones":[null,`, () => response.destroy());
    },
    states: ERROR,
  },
  {
    name: "a redirect to a place that serves",
    prepare: ({ ads }) => {
      const body = JSON.stringify({ zones: [ads.banner(1), ads.banner(2)], errors: {} });
      ads.serve("/moved", (_, response) => void response.writeHead(200).end(body));
      ads.answer((_, response) => void response.writeHead(307, { location: "/moved" }).end());
    },
    states: FILLED,
  },
  {
    name: "a redirect without end",
    answer: (_, response) => void response.writeHead(307, { location: "/v1/placement" }).end(),
    states: ERROR,
  },
  { name: "204", ...status(204), states: ERROR, requests: 1 },
  { name: "404", ...status(404), states: ERROR, requests: 1 },
  {
    name: "403 with a page of words",
    states: ERROR,
    requests: 1,
    answer: (_, r) => void r.writeHead(403).end("<h1>no"),
  },
  { name: "500, always", ...status(500), states: ERROR, requests: 2 },
  { name: "503 once", ...once((response) => response.writeHead(503).end()), states: FILLED, requests: 2 },
  {
    name: "429, come back in a second",
    ...once((response) => response.writeHead(429, { "retry-after": "1" }).end()),
    states: FILLED,
    requests: 2,
  },
  { name: "429 for an hour", ...status(429, { "retry-after": "3600" }), states: ERROR, requests: 1 },
  { name: "429 without a time", ...status(429), states: ERROR, requests: 1 },
  {
    name: "429 with nonsense for a time",
    ...status(429, { "retry-after": "soon" }),
    states: ERROR,
    requests: 1,
  },
  {
    name: "an answer without permission to read it",
    answer: (_, response) => {
      response.removeHeader("access-control-allow-origin");
      response.writeHead(200).end(`{"zones":[null,null],"errors":{}}`);
    },
    states: ERROR,
    requests: 2,
  },
  {
    name: "the answer comes byte by byte",
    answer: ({ zones }, response) => {
      const bytes = [...JSON.stringify({ zones: zones.map(() => null), errors: {} })];
      const next = () => (bytes.length ? response.write(bytes.shift(), next) : response.end());
      response.writeHead(200);
      next();
    },
    states: ["empty", "empty"],
    requests: 1,
  },
  {
    name: "forty zones with long keywords: no request exceeds 64 KiB",
    script: `data-keywords="${"é".repeat(1_150)}"`,
    body: Array.from({ length: 40 }, (_, at) => zone(at + 1)).join(""),
    states: Array.from({ length: 40 }, () => "filled"),
    requests: 2,
    also: async ({ ads }) => {
      for (const body of ads.bodies) expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(65_537);
    },
  },
  {
    name: "the impression's connection is reset once: it arrives with the second try, and is one",
    prepare: ({ ads }) => {
      let times = 0;
      ads.serve("/impression/1-0", (_, response) => {
        if (times++) return void response.writeHead(204).end();
        // The service never read this impression, so it did not count it.
        ads.received.splice(
          ads.received.findIndex(({ path }) => path === "/impression/1-0"),
          1,
        );
        response.destroy();
      });
    },
    states: FILLED,
  },
  {
    name: "the impression address answers 500",
    prepare: ({ ads }) => ads.serve("/impression/1-0", (_, response) => void response.writeHead(500).end()),
    states: FILLED,
  },
]);
