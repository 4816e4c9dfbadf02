import { expect, test } from "vitest";
import { RandomRequests } from "../../scripts/randomRequests.ts";

const DOCUMENT = {
  paths: {
    "/a/{id}": { get: { parameters: [{ name: "id", in: "path", schema: { type: "integer" } }] } },
    "/b": {
      post: {
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/B" } } } },
      },
    },
  },
  components: {
    schemas: { B: { type: "object", required: ["size"], properties: { size: { type: "string" } } } },
  },
};

const list = (seed: number) => {
  const random = new RandomRequests(DOCUMENT, ["network"], seed);
  return Array.from({ length: 200 }, () => random.next());
};

test("one seed gives the same requests, another seed others", () => {
  expect(list(1)).toEqual(list(1));
  expect(list(2)).not.toEqual(list(1));
});

test("requests call every route, as every caller, with filled paths and bodies", () => {
  const requests = list(1);
  expect(new Set(requests.map(({ route }) => route))).toEqual(new Set(["GET /a/{id}", "POST /b"]));
  expect(new Set(requests.map(({ caller }) => caller))).toEqual(new Set(["network", ""]));
  expect(requests.filter(({ path }) => path.includes("{"))).toEqual([]);
  expect(requests.some(({ body }) => body === '{"size":"300x250"}')).toBe(true);
});
