/** Network failures between the page and the ad service. `test/tag/transport.test.ts` tests each status. */
import type { ServerResponse } from "node:http";
import { expect, type Scenario, scenarios, zone } from "./scenario.ts";

/** Answers the first request with this failure and later requests with banners. */
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
    name: "the host name cannot be resolved",
    tag: `<script async src="/dist/zonetag.js" data-endpoint="http://ads.invalid/v1/placement"></script>`,
    states: ERROR,
    requests: 0,
  },
  {
    name: "the port refuses connections",
    tag: `<script async src="/dist/zonetag.js" data-endpoint="http://127.0.0.1:9/v1/placement"></script>`,
    states: ERROR,
    requests: 0,
  },
  {
    name: "every connection is reset",
    answer: (_, response) => void response.destroy(),
    states: ERROR,
  },
  { name: "the first connection is reset", ...once((response) => response.destroy()), states: FILLED },
  {
    name: "no response to any request",
    answer: () => undefined,
    script: `data-timeout="200"`,
    states: ERROR,
    requests: 2,
  },
  {
    name: "no response to the first request",
    ...once(() => {}),
    script: `data-timeout="400"`,
    states: FILLED,
    requests: 2,
  },
  {
    name: "a body that stalls after the headers",
    answer: (_, response) => void response.writeHead(200).write(`{"zones":[null,`),
    script: `data-timeout="200"`,
    states: ERROR,
    requests: 2,
  },
  {
    name: "a connection reset within the body",
    answer: (_, response) => {
      response
        .writeHead(200, { "content-length": "4000" })
        .write(`{"zones":[null,`, () => response.destroy());
    },
    states: ERROR,
  },
  {
    name: "a redirect to a working service",
    prepare: ({ ads }) => {
      const body = JSON.stringify({ zones: [ads.banner(1), ads.banner(2)], errors: {} });
      ads.serve("/moved", (_, response) => void response.writeHead(200).end(body));
      ads.answer((_, response) => void response.writeHead(307, { location: "/moved" }).end());
    },
    states: FILLED,
  },
  {
    name: "endless redirects",
    answer: (_, response) => void response.writeHead(307, { location: "/v1/placement" }).end(),
    states: ERROR,
  },
  {
    name: "a response without CORS headers",
    answer: (_, response) => {
      response.removeHeader("access-control-allow-origin");
      response.writeHead(200).end(`{"zones":[null,null],"errors":{}}`);
    },
    states: ERROR,
    requests: 2,
  },
  {
    name: "the response arrives byte by byte",
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
    name: "no request of forty zones with long keywords exceeds 64 KiB",
    script: `data-keywords="${"é".repeat(1_150)}"`,
    body: Array.from({ length: 40 }, (_, at) => zone(at + 1)).join(""),
    states: Array.from({ length: 40 }, () => "filled"),
    requests: 2,
    also: async ({ ads }) => {
      for (const body of ads.bodies) expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(65_537);
    },
  },
  {
    name: "an impression whose first connection is reset is counted once",
    prepare: ({ ads }) => {
      let times = 0;
      ads.serve("/impression/1-0", (_, response) => {
        if (times++) return void response.writeHead(204).end();
        // The service never read this impression, so it was not counted.
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
