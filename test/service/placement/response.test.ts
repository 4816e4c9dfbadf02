import fc from "fast-check";
import { expect, test } from "vitest";
import type { AdResponse } from "../../../src/protocol/placement.ts";
import { ResponseWriter, writeCreative } from "../../../src/service/placement/response.ts";

const text = fc.string({ unit: "binary", maxLength: 20 });
const image = fc.oneof(
  text.map((path) => `/${path}`),
  text.map((path) => `https://cdn.example/${path}`),
);
const size = fc.record({
  width: fc.integer({ min: 1, max: 9999 }),
  height: fc.integer({ min: 1, max: 9999 }),
});
const banner = fc.record({ image, size, token: fc.stringMatching(/^[\w.-]{1,40}$/) });
const zone = fc.record({
  id: fc.maxSafeInteger(),
  result: fc.oneof(banner, fc.constantFrom("empty" as const, "unknown" as const)),
});

test("a response is ASCII and parses to the same value as the output of JSON.stringify", () => {
  fc.assert(
    fc.property(fc.array(zone, { maxLength: 12 }), fc.oneof(fc.webUrl(), text), (zones, origin) => {
      const answer: AdResponse = { zones: [], errors: {} };
      for (const [at, { id, result }] of zones.entries()) {
        if (result === "unknown") answer.errors[at] = [`Zone ${id} not found`];
        if (typeof result === "string") answer.zones.push(null);
        else answer.zones.push({ idzone: id, type: "banner", data: writeData(result, origin) });
      }
      const answered = zones.map(({ id, result }) => {
        const request = { id };
        if (result === "unknown") return { request, zone: undefined };
        if (result === "empty") return { request, zone: {} };
        const { width, height } = result.size;
        const json = writeCreative({ image: result.image, size: `${width}x${height}` });
        return { request, zone: {}, decision: { creative: { json }, token: result.token } };
      });
      const json = new ResponseWriter().write(answered, origin);
      expect(json).toMatch(/^[ -~]*$/);
      expect(JSON.stringify(JSON.parse(json))).toBe(JSON.stringify(answer));
    }),
  );
});

function writeData({ image, size, token }: { image: string; size: object; token: string }, origin: string) {
  return {
    url: `${origin}/c/${token}`,
    impression: `${origin}/i/${token}`,
    image: image.startsWith("/") ? origin + image : image,
    ...size,
  };
}
